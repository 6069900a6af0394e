/** The keys that a company's tickets are signed with (ADR 042), as its owner sees to them. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { rpc } from './rpc.ts';

const KEYS = v.object({
  keys: v.array(
    v.object({
      id: v.string(),
      madeAt: v.string(),
      /** From when on it signs no more; what it signed is good. */
      retiredAt: v.nullable(v.string()),
      /** From when on nothing that it signed proves anything. */
      revokedAt: v.nullable(v.string()),
    }),
  ),
});
export type TicketKey = v.InferOutput<typeof KEYS>['keys'][number];
export type TicketKeys = v.InferOutput<typeof KEYS>;

/** The newest first. Fails like any call; `not_permitted` for who may not see to the company. */
export const readTicketKeys = (company: Uuid, signal?: AbortSignal) =>
  rpc('read_ticket_keys', { company }, { signal, answer: KEYS });

/** Lets a key sign no more. Answers all of them; the same again has no effect. */
export const rotateTicketKey = (given: { company: Uuid; key: string }) =>
  rpc('rotate_ticket_key', { ...given }, { answer: KEYS });

/** A key that may be in wrong hands. Answers all of them; the same again has no effect. */
export const revokeTicketKey = (given: { company: Uuid; key: string }) =>
  rpc('revoke_ticket_key', { ...given }, { answer: KEYS });
