/** Seats that a company sets aside for a partner: as they are kept, as they are typed, and as they are read. */
import * as v from 'valibot';
import { fieldError, wholeNumber } from './fields.ts';
import type { Uuid } from './ids.ts';

export const allotment = v.object({
  tour: v.string(),
  /** Of each departure. */
  seats: v.number(),
  /** How long before the start they are free for everybody again. */
  releaseHours: v.number(),
});
export type Allotment = v.InferOutput<typeof allotment>;

/** A day before, unless somebody says otherwise. */
const USUAL_RELEASE = 24;

/** Tours without seats are left empty. */
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
        releaseHours: wholeNumber({ least: 0, most: 8760 }),
      }),
    ),
  }),
  v.transform(({ tours }): Allotment[] => tours.filter(({ seats }) => seats > 0)),
);
export type AllotmentsFormValues = v.InferInput<typeof allotmentsFormSchema>;

/** As the fields show them, of each tour that is sold. */
export const toAllotmentsFormValues = (known: readonly Allotment[], tours: readonly Uuid[]): AllotmentsFormValues => ({
  tours: tours.map((tour) => {
    const own = known.find((one) => one.tour === tour);
    return { tour, seats: own ? String(own.seats) : '', releaseHours: String(own?.releaseHours ?? USUAL_RELEASE) };
  }),
});
