/** Does one row's share of what the ticker does for all companies, where that failed. Run twice, the second run finds nothing to do. */
import { object, pipe, string, uuid } from 'valibot';
import { defineJob } from '../../_shared/job.ts';

export const catchUp = defineJob({
  kind: 'retry_step',
  payload: object({ step: string(), subject: pipe(string(), uuid()) }),
  async run(payload, { ports }) {
    await ports.database.call('retry_step', payload);
  },
});
