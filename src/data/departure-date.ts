/** The day of a departure. On its own, because the roll-call is precached with what it imports. */
import * as v from 'valibot';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { call } from './call.ts';
import { localDate } from './departure-schemas.ts';
import { parseRows } from './parse-rows.ts';

const departureDateRow = v.object({ localDate });

/**
 * Reads the day of a company's departure; null if there is none or the person may not see it, as a guide who is not
 * assigned.
 */
export async function readDepartureDate(
  { company, departure }: { company: Uuid; departure: Uuid },
  signal?: AbortSignal,
): Promise<Result<LocalDate | null>> {
  const rows = await call(
    (client, abort) =>
      client.from('departures').select('local_date').eq('company_id', company).eq('id', departure).abortSignal(abort),
    { signal, read: parseRows(departureDateRow) },
  );
  return rows.ok ? ok(rows.data[0]?.localDate ?? null) : rows;
}
