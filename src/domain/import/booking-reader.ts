/**
 * Parses a file's rows to bookings: reads each cell, finds the departure, and computes the key that identifies the row
 * on a later import.
 */
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from '../enums.ts';
import { isEmailAddress, MAX_EMAIL_ADDRESS_LENGTH, normalizeEmailAddress, parseTextInput } from '../email-address.ts';
import { isLongerThan } from '../fields.ts';
import type { MinorUnits, Uuid } from '../ids.ts';
import { normalizeText } from '../search-text.ts';
import { memoize } from '../../lib/memoize.ts';
import type { BookingField } from './booking-fields.ts';
import { parsePartyText, parseSource, parseStatus } from './booking-values.ts';
import { isSymbolOf, optionalCell, parseAmount, parseCount, parseLanguage, parseLocale } from './cells.ts';
import { parseCountry } from './countries.ts';
import { hashText, columnIndexes } from './columns.ts';
import type { CsvRow } from './csv.ts';
import { DATE_ORDERS, parseDateCell, parseTimeCell, timeInDateCell } from './dates.ts';
import { AMOUNT_SEPARATOR } from './guest-rows.ts';
import type {
  LookupDeparture,
  BookingAnswers,
  BookingLookup,
  BookingColumns,
  ImportedBooking,
} from './imported-booking.ts';
import { parsePhone } from './phone.ts';
import type { ParsedRow, RowProblem, RowReason } from './rows.ts';
import { parseYesNo } from './tour-headings.ts';
import { tourKey, toursByName } from './tours-by-name.ts';

/** Fields that a booking can do without: if the cell is not understood, it is left out and reported. */
const OPTIONAL: ReadonlySet<BookingField> = new Set([
  'email',
  'phone',
  'country',
  'locale',
  'language',
  'source',
  'created',
  'voucher',
  'total',
  'paid',
  'currency',
  'status',
  'cancelled',
  ...PRICE_CATEGORY_TYPES,
]);

/** Cleans a cell: short texts lose invisible characters, long ones are free text. */
const plainCell = (cell: string) =>
  /^[\x20-\x7e]*$/.test(cell) ? cell.trim() : parseTextInput(cell, cell.length).replaceAll('\u00a0', ' ');

/** Returns whether a cell says that the booking is cancelled: yes or no, a status, or the date of the cancellation. */
function cancelledOf(cell: string): boolean | null {
  const value = parseYesNo(cell) ?? parseStatus(cell);
  if (typeof value === 'boolean') return value;
  if (value !== null) return value === 'CANCELLED' ? true : value === 'CONFIRMED' ? false : null;
  return DATE_ORDERS.some((order) => parseDateCell(cell, order) !== null) ? true : null;
}

