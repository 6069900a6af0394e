/** Retries the job scheduler's step for one row where it failed. Idempotent. */
import { object, pipe, string, uuid } from 'valibot';
import { defineJob } from '../../_shared/job.ts';

export const retryStep = defineJob({
  kind: 'retry_step',
  payload: object({ step: string(), subject: pipe(string(), uuid()) }),
  async run(payload, { ports }) {
    await ports.database.call('retry_step', payload);
  },
});
