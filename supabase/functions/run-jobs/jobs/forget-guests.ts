/** Every night, for whoever has said how long guests are known: erases older ones. What a run does not manage is left to the next night; twice does no more. */
import { boolean, literal, object, parse, pipe, string, uuid } from 'valibot';
import { defineJob } from '../../_shared/job.ts';

const Forgotten = object({ status: literal('ok'), left: boolean() });
/** A run has a worker's time: fifty departures each. */
const MOST = 100;

export const forgetGuests = defineJob({
  kind: 'erase_guests',
  payload: object({ company: pipe(string(), uuid()) }),
  async run({ company }, { ports }) {
    for (let times = 0; times < MOST; times += 1) {
      const { left } = parse(Forgotten, await ports.database.call('erase_due_guests', { company }));
      if (!left) return;
    }
    // Tried again in a moment, from where it stands.
    throw new Error('There is more to erase than one run has time for.');
  },
});