/** Returns a parser that takes the rows in order and refuses the second row of a key. */
export function bookingReader(
  book: BookingLookup,
  columns: BookingColumns,
  answers: BookingAnswers,
): (row: CsvRow) => ParsedRow<ImportedBooking> {
  const { mapping, currency, country } = columns;
  const at = columnIndexes(mapping);
  const named = toursByName(book.tours);
  const tours = new Map(book.tours.map((tour) => [tour.id, tour]));
  const departures = new Map<string, LookupDeparture[]>();
  for (const bookedDeparture of book.departures) {
    const key = `${bookedDeparture.tourId} ${bookedDeparture.localDate}`;
    departures.set(key, [...(departures.get(key) ?? []), bookedDeparture]);
  }
  const before = new Map<string, number>();
  const width = mapping.length;
  const tourOf = memoize((name) => {
    const selectedTourId = answers.tours[tourKey(name)];
    return tours.get((selectedTourId === undefined ? named(name) : selectedTourId) ?? '');
  });
  const dateOf = memoize((cell) => parseDateCell(cell, answers.order.date ?? 'ymd'));
  const createdOf = memoize((cell) => parseDateCell(cell, answers.order.created ?? 'ymd'));
  const timeOf = memoize(parseTimeCell);
  const timeInDate = memoize(timeInDateCell);
  const amountOf = memoize((cell) => parseAmount(cell, currency));
  const commonMark = memoize(hashText);
  const types = PRICE_CATEGORY_TYPES.filter((type) => at(type) >= 0);

  return ({ line, cells, isBroken }) => {
    const reasons: RowReason[] = [];
    const leftOut: RowReason[] = [];
    // Cleaned once, although fields are read several times.
    const values = cells.map(plainCell);
    const read = (field: BookingField) => {
      const cell = values[at(field)] ?? '';
      return OPTIONAL.has(field) ? optionalCell(cell) : cell;
    };
    const reasonAt = (code: RowProblem, field: BookingField | null, detail?: number): RowReason => ({
      code,
      column: field === null || at(field) < 0 ? null : at(field),
      ...(detail === undefined ? {} : { detail }),
    });
    const refuse = (code: RowProblem, field: BookingField | null = null, detail?: number) => {
      reasons.push(reasonAt(code, field, detail));
    };
    const leaveOut = (code: RowProblem, field: BookingField) => leftOut.push(reasonAt(code, field));
    const done = (sent: ImportedBooking | null) => ({
      line,
      cells,
      reasons,
      ...(leftOut.length > 0 ? { leftOut } : {}),
      sent: reasons.length > 0 ? null : sent,
    });
    if (isBroken) {
      refuse('broken');
      return done(null);
    }
    if (cells.slice(width).some((cell) => cell.trim() !== '')) refuse('too_many_cells');
    const text = (field: BookingField, longest: number) => {
      if (isLongerThan(read(field), longest)) refuse('too_long', field);
      return read(field) || null;
    };

    // Departure.
    const tourName = read('tour');
    const tour = tourOf(tourName);
    if (tourName === '') refuse('required', 'tour');
    else if (!tour) refuse('unknown_tour', 'tour');
    const date = dateOf(read('date'));
    if (read('date') === '') refuse('required', 'date');
    else if (date === null) refuse('date', 'date');
    const timeField = read('time') === '' ? 'date' : 'time';
    const time = timeField === 'time' ? timeOf(read('time')) : timeInDate(read('date'));
    if (timeField === 'time' && time === null) refuse('time', 'time');
    const language = read('language') === '' ? null : parseLanguage(read('language'));
    if (read('language') !== '' && language === null) leaveOut('language', 'language');
    let departure: LookupDeparture | null = null;
    if (tour && date !== null && !(timeField === 'time' && time === null)) {
      const minute = time === null ? null : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
      const there = (departures.get(`${tour.id} ${date}`) ?? []).filter(
        (departure) => minute === null || departure.minute === minute,
      );
      const spoken = language === null ? there : there.filter((departure) => departure.language === language);
      const fitting = spoken.length > 0 ? spoken : there;
      const running = fitting.filter(({ state }) => state !== 'cancelled');
      const choice = running.length > 0 ? running : fitting;
      if (choice.length === 0)
        refuse('no_departure', timeField === 'time' && departures.has(`${tour.id} ${date}`) ? 'time' : 'date');
      else if (choice.length > 1) refuse('several_departures', at('time') >= 0 ? 'time' : 'date');
      else departure = choice[0] ?? null;
    }

    // Contact and party.
    const full = text('name', 200);
    const name = full ?? `${read('firstName')} ${read('lastName')}`.trim();
    if (full === null && isLongerThan(name, 200))
      refuse('too_long', read('firstName').length > read('lastName').length ? 'firstName' : 'lastName');
    if (name === '') refuse('required', at('name') >= 0 ? 'name' : at('lastName') >= 0 ? 'lastName' : 'firstName');
    const email = normalizeEmailAddress(read('email')) || null;
    if (email !== null && email.length > MAX_EMAIL_ADDRESS_LENGTH) refuse('too_long', 'email');
    else if (email !== null && !isEmailAddress(email)) refuse('email', 'email');
    const phone = read('phone') === '' ? null : parsePhone(read('phone'), country);
    if (read('phone') !== '' && phone === null) refuse('phone', 'phone');
    else if (phone !== null && phone.length > 50) refuse('too_long', 'phone');
    // "NA" is Namibia, not "not available".
    const land = values[at('country')] === 'NA' ? 'NA' : parseCountry(read('country'));
    // The country is optional information.
    if (read('country') !== '' && land === null) leaveOut('country', 'country');
    const locale = parseLocale(read('locale'));

    const counts = new Map<PriceCategoryType, { count: number; field: BookingField }>();
    for (const type of types) {
      if (read(type) === '') continue;
      const count = parseCount(read(type));
      if (count === null) refuse('count', type);
      else if (count > 0) counts.set(type, { count, field: type });
    }
    // "2 × Adult" may also be in the guests column.
    for (const field of at('kind') >= 0 ? (['kind'] as const) : (['party', 'guests'] as const)) {
      const text = read(field);
      if (counts.size > 0 || text === '' || reasons.some(({ code }) => code === 'count' || code === 'party')) continue;
      const count = parseCount(text);
      const party = count === null ? parsePartyText(text) : null;
      // A plain number means the only category sold, or adults.
      const type = tour?.prices.length === 1 ? tour.prices[0]?.type : 'ADULT';
      if (count === null && party === null) refuse(field === 'guests' ? 'count' : 'party', field);
      else if (count !== null && count > 0 && type) counts.set(type, { count, field });
      for (const [kind, number] of party ?? []) counts.set(kind, { count: number, field });
    }
    const some = [...counts.values()].reduce((sum, { count }) => sum + count, 0);
    if (some > 100) refuse('count', [...counts.values()][0]?.field ?? null);
    else if (some === 0 && !reasons.some(({ code }) => code === 'party' || code === 'count'))
      refuse(
        'no_guests',
        PRICE_CATEGORY_TYPES.find((type) => at(type) >= 0) ??
          (['kind', 'guests'] as const).find((field) => at(field) >= 0) ??
          'party',
      );
    const party: Record<Uuid, number> = {};
    if (tour)
      for (const [type, { count, field }] of counts) {
        const prices = tour.prices.filter((price) => price.type === type);
        // Two prices of one category are ambiguous.
        if (prices.length !== 1 || !prices[0]) refuse('not_sold', field);
        else party[prices[0].id] = count;
      }

    // Amounts.
    const isOwnCurrency = read('currency') === '' || isSymbolOf(read('currency'), currency);
    const amount = (field: 'total' | 'paid'): MinorUnits | null => {
      if (answers.amounts === 'left_out' || read(field) === '') return null;
      const found = amountOf(read(field));
      if (at('kind') >= 0 && read(field).includes(AMOUNT_SEPARATOR)) refuse('amount_each', field);
      else if ('problem' in found) refuse(found.problem, field);
      else if (found.amount > 0 && !isOwnCurrency) refuse('currency', 'currency');
      else return found.amount;
      return null;
    };
    const [total, paid] = [amount('total'), amount('paid')];

    // Status and other fields.
    const off = read('cancelled') === '' ? false : cancelledOf(read('cancelled'));
    const status = off ? 'CANCELLED' : read('status') === '' ? 'CONFIRMED' : parseStatus(read('status'));
    if (off === null) refuse('status', 'cancelled');
    // Without a status in the file, a re-import keeps the booking's state.
    const saysStatus = read('status') !== '' || read('cancelled') !== '';
    if (status === null) refuse('status', 'status');
    else if (status === 'held') refuse('held', 'status');
    const source = read('source') === '' ? 'office' : (parseSource(read('source')) ?? 'partner');
    const note = text('note', 5000);
    const created = read('created') === '' ? null : createdOf(read('created'));
    if (read('created') !== '' && created === null) leaveOut('date', 'created');
    const reference = text('reference', 200);
    const voucher = text('voucher', 200);
    if (reasons.length > 0 || !departure || status === null || status === 'held') return done(null);

    const uniqueId = reference ?? voucher;
    const key = uniqueId
      ? `r:${uniqueId.toLowerCase()}`
      : `h:${hashText(JSON.stringify([departure.tourId, departure.localDate, departure.minute, normalizeText(name), email?.toLowerCase(), phone]))}`;
    const first = before.get(key);
    if (first !== undefined) {
      refuse('twice', uniqueId ? (reference ? 'reference' : 'voucher') : 'name', first);
      return done(null);
    }
    before.set(key, line);
    const contact = { name, email, phone, country: land, ...(locale ? { locale } : {}) };
    return done({
      key,
      marks: {
        when: departure.id,
        party: commonMark(JSON.stringify(Object.entries(party).sort())),
        contact: hashText(JSON.stringify(contact)),
        note: commonMark(note ?? ''),
        total,
        paid: paid ?? 0,
        ...(saysStatus ? { state: status } : {}),
      },
      departureId: departure.id,
      party,
      contact,
      state: status,
      note,
      source,
      voucherNumber: voucher ?? reference,
      total,
      paid: paid ?? 0,
      createdAt: created === null ? null : `${created}T12:00:00Z`,
    });
  };
}
