/** Headings of booking columns, in four languages and as other systems write them. */
import { DANISH } from './booking-headings/da.ts';
import { ENGLISH } from './booking-headings/en.ts';
import { ITALIAN } from './booking-headings/it.ts';
import { SPANISH } from './booking-headings/es.ts';
import { BOOKING_FIELDS, type BookingField } from './booking-fields.ts';
import type { ColumnNames } from './columns.ts';
import { SELLER_HEADINGS } from './seller-headings.ts';

const LANGUAGES = [ENGLISH, SPANISH, DANISH, ITALIAN];
const reports: readonly Readonly<Record<string, BookingField | null>>[] = Object.values(SELLER_HEADINGS);
const reportHeadings = (field: BookingField) =>
  reports.flatMap((headings) => Object.keys(headings).filter((heading) => headings[heading] === field));
/** All known headings of each field. */
export const BOOKING_COLUMNS = Object.fromEntries(
  BOOKING_FIELDS.map((field): [BookingField, readonly string[]] => [
    field,
    [...LANGUAGES.flatMap((names) => names[field]), ...reportHeadings(field)],
  ]),
) as ColumnNames<BookingField>;
