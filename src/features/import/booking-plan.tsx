import { now } from '../../lib/clock.ts';
import { useMemo } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import { importBookings, MAX_KEYS_PER_REQUEST, readImportTargets, readImportedKeys } from '../../data/import.ts';
import { BOOKING_COLUMNS } from '../../domain/import/booking-columns.ts';
import { BOOKING_FIELDS, type BookingField } from '../../domain/import/booking-fields.ts';
import { missingFields, type BookingInspection } from '../../domain/import/booking-inspection.ts';
import { tourKey, toursByName } from '../../domain/import/tours-by-name.ts';
import type { BookingAnswers, BookingLookup, ImportedBooking } from '../../domain/import/imported-booking.ts';
import { isIgnoredSellerHeading } from '../../domain/import/seller-headings.ts';
import { undecidedColumns } from '../../domain/import/state-columns.ts';
import type { DateOrder } from '../../domain/import/dates.ts';
import { classifyBookingRows } from '../../domain/import/seat-availability.ts';
import type { ParsedRow, RowFingerprint } from '../../domain/import/rows.ts';
import type { Uuid, LocalDate } from '../../domain/ids.ts';
import { ok, type Result } from '../../domain/result.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import { likelyCountry } from '../../lib/likely-country.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { BookingImportQuestions } from './booking-import-questions.tsx';
import type { ImportPlan, ImportQuestions } from './import-plan.ts';
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from '../../domain/enums.ts';

function labelOf(intl: IntlShape, field: BookingField): string {
  const type = PRICE_CATEGORY_TYPES.find((name) => name === field);
  return intl.formatMessage({
    id: type ? CATEGORY_TEXTS[type] : `import.field.${field as Exclude<BookingField, PriceCategoryType>}`,
  });
}

/** Returns the date orders that need no question: the file's dates allow only one, or it has none. */
const ordersOf = ({ dates }: BookingInspection): BookingAnswers['order'] => {
  const certainOrder = (field: 'date' | 'created'): DateOrder | undefined => {
    const orders = dates[field]?.orders ?? [];
    // Without dates, any order does.
    return orders.length === 1 ? orders[0] : orders.length === 0 ? 'ymd' : undefined;
  };
  const [date, created] = [certainOrder('date'), certainOrder('created')];
  return { ...(date ? { date } : {}), ...(created ? { created } : {}) };
};

type ImportingCompany = Pick<MemberCompany, 'id' | 'timeZone' | 'currency'>;

/** Returns the earlier answers for the unknown names, without tours that no longer exist. */
function validTourAnswers(
  unknown: BookingInspection['tours'],
  previousTourAnswers: Readonly<Record<string, string>>,
  tours: readonly { id: Uuid }[],
): BookingAnswers['tours'] {
  const answers: Record<string, Uuid | ''> = {};
  for (const key of unknown.map(({ name }) => tourKey(name))) {
    const tour = previousTourAnswers[key];
    if (tour !== undefined && (tour === '' || tours.some(({ id }) => id === tour))) answers[key] = tour;
  }
  return answers;
}

interface InspectedFile {
  inspection: BookingInspection;
  tours: BookingLookup['tours'];
  previousTourAnswers: Readonly<Record<string, string>>;
  currency: string;
  titleOf(tour: BookingLookup['tours'][number]): string;
}

function bookingQuestions({
  inspection,
  tours,
  previousTourAnswers,
  currency,
  titleOf,
}: InspectedFile): ImportQuestions {
  const findTour = toursByName(tours);
  const unknown = inspection.tours.filter(({ name }) => findTour(name) === null);
  const ambiguousFields = (['date', 'created'] as const).filter(
    (field) => (inspection.dates[field]?.orders.length ?? 0) > 1,
  );
  return {
    isEmpty: unknown.length === 0 && ambiguousFields.length === 0 && !inspection.asksCurrency,
    answers: {
      order: ordersOf(inspection),
      tours: validTourAnswers(unknown, previousTourAnswers, tours),
      amounts: 'own',
    },
    isAnswered: (answers) =>
      ambiguousFields.every((field) => answers.order[field] !== undefined) &&
      unknown.every(({ name }) => answers.tours[tourKey(name)] !== undefined),
    show: (answers, onChange) => (
      <BookingImportQuestions
        inspection={inspection}
        ambiguousFields={ambiguousFields}
        unknown={unknown}
        tours={tours.map((tour) => ({ id: tour.id, title: titleOf(tour) }))}
        currency={currency}
        answers={answers}
        onChange={onChange}
      />
    ),
  };
}

