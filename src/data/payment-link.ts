/** A link that a guest pays by on their own phone, shown by whoever checks them in (ADR 044). */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { rpc, type RpcOptions } from './rpc.ts';

/** The token that the guest's page takes, for half an hour. Refused where nothing can be paid online any more; other failures are those of any call. */
export const makePaymentLink = (booking: Uuid, options: RpcOptions = {}) =>
  rpc(
    'payment_link',
    { booking },
    { ...options, answer: v.object({ token: v.string() }), refusals: { nothing_to_pay: v.object({}) } },
  );
