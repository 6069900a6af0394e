/** Whom to call when something happens to a person: said by themselves, read by them and by who manages a team of theirs. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { EmergencyContact } from '../domain/own-account.ts';
import { ok, type Result } from '../domain/result.ts';
import type { TeamOf } from '../domain/team-roles.ts';
import { rpc } from './rpc.ts';

const contactAnswer = v.object({
  contact: v.nullable(v.object({ name: v.string(), phone: v.string(), relation: v.string() })),
});

/** Of a member; `not_permitted` for who does not manage the team in their own right, `not_found` once they have left it. */
export async function readEmergencyContact(
  of: (TeamOf & { person: Uuid }) | 'own',
  signal?: AbortSignal,
): Promise<Result<EmergencyContact | null>> {
  const answer = await rpc('read_emergency_contact', of === 'own' ? {} : of, { signal, answer: contactAnswer });
  return answer.ok ? ok(answer.data.contact) : answer;
}

/** With nothing in it there is none any more. */
export const saveEmergencyContact = (contact: EmergencyContact): Promise<Result<unknown>> =>
  rpc('save_emergency_contact', { ...contact }, { answer: v.object({}) });
