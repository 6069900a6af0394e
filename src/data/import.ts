/** Import of bookings and tours: lookup data, already imported rows, and writing (ADR 041). */
import * as v from 'valibot';
import type { LookupDeparture, BookingLookup, ImportedBooking } from '../domain/import/imported-booking.ts';
import { IMPORT_OUTCOMES } from '../domain/import/rows.ts';
import type { ImportedRows } from '../domain/import/seat-availability.ts';
import type { ImportedTour } from '../domain/import/tour-reader.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import { PRICE_CATEGORY_TYPES } from '../domain/enums.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { TOUR_STATUSES, tourSchema } from '../domain/tours.ts';
import { FIELD_ERRORS } from '../domain/fields.ts';
import { addDays } from '../lib/local-date.ts';
import type { Json } from './database-types.ts';
import { localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc, type RpcOptions } from './rpc.ts';
import { toWire } from './wire.ts';

/** Days per request; the server answers at most a year. */
const YEAR_DAYS = 366;
const MAX_YEARS = 12;
const STATES = ['open', 'closed', 'cancelled'] as const;

const price = v.object({
  id: v.string(),
  type: v.picklist(PRICE_CATEGORY_TYPES),
  /** Minor units. */
  amount: v.number(),
  seats: v.number(),
  accompaniedBy: v.array(v.string()),
});
const targetsSchema = v.object({
  tours: v.array(
    v.object({ id: v.string(), slug: v.string(), title: localised, minimumParty: v.number(), prices: v.array(price) }),
  ),
  // Fields by position, as in public.read_import_targets.
  departures: v.array(v.tuple([v.string(), v.number(), v.number(), v.number(), v.string(), v.number(), v.number()])),
});

export const readImportTargetsRpc = defineRpc('read_import_targets', { response: targetsSchema });

/** Reads the company's tours and its departures of a date range, year by year. Fails with `not_permitted`. */
export async function readImportTargets(
  company: Uuid,
  { from, to }: { from: LocalDate; to: LocalDate },
  options: RpcOptions = {},
): Promise<Result<BookingLookup>> {
  const departures: LookupDeparture[] = [];
  let tours: BookingLookup['tours'] = [];
  let start = from;
  for (let year = 0; year < MAX_YEARS && start <= to; year += 1) {
    const end = addDays(start, YEAR_DAYS) < to ? addDays(start, YEAR_DAYS) : to;
    const result = await rpc(readImportTargetsRpc, { company, from_date: start, to_date: end }, options);
    if (!result.ok) return result as Result<never>;
    ({ tours } = result.data);
    for (const [id, tour, day, minute, language, left, state] of result.data.departures) {
      const tourId = tours[tour]?.id;
      const named = STATES[state];
      if (tourId === undefined || named === undefined) return fail('bad_response', { retry: true });
      departures.push({ id, tourId, localDate: addDays(start, day), minute, language, left, state: named });
    }
    start = addDays(end, 1);
  }
  return ok({ tours, departures });
}

const fingerprint = v.nullable(v.record(v.string(), v.nullable(v.union([v.string(), v.number()]))));

/** The server's limit of keys per request. */
export const MAX_KEYS_PER_REQUEST = 10_000;

export const findKnownRowsRpc = defineRpc('find_known_rows', {
  response: v.object({ known: v.array(v.tuple([v.number(), fingerprint])) }),
});

/** Finds which rows were imported before, by key; at most `MAX_KEYS_PER_REQUEST`. */
export async function readImportedKeys(
  company: Uuid,
  keys: readonly string[],
  options: RpcOptions = {},
): Promise<Result<ImportedRows>> {
  const result = await rpc(findKnownRowsRpc, { company, keys: [...keys] }, options);
  if (!result.ok) return result as Result<never>;
  return ok(new Map(result.data.known.map(([index, found]) => [keys[index] ?? '', found])));
}

/** Options of one import call. `request` is the idempotency key, kept for retries of the same rows. */
export interface ImportCallOptions extends RpcOptions {
  request: Uuid;
  /** Staff's reason for overriding rules. */
  override?: string | null;
}

const outcome = v.picklist(IMPORT_OUTCOMES);
const repeated = { id_reused: v.object({}) };

export const importBookingsRpc = defineRpc('import_bookings', {
  response: v.object({ outcomes: v.array(v.object({ outcome, left: v.optional(v.number()) })) }),
  refusals: repeated,
});

/** Imports bookings; returns one outcome per row, in order. */
export const importBookings = (
  company: Uuid,
  rows: readonly ImportedBooking[],
  { request, override = null, ...options }: ImportCallOptions,
) =>
  rpc(importBookingsRpc, { request, company, rows: toWire(rows) as Json, ...(override ? { override } : {}) }, options);

export const readTourFormsRpc = defineRpc('read_tour_forms', {
  response: v.object({
    tours: v.array(
      v.object({ id: v.string(), version: v.number(), tourStatus: v.picklist(TOUR_STATUSES), tour: tourSchema }),
    ),
  }),
});

/** Reads all tours in the form's format. */
export const readTourForms = (company: Uuid, options: RpcOptions = {}) => rpc(readTourFormsRpc, { company }, options);

const problem = v.object({ field: v.string(), code: v.picklist(FIELD_ERRORS) });

export const importToursRpc = defineRpc('import_tours', {
  response: v.object({ outcomes: v.array(v.object({ outcome, problems: v.optional(v.array(problem)) })) }),
  refusals: repeated,
});

/** Creates and changes tours; returns one outcome per row, in order. New tours are drafts. */
export const importTours = (
  company: Uuid,
  rows: readonly ImportedTour[],
  { request, ...options }: Omit<ImportCallOptions, 'override'>,
) => rpc(importToursRpc, { request, company, rows: toWire(rows) as Json }, options);
