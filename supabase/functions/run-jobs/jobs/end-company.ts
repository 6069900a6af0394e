/**
 * Deletes a company that was closed thirty days ago, its guests' data first. Does nothing if the closing was cancelled.
 * Idempotent.
 */
import { boolean, literal, object, parse, pipe, string, uuid } from 'valibot';
import { defineJob } from '../../_shared/job.ts';

const EndResult = object({ status: literal('ok'), has_more: boolean() });
const MAX_CALLS = 100;

export const endCompany = defineJob({
  kind: 'end_company',
  payload: object({ company: pipe(string(), uuid()) }),
  async run({ company }, { ports }) {
    for (let times = 0; times < MAX_CALLS; times += 1) {
      const { has_more: hasMore } = parse(EndResult, await ports.database.call('end_company', { company }));
      if (!hasMore) return;
    }
    // The retry continues from here.
    throw new Error('More data remains to be erased than one run can handle.');
  },
});
