/** Parses the parts of a booking from its row, and refuses the cells that are wrong. */
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from '../enums.ts';
import { isEmailAddress, MAX_EMAIL_ADDRESS_LENGTH, normalizeEmailAddress } from '../email-address.ts';
import { isLongerThan } from '../fields.ts';
import type { MinorUnits, Uuid } from '../ids.ts';
import type { BookingField } from './booking-fields.ts';
import type { BookingFile } from './booking-file.ts';
import type { BookingRow } from './booking-row.ts';
import { parsePartyText, parseStatus } from './booking-values.ts';
import { isSymbolOf, parseCount, parseLanguage, parseLocale } from './cells.ts';
import { parseCountry } from './countries.ts';
import { DATE_ORDERS, parseDateCell } from './dates.ts';
import { AMOUNT_SEPARATOR } from './guest-rows.ts';
import type { LookupDeparture, LookupTour } from './imported-booking.ts';
import { parsePhone } from './phone.ts';
import { parseYesNo } from './tour-headings.ts';

export function parseDeparture({ read, refuse, leaveOut }: BookingRow, file: BookingFile) {
  const tourName = read('tour');
  const tour = file.tourOf(tourName);
  if (tourName === '') refuse('required', 'tour');
  else if (!tour) refuse('unknown_tour', 'tour');
  const date = file.dateOf(read('date'));
  if (read('date') === '') refuse('required', 'date');
  else if (date === null) refuse('date', 'date');
  const timeField = read('time') === '' ? 'date' : 'time';
  const time = timeField === 'time' ? file.timeOf(read('time')) : file.timeInDate(read('date'));
  if (timeField === 'time' && time === null) refuse('time', 'time');
  const language = read('language') === '' ? null : parseLanguage(read('language'));
  if (read('language') !== '' && language === null) leaveOut('language', 'language');
  if (!tour || date === null || (timeField === 'time' && time === null)) return { tour, departure: null };
  const onDate = file.departuresOn(tour, date);
  const choice = matchingDepartures(onDate ?? [], { time, language });
  if (choice.length === 0) refuse('no_departure', timeField === 'time' && onDate ? 'time' : 'date');
  else if (choice.length > 1) refuse('several_departures', file.at('time') >= 0 ? 'time' : 'date');
  return { tour, departure: choice.length === 1 ? (choice[0] ?? null) : null };
}

/** Returns the departures at the time. Prefers those in the language, and those that are not cancelled. */
function matchingDepartures(
  departures: readonly LookupDeparture[],
  { time, language }: { time: string | null; language: string | null },
): readonly LookupDeparture[] {
  const minute = time === null ? null : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const there = departures.filter((departure) => minute === null || departure.minute === minute);
  const spoken = language === null ? there : there.filter((departure) => departure.language === language);
  const fitting = spoken.length > 0 ? spoken : there;
  const running = fitting.filter(({ state }) => state !== 'cancelled');
  return running.length > 0 ? running : fitting;
}

export function parseContact({ read, text, refuse, leaveOut }: BookingRow, { at, country }: BookingFile) {
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
  const land = read('country') === 'NA' ? 'NA' : parseCountry(read('country'));
  // The country is optional information.
  if (read('country') !== '' && land === null) leaveOut('country', 'country');
  const locale = parseLocale(read('locale'));
  return { name, email, phone, country: land, ...(locale ? { locale } : {}) };
}

type Counts = Map<PriceCategoryType, { count: number; field: BookingField }>;

/** Returns the number of guests of each price. */
export function parseParty(row: BookingRow, file: BookingFile, tour: LookupTour | undefined): Record<Uuid, number> {
  const { refuse, isRefused } = row;
  const counts = parseCounts(row, file, tour);
  const some = [...counts.values()].reduce((sum, { count }) => sum + count, 0);
  if (some > 100) refuse('count', [...counts.values()][0]?.field ?? null);
  else if (some === 0 && !isRefused('party', 'count'))
    refuse(
      'no_guests',
      PRICE_CATEGORY_TYPES.find((type) => file.at(type) >= 0) ??
        (['kind', 'guests'] as const).find((field) => file.at(field) >= 0) ??
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
  return party;
}

function parseCounts(row: BookingRow, { at, types }: BookingFile, tour: LookupTour | undefined): Counts {
  const { read, refuse, isRefused } = row;
  const counts: Counts = new Map();
  for (const type of types) {
    if (read(type) === '') continue;
    const count = parseCount(read(type));
    if (count === null) refuse('count', type);
    else if (count > 0) counts.set(type, { count, field: type });
  }
  // "2 × Adult" may also be in the guests column.
  for (const field of at('kind') >= 0 ? (['kind'] as const) : (['party', 'guests'] as const)) {
    const text = read(field);
    if (counts.size > 0 || text === '' || isRefused('count', 'party')) continue;
    const count = parseCount(text);
    const party = count === null ? parsePartyText(text) : null;
    // A plain number means the only category sold, or adults.
    const type = tour?.prices.length === 1 ? tour.prices[0]?.type : 'ADULT';
    if (count === null && party === null) refuse(field === 'guests' ? 'count' : 'party', field);
    else if (count !== null && count > 0 && type) counts.set(type, { count, field });
    for (const [kind, number] of party ?? []) counts.set(kind, { count: number, field });
  }
  return counts;
}

export function parseAmounts({ read, refuse }: BookingRow, { at, currency, amounts, amountOf }: BookingFile) {
  const isOwnCurrency = read('currency') === '' || isSymbolOf(read('currency'), currency);
  const amount = (field: 'total' | 'paid'): MinorUnits | null => {
    if (amounts === 'left_out' || read(field) === '') return null;
    const found = amountOf(read(field));
    if (at('kind') >= 0 && read(field).includes(AMOUNT_SEPARATOR)) refuse('amount_each', field);
    else if ('problem' in found) refuse(found.problem, field);
    else if (found.amount > 0 && !isOwnCurrency) refuse('currency', 'currency');
    else return found.amount;
    return null;
  };
  const total = amount('total');
  return { total, paid: amount('paid') };
}

/** Returns null if the row is refused. `isInFile`: without a status in the file, a re-import keeps the booking's. */
export function parseBookingState({ read, refuse }: BookingRow) {
  const off = read('cancelled') === '' ? false : cancelledOf(read('cancelled'));
  const status = off ? 'CANCELLED' : read('status') === '' ? 'CONFIRMED' : parseStatus(read('status'));
  if (off === null) refuse('status', 'cancelled');
  if (status === null) refuse('status', 'status');
  else if (status === 'held') refuse('held', 'status');
  else return { status, isInFile: read('status') !== '' || read('cancelled') !== '' };
  return null;
}

/** Returns whether a cell says that the booking is cancelled: yes or no, a status, or the date of the cancellation. */
function cancelledOf(cell: string): boolean | null {
  const value = parseYesNo(cell) ?? parseStatus(cell);
  if (typeof value === 'boolean') return value;
  if (value !== null) return value === 'CANCELLED' ? true : value === 'CONFIRMED' ? false : null;
  return DATE_ORDERS.some((order) => parseDateCell(cell, order) !== null) ? true : null;
}
