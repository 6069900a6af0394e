/** Whether a signed ticket is genuine, by the keys on this device and without a network (ADR 042). */
import type { Uuid } from '../../../domain/ids.ts';
import { parseSignedTicket } from '../../../domain/signed-ticket.ts';
import type { Proof } from '../../../domain/scan-result.ts';
import { fromBase64Url } from '../../../lib/base64url.ts';
import { verifyEd25519 } from '../../../lib/ed25519.ts';
import { readTicketKey } from '../../../offline/read/ticket-keys.ts';

/** Null for what is no signed ticket. */
export async function verifyTicket(text: string, companyId: Uuid, keyOf = readTicketKey): Promise<Proof | null> {
  const read = parseSignedTicket(text);
  if (!read) return null;
  const found = await keyOf(read.ticket.keyId);
  // Newer than the last pull, or of a company that this device knows nothing of: nobody can say so here.
  if (!found) return { state: 'unknown_key' };
  const publicKey = fromBase64Url(found.key.publicKey);
  const isSigned = publicKey !== null && (await verifyEd25519({ ...read, publicKey }));
  if (!isSigned) return { state: 'forged' };
  if (found.company.id !== companyId) return { state: 'foreign_ticket', company: found.company.name };
  return found.key.revoked ? { state: 'revoked_key' } : { state: 'genuine', ticket: read.ticket, text };
}
