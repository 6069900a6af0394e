/** Asks the provider to pay back what is owed. Asked twice, it is one wish: its key stays until the provider has said no. */
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
  // It has left, was decided otherwise, or somebody gives it back by hand.
  object({ status: literal('none') }),
]);

export const refundPayment = defineJob({
  kind: 'refund_payment',
  payload: object({ refund: pipe(string(), uuid()) }),
  async run({ refund }, { ports }) {
    const { database } = ports;
    const answer = parse(ToSend, await database.call('refund_to_send', { refund }));
    if (answer.status !== 'ok') return;
    const provider = createProvider(answer.provider, answer.secret_key, ports);
    try {
      if (!provider) throw new RefundRejected('The provider is not set up any more.');
      const reference = await provider.refund(answer.refund);
      await database.call('record_refund_sent', { refund, reference });
    } catch (failure) {
      if (!(failure instanceof RefundRejected)) throw failure;
      const shown = (await database.call('record_refund_refused', { refund, failure: failure.message })) as {
        status?: string;
      };
      // Where no refund of a booking shows it, the job does.
      if (shown.status === 'none') throw new NonRetryableError(failure.message);
    }
  },
});