/**
 * Looks up keys while later rows are still being parsed, one request at a time to limit the server's load. Keys that
 * are added during a request are batched into the next. There is a request for each page of rows, and a request takes
 * more keys than a page has, so that none remain.
 */
function openKeyLookup(company: Uuid, signal: AbortSignal) {
  const fingerprints = new Map<string, RowFingerprint | null>();
  const waiting: string[] = [];
  let asking: Promise<Result<unknown>> = Promise.resolve(ok(null));
  const loadFingerprints = async (before: Result<unknown>): Promise<Result<unknown>> => {
    const keys = waiting.splice(0, MAX_KEYS_PER_REQUEST);
    if (!before.ok || keys.length === 0) return before;
    const result = await readImportedKeys(company, keys, { signal });
    if (result.ok) for (const [key, fingerprint] of result.data) fingerprints.set(key, fingerprint);
    return result;
  };
  return {
    fingerprints,
    add: (rows: readonly ParsedRow<ImportedBooking>[]) => {
      for (const { sent } of rows) if (sent) waiting.push(sent.key);
      asking = asking.then(loadFingerprints);
    },
    /** Resolves when all added keys are looked up, or to the first failure. */
    finish: () => asking,
  };
}

const todayIn = (timeZone: string): LocalDate => localDateIn(timeZone, now());

const loadBookingClassifier =
  ({ id, timeZone, currency }: ImportingCompany): ImportPlan<BookingField, ImportedBooking>['loadClassifier'] =>
  async (file, mapping, answers, options) => {
    const { signal } = options;
    const days = await file.request<{ from: LocalDate; to: LocalDate } | null>(
      { kind: 'days', mapping, order: answers.order.date ?? 'ymd' },
      options,
    );
    const today = todayIn(timeZone);
    const book = await readImportTargets(id, days ?? { from: today, to: today }, { signal });
    if (!book.ok) return book;
    // Phone numbers without a prefix are of the company's country, not of the country of the person who imports.
    const columns = { mapping, currency, country: likelyCountry([], timeZone) };
    const lookup = openKeyLookup(id, signal);
    const rows = await file.rows<ImportedBooking>(
      { kind: 'bookings', columns, answers, book: book.data },
      { ...options, onPage: lookup.add },
    );
    const result = await lookup.finish();
    if (!result.ok) return result;
    return ok({
      classify: (allowsOverrides) =>
        classifyBookingRows(rows, { book: book.data, imported: lookup.fingerprints, allowsOverrides }),
    });
  };

export function useBookingPlan(company: ImportingCompany): ImportPlan<BookingField, ImportedBooking> {
  const intl = useIntl();
  const { id, timeZone, currency } = company;
  const formats = useFormats(timeZone);
  return useMemo(
    () => ({
      kind: 'bookings',
      company: id,
      fields: BOOKING_FIELDS,
      names: BOOKING_COLUMNS,
      labelOf: (field) => labelOf(intl, field),
      missing: missingFields,
      undecided: ({ headings, stateColumns }, mapping, decided) =>
        undecidedColumns(stateColumns, {
          mapping,
          decided,
          isKnown: (at) => isIgnoredSellerHeading(headings[at] ?? ''),
        }),
      loadQuestions: async (file, mapping, previousTourAnswers, options): Promise<Result<ImportQuestions>> => {
        const today = todayIn(timeZone);
        const [inspection, book] = await Promise.all([
          file.request<BookingInspection>({ kind: 'inspect', mapping }, options),
          // Only the tours: the days that are needed are not known yet.
          readImportTargets(id, { from: today, to: today }, { signal: options.signal }),
        ]);
        if (!book.ok) return book;
        const titleOf = (tour: BookingLookup['tours'][number]) => formats.text(tour.title) || tour.slug;
        return ok(bookingQuestions({ inspection, tours: book.data.tours, previousTourAnswers, currency, titleOf }));
      },
      loadClassifier: loadBookingClassifier({ id, timeZone, currency }),
      write: (_, override) => async (rows, options) => {
        const result = await importBookings(id, rows, { ...options, override });
        return result.ok ? ok(result.data.outcomes) : result;
      },
    }),
    [intl, formats, id, timeZone, currency],
  );
}
