/** A company is handed over by both saying yes: an owner asks a member, and the member answers. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { TEAM_ROLES, type TeamRole } from '../domain/team-roles.ts';
import { instant } from './departure-shapes.ts';
import { rpc } from './rpc.ts';

/** `keeps`: what who asks has afterwards; with owner both own it, with none they leave. */
export const askToOwn = (given: { company: Uuid; person: Uuid; keeps: TeamRole[] }) =>
  rpc(
    'ask_to_own',
    { ...given },
    {
      answer: v.object({}),
      refusals: { already_owner: v.object({}), already_asked: v.object({}), too_many: v.object({}) },
    },
  );

/** Takes back that somebody is asked. */
export const withdrawOwnership = (company: Uuid) => rpc('withdraw_ownership', { company }, { answer: v.object({}) });

const asked = v.object({
  companyId: v.string(),
  company: v.string(),
  who: v.string(),
  keeps: v.array(v.picklist(TEAM_ROLES)),
  expiresAt: instant,
});
export type AskedOwnership = v.InferOutput<typeof asked>;
const ANSWER = v.pipe(
  v.object({ asked: v.array(asked) }),
  v.transform((answer) => answer.asked),
);

/** Which companies the person who is signed in is asked to own. */
export const readAskedOwnership = (signal?: AbortSignal): Promise<Result<AskedOwnership[]>> =>
  rpc('read_asked_ownership', {}, { signal, answer: ANSWER });

/** Yes or no; `ended`: it was taken back, or is too old. */
export const answerOwnership = (given: { company: Uuid; accepts: boolean }) =>
  rpc('answer_ownership', { ...given }, { answer: v.object({}), refusals: { ended: v.object({}) } });
