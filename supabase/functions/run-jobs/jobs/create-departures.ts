/** Nightly: creates a company's departures up to its booking horizon. Idempotent. */
import { literal, number, object, parse, pipe, string, uuid } from 'valibot';
import { defineJob } from '../../_shared/job.ts';

const Made = object({ status: literal('ok'), created: number() });

export const createDepartures = defineJob({
  kind: 'create_departures',
  payload: object({ company: pipe(string(), uuid()) }),
  async run({ company }, { ports }) {
    // Schedules the next night first, so that a failure tonight does not end the series.
    await ports.database.call('schedule_departure_creation', { company });
    parse(Made, await ports.database.call('create_company_departures', { company }));
  },
});
