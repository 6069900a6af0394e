/** Emergency contact of a person, entered by themselves and visible to managers of their teams. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { EmergencyContact } from '../domain/own-account.ts';
import { ok, type Result } from '../domain/result.ts';
import type { TeamOf } from '../domain/team-roles.ts';
import { rpc } from './rpc.ts';

const contactResponse = v.object({
  contact: v.nullable(v.object({ name: v.string(), phone: v.string(), relation: v.string() })),
});

/**
 * Reads an emergency contact. Fails with `not_permitted` unless the person manages the team in their own right, and
 * with `not_found` for a former member.
 */
export async function readEmergencyContact(
  of: (TeamOf & { person: Uuid }) | 'own',
  signal?: AbortSignal,
): Promise<Result<EmergencyContact | null>> {
  const result = await rpc('read_emergency_contact', of === 'own' ? {} : of, { signal, response: contactResponse });
  return result.ok ? ok(result.data.contact) : result;
}

/** Saves the person's own emergency contact; empty fields remove it. */
export const saveEmergencyContact = (contact: EmergencyContact): Promise<Result<unknown>> =>
  rpc('save_emergency_contact', { ...contact }, { response: v.object({}) });
