/** Every night: makes a company's departures as far ahead as they are sold. Run twice, the second run finds nothing to do. */
import { literal, number, object, parse, pipe, string, uuid } from 'valibot';
import { defineJob } from '../../_shared/job.ts';

const Made = object({ status: literal('ok'), made: number() });

export const makeDepartures = defineJob({
  kind: 'make_departures',
  payload: object({ company: pipe(string(), uuid()) }),
  async run({ company }, { ports }) {
    // First of all, and kept whatever comes of this night: one that fails must not be the last.
    await ports.database.call('schedule_departure_creation', { company });
    parse(Made, await ports.database.call('make_company_departures', { company }));
  },
});
