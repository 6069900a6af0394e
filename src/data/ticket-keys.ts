/** Keys that sign a company's tickets (ADR 042), for its owner. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

const KEYS = v.object({
  keys: v.array(
    v.object({
      id: v.string(),
      madeAt: v.string(),
      /** When it stopped signing; tickets it signed stay valid. */
      retiredAt: v.nullable(v.string()),
      /** When its tickets stopped being valid. */
      revokedAt: v.nullable(v.string()),
    }),
  ),
});
export type TicketKey = v.InferOutput<typeof KEYS>['keys'][number];
export type TicketKeys = v.InferOutput<typeof KEYS>;

export const readTicketKeysRpc = defineRpc('read_ticket_keys', { response: KEYS });

/** Reads the keys, newest first. Fails with `not_permitted` unless the person manages the company. */
export const readTicketKeys = (company: Uuid, signal?: AbortSignal) => rpc(readTicketKeysRpc, { company }, { signal });

export const rotateTicketKeyRpc = defineRpc('rotate_ticket_key', { response: KEYS });

/** Retires a key from signing and returns all keys. Idempotent. */
export const rotateTicketKey = (input: { company: Uuid; key: string }) => rpc(rotateTicketKeyRpc, { ...input });

export const revokeTicketKeyRpc = defineRpc('revoke_ticket_key', { response: KEYS });

/** Revokes a key that may be compromised and returns all keys. Idempotent. */
export const revokeTicketKey = (input: { company: Uuid; key: string }) => rpc(revokeTicketKeyRpc, { ...input });
