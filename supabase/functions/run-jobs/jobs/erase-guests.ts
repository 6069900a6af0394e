/**
 * Nightly: erases guests past a company's retention period. A run that cannot do all fails and is retried. Idempotent.
 */
import { boolean, literal, object, parse, pipe, string, uuid } from 'valibot';
import { defineJob } from '../../_shared/job.ts';

const ErasureResult = object({ status: literal('ok'), has_more: boolean() });
/** Most calls per run, with fifty departures each. */
const MAX_CALLS = 100;

export const eraseGuests = defineJob({
  kind: 'erase_guests',
  payload: object({ company: pipe(string(), uuid()) }),
  async run({ company }, { ports }) {
    for (let times = 0; times < MAX_CALLS; times += 1) {
      const { has_more: hasMore } = parse(ErasureResult, await ports.database.call('erase_due_guests', { company }));
      if (!hasMore) return;
    }
    // The retry continues from here.
    throw new Error('More data remains to be erased than one run can handle.');
  },
});
