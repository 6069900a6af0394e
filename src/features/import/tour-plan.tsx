import { useMemo } from 'react';
import type { MemberCompany } from '../../data/identity.ts';
import { importTours, readTourForms } from '../../data/import.ts';
import { columnIndexes } from '../../domain/import/columns.ts';
import type { RowProblem, RowReason } from '../../domain/import/rows.ts';
import { tourFieldNames, tourHeading, type TourField } from '../../domain/import/tour-headings.ts';
import { classifyTourRows } from '../../domain/import/classify-tour-rows.ts';
import { missingTourFields, type ImportedTour } from '../../domain/import/tour-reader.ts';
import type { FileTour } from '../../domain/import/file-tours.ts';
import { ok } from '../../domain/result.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { NO_ANSWERS, type ImportPlan } from './import-plan.ts';

/** Fields by the names that the server gives them in problems. */
const FIELD_OF: Readonly<Record<string, TourField>> = {
  slug: 'slug',
  duration_minutes: 'duration',
  capacity: 'capacity',
  minimum_guests: 'minimumGuests',
  booking_cut_off_minutes: 'bookingCutOff',
  cancellation_cut_off_hours: 'cancellationCutOff',
  deposit_percent: 'deposit',
  asks_names: 'asksNames',
  vat_rate: 'vatRate',
  colour: 'colour',
  meeting_place: 'place',
  guide_languages: 'languages',
};
/** Reasons by the server's codes of problems; others are `invalid`. */
const CODE_OF: Readonly<Record<string, RowProblem>> = {
  required: 'required',
  too_long: 'too_long',
  taken: 'taken',
  over_capacity: 'over_capacity',
  ages_overlap: 'ages',
  ages_reversed: 'ages',
  twice: 'price_twice',
};

export function useTourPlan(company: Pick<MemberCompany, 'id' | 'currency'>): ImportPlan<TourField, ImportedTour> {
  const { id, currency } = company;
  const { locale } = useFormats('UTC');
  return useMemo(
    () => ({
      kind: 'tours',
      company: id,
      fields: Object.keys(tourFieldNames()) as TourField[],
      names: tourFieldNames(),
      labelOf: (field) => tourHeading(field, locale),
      missing: missingTourFields,
      loadQuestions: () =>
        Promise.resolve(ok({ isEmpty: true, isAnswered: () => true, show: () => null, answers: NO_ANSWERS })),
      loadClassifier: async (file, mapping, _, options) => {
        const result = await readTourForms(id, { signal: options.signal });
        if (!result.ok) return result;
        const tours: FileTour[] = result.data.tours;
        const rows = await file.rows<ImportedTour>({ kind: 'tours', mapping, currency, tours }, options);
        return ok({ classify: () => classifyTourRows(rows, tours) });
      },
      write: (mapping) => async (rows, options) => {
        const result = await importTours(id, rows, options);
        if (!result.ok) return result;
        const at = columnIndexes(mapping);
        return ok(
          result.data.outcomes.map(({ outcome, problems }) => ({
            outcome,
            reasons: (problems ?? []).map(({ field: name, code }): RowReason => {
              const field = FIELD_OF[name];
              const column = field === undefined ? -1 : at(field);
              return { code: CODE_OF[code] ?? 'invalid', column: column >= 0 ? column : null };
            }),
          })),
        );
      },
      // Tours are large: the server accepts at most 100.
      chunk: 50,
    }),
    [id, currency, locale],
  );
}
