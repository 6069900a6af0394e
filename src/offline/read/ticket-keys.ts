/** Keys for verifying signed tickets: those of every company that this person works for on this device. */
import type { MirroredCompany, TicketKey } from '../../domain/mirror.ts';
import { currentEngine } from '../device/current-engine.ts';

/** Finds a key and its company; null when no pull has brought it. */
export async function readTicketKey(id: string): Promise<{ company: MirroredCompany; key: TicketKey } | null> {
  const companies = await currentEngine()?.db.companies.toArray();
  for (const company of companies ?? []) {
    const key = company.ticketKeys?.find((ticketKey) => ticketKey.id === id);
    if (key) return { company, key };
  }
  return null;
}
