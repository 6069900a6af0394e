/** Processes a stored event of a payment provider. Idempotent. */
import { literal, object, parse, pipe, string, uuid } from 'valibot';
import { defineJob } from '../../_shared/job.ts';

const Worked = object({ status: literal('ok'), outcome: string() });

export const paymentEvent = defineJob({
  kind: 'payment_event',
  payload: object({ event: pipe(string(), uuid()) }),
  async run({ event }, { ports }) {
    parse(Worked, await ports.database.call('process_payment_event', { event }));
  },
});
