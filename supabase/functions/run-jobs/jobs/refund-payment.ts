/** Requests a refund from the provider. Idempotent: the key stays the same until the provider rejects it. */
import { literal, nullable, number, object, parse, pipe, string, uuid, variant } from 'valibot';
import { defineJob, NonRetryableError } from '../../_shared/job.ts';
import { RefundRejected } from '../../_shared/payments/provider.ts';
import { createProvider } from '../../_shared/payments/providers.ts';

const ToSend = variant('status', [
  object({
    status: literal('ok'),
    provider: string(),
    secret_key: nullable(string()),
    refund: object({ id: string(), key: string(), payment: string(), amount: number(), currency: string() }),
  }),
  // It was sent, withdrawn, or is refunded by hand.
  object({ status: literal('none') }),
]);

export const refundPayment = defineJob({
  kind: 'refund_payment',
  payload: object({ refund: pipe(string(), uuid()) }),
  async run({ refund }, { ports }) {
    const { database } = ports;
    const result = parse(ToSend, await database.call('read_refund_to_send', { refund }));
    if (result.status !== 'ok') return;
    const provider = createProvider(result.provider, result.secret_key, ports);
    try {
      if (!provider) throw new RefundRejected('The payment provider is no longer set up.');
      const reference = await provider.refund(result.refund);
      await database.call('record_refund_sent', { refund, reference });
    } catch (failure) {
      if (!(failure instanceof RefundRejected)) throw failure;
      const recorded = (await database.call('record_refund_refused', { refund, failure: failure.message })) as {
        status?: string;
      };
      // Without a refund row of a booking, the dead job shows the failure.
      if (recorded.status === 'none') throw new NonRetryableError(failure.message);
    }
  },
});
