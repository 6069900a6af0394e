/** Emergency contact of a person, entered by themselves and visible to managers of their teams. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { EmergencyContact } from '../domain/own-account.ts';
import { ok, type Result } from '../domain/result.ts';
import type { TeamOf } from '../domain/team-roles.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

const contactResponse = v.object({
  contact: v.nullable(v.object({ name: v.string(), phone: v.string(), relation: v.string() })),
});

export const readEmergencyContactRpc = defineRpc('read_emergency_contact', { response: contactResponse });

/**
 * Reads an emergency contact. Fails with `not_permitted` unless the person manages the team in their own right, and
 * with `not_found` for a former member.
 */
export async function readEmergencyContact(
  of: (TeamOf & { person: Uuid }) | 'own',
  signal?: AbortSignal,
): Promise<Result<EmergencyContact | null>> {
  const result = await rpc(readEmergencyContactRpc, of === 'own' ? {} : of, { signal });
  return result.ok ? ok(result.data.contact) : result;
}

export const saveEmergencyContactRpc = defineRpc('save_emergency_contact', { response: v.object({}) });

/** Saves the person's own emergency contact; empty fields remove it. */
export const saveEmergencyContact = (contact: EmergencyContact): Promise<Result<unknown>> =>
  rpc(saveEmergencyContactRpc, { ...contact });
