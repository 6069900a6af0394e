/** Allotments, the seats that a company reserves for a partner: stored form, form values and their parsing. */
import * as v from 'valibot';
import { fieldError, wholeNumber } from './fields.ts';
import type { Uuid } from './ids.ts';

export const allotmentSchema = v.object({
  tour: v.string(),
  /** Seats per departure. */
  seats: v.number(),
  /** Hours before the start at which unsold seats return to general sale. */
  releaseHours: v.number(),
});
export type Allotment = v.InferOutput<typeof allotmentSchema>;

/** Default hours before the start. */
const DEFAULT_RELEASE_HOURS = 24;

/** Parses the form; tours without seats are dropped. */
export const allotmentsFormSchema = v.pipe(
  v.object({
    tours: v.array(
      v.object({
        tour: v.string(),
        seats: v.pipe(
          v.string(),
          v.trim(),
          v.regex(/^\d{0,9}$/, fieldError('whole_number')),
          v.transform(Number),
          v.maxValue(1000, fieldError('too_large')),
        ),
        releaseHours: wholeNumber({ min: 0, max: 8760 }),
      }),
    ),
  }),
  v.transform(({ tours }): Allotment[] => tours.filter(({ seats }) => seats > 0)),
);
export type AllotmentsFormValues = v.InferInput<typeof allotmentsFormSchema>;

/** Formats the allotments for the form, one row for each tour. */
export const toAllotmentsFormValues = (
  allotments: readonly Allotment[],
  tours: readonly Uuid[],
): AllotmentsFormValues => ({
  tours: tours.map((tour) => {
    const found = allotments.find((allotment) => allotment.tour === tour);
    return {
      tour,
      seats: found ? String(found.seats) : '',
      releaseHours: String(found?.releaseHours ?? DEFAULT_RELEASE_HOURS),
    };
  }),
});
