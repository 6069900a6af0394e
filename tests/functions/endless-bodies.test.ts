/** A function stops reading a request body as soon as it is too large. */
import { expect, test } from 'vitest';
import { api } from '../../supabase/functions/api/handler.ts';
import { beginPayment } from '../../supabase/functions/begin-payment/handler.ts';
import { mail } from '../../supabase/functions/mail/handler.ts';
import { mailEvents } from '../../supabase/functions/mail-events/handler.ts';
import { paymentEvents } from '../../supabase/functions/payment-events/handler.ts';
import type { Handler } from '../../supabase/functions/_shared/ports.ts';
import { signTickets } from '../../supabase/functions/sign-tickets/handler.ts';
import { fakePorts } from './fakes.ts';

const PIECE = 16_384;
const KEY = { Authorization: `Bearer muster_live_${'0'.repeat(64)}`, 'Idempotency-Key': 'one' };
const admitted = { status: 'ok', key: 'one', allowance: { limit: 300, remaining: 299, reset: 1 } };

test.each<[string, Handler, string, number]>([
  ['the API', api, '/api/bookings', 413],
  ['the roll-call', api, '/api/check_ins', 413],
  ['OCTO', api, '/api/octo/bookings', 400],
  ['Auth’s mail hook', mail, '/mail', 413],
  ['mail events', mailEvents, '/mail-events', 413],
  ['payment events', paymentEvents, '/payment-events?company=00000000-0000-4000-8000-0000000000a1', 413],
  ['starting a payment', beginPayment, '/begin-payment', 400],
  ['signing tickets', signTickets, '/sign-tickets', 400],
])('%s stops reading an endless body', async (_, handler, path, status) => {
  let pieces = 0;
  let isLetGo = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces += 1;
      // Far more than any function accepts; effectively endless.
      if (pieces > 1000) return controller.close();
      controller.enqueue(new Uint8Array(PIECE).fill(32));
    },
    cancel() {
      isLetGo = true;
    },
  });
  const response = await handler(
    new Request(`http://127.0.0.1/functions/v1${path}`, {
      method: 'POST',
      headers: KEY,
      body,
      duplex: 'half',
    } as RequestInit),
    fakePorts({ database: { call: async () => admitted } }),
  );
  expect(response.status).toBe(status);
  // A quarter of a megabyte is the most that any of them accepts.
  expect([pieces <= 20, isLetGo]).toEqual([true, true]);
});
