import { describe, expect, test } from 'vitest';
import { BOOKING_COLUMNS } from './booking-columns.ts';
import { bookingReader } from './booking-reader.ts';
import { daysOf, inspectBookings, missingFields } from './booking-inspection.ts';
import { toursByName } from './tours-by-name.ts';
import type { BookingAnswers } from './imported-booking.ts';
import { matchColumns } from './columns.ts';
import { parseCsv } from './csv.ts';
import { ANSWERS, BOOK, HEAD, read } from './testing/read-bookings.ts';
import { decodeText } from './text.ts';

const reasons = (text: string, answers?: BookingAnswers) =>
  read(text, answers ? { answers } : {}).map((row) => row.reasons.map(({ code, column }) => [code, column]));

describe('a row', () => {
  test('is read with tour, departure, party, contact and amounts', () => {
    const [row] = read(
      'Reference;Tour;Date;Time;Language;Name;Phone;Country;Language of the guest;Adults;Children;Total;Paid;Status;Source;Note;Booked on\n' +
        'GYG-1;havnerundtur;2026-05-02;10.00;dansk;Anna Holm;20304050;Danmark;Spanish;2;1;DKK 125;50,00;Confirmed;GetYourGuide;"By bus\nlate";2026-01-05\n',
      { answers: { ...ANSWERS, order: { date: 'ymd', created: 'ymd' } } },
    );
    expect(row?.reasons).toEqual([]);
    expect(row?.sent).toMatchObject({
      key: 'r:gyg-1',
      departureId: 'd2',
      party: { a: 2, c: 1 },
      contact: { name: 'Anna Holm', email: null, phone: '+4520304050', country: 'DK', locale: 'es' },
      state: 'CONFIRMED',
      source: 'partner',
      note: 'By bus\nlate',
      voucherNumber: 'GYG-1',
      total: 12_500,
      paid: 5000,
      createdAt: '2026-01-05T12:00:00Z',
    });
  });

  test.each([
    ['Harbour walk;2026-05-02;12:00;;Anna;2;;;;', []],
    ['Harbour walk;2026-05-03;;;Anna;2;;;;', []],
    ['Harbour walk;2026-05-03 10:00;;;Anna;2;;;;', []],
    ['Harbour walk;2026-05-02;10:00;;Anna;2;;;;', [['several_departures', 2]]],
    ['Harbour walk;2026-05-02;;;Anna;2;;;;', [['several_departures', 2]]],
    ['Harbour walk;2026-05-02;9:00;;Anna;2;;;;', [['no_departure', 2]]],
    ['Harbour walk;2027-05-02;10:00;;Anna;2;;;;', [['no_departure', 1]]],
    ['Castle;2026-05-02;10:00;;Anna;2;;;;', [['unknown_tour', 0]]],
    [
      'Harbour walk;soon;25:00;;Anna;2;;;;',
      [
        ['date', 1],
        ['time', 2],
      ],
    ],
    [';;;;;;;;;', []],
    [
      ';2026-05-03;;;;;;;;',
      [
        ['required', 0],
        ['required', 4],
        ['no_guests', 5],
      ],
    ],
    [
      'Harbour walk;2026-05-03;;Klingon;Anna;x;2;-1;perhaps;no mail',
      [
        ['email', 9],
        ['count', 5],
        ['money', 7],
        ['status', 8],
      ],
    ],
    ['Harbour walk;2026-05-03;;;Anna;1;;;On hold;', [['held', 8]]],
    ['Harbour walk;2026-05-03;;;Anna;1;;€ 5;;', [['currency', 7]]],
    ['Harbour walk;2026-05-03;;;Anna;1;;;;;more', [['too_many_cells', null]]],
    ['Harbour walk;2026-05-03;;;"Anna;1;;;;', [['broken', null]]],
  ])('reports the problems of the line %j', (line, result) => {
    expect(reasons(`${HEAD}${line}\n`)).toEqual(line === ';;;;;;;;;' ? [] : [result]);
  });

  test('is refused at the cell that is too long; nothing is truncated', () => {
    const head = 'Tour;Date;First name;Last name;Adults;Email;Note;Voucher';
    const column = ['', '', 'firstName', 'lastName', '', 'email', 'note', 'voucher'];
    const cells = ['Harbour walk', '2026-05-03', 'Anna', 'Holm', '2', 'anna@holm.test', 'By bus', 'V-1'];
    const line = (at: number, text: string) => cells.with(at, text).join(';');
    for (const at of [2, 3, 5, 6, 7])
      expect([column[at], reasons(`${head}\n${line(at, `${'x'.repeat(400_000)}@y`)}\n`)]).toEqual([
        column[at],
        [[['too_long', at]]],
      ]);
    expect(reasons(`${head}\n${cells.join(';')}\n`)).toEqual([[]]);
  });

  test('is refused the second time, by its reference or by its content', () => {
    const [, other] = read(`${HEAD}Harbour walk;2026-05-03;;;Anna;1;;;;\nharbour walk;2026-05-03;10:00;;ANNA;2;;;;\n`);
    expect(other?.reasons).toEqual([{ code: 'twice', column: 4, detail: 2 }]);
    const text = 'Voucher;Tour;Date;Name;Guests\nX1;Harbour walk;2026-05-03;Anna;1\nx1;Harbour walk;2026-05-03;Bo;1\n';
    expect(reasons(text)).toEqual([[], [['twice', 0]]]);
  });

  test('is read by the user’s answers: tour, date order, no amounts', () => {
    const text = `${HEAD}City stroll;03-05-2026;;;Anna;1;;5;;\nNowhere;03-05-2026;;;Anna;1;;5;;\n`;
    const answers: BookingAnswers = {
      order: { date: 'dmy' },
      tours: { 'city stroll': 't1', nowhere: '' },
      amounts: 'left_out',
    };
    const [first, second] = read(text, { answers });
    expect(first?.sent).toMatchObject({ departureId: 'd4', paid: 0, total: null });
    expect(second?.reasons).toEqual([{ code: 'unknown_tour', column: 0 }]);
  });
});

/**
 * As a Danish spreadsheet exports it: phone numbers without +, and in one row a serial number as the date and a
 * fraction of a day as the time.
 */
const DANISH = [
  'Bookingnummer;Tur;Dato;Tid;Navn;Telefon;E-mail;Voksne;Børn;Pris;Betalt;Status;Bemærkninger',
  'OTA-1001;Havnerundtur;02-05-2026;12:00;Søren Ærø;20304050;soren@ærø.dk;2;;"100,00";"50,00";Bekræftet;"Kommer med bus\nog en hund"',
  'OTA-1002;Havnerundtur;13-05-2026;12.00;Åse Lund;4520304051;;1;;50;0;Bekræftet;',
  'OTA-1003;Havnerundtur;46144;0,5;Jørgen Holm;;;2;3;"150,00 kr.";"1.50,00";Bekræftet;',
  'OTA-1004;Havnerundtur;02-05-2026;12:00;Bodil Vang;;;1;;50;50;Afventer;',
].join('\r\n');

test('a Danish spreadsheet’s file is read; only ambiguous columns must be asked about', () => {
  const { headings, rows } = parseCsv(decodeText(new TextEncoder().encode(DANISH)).text);
  const mapping = matchColumns(headings, BOOKING_COLUMNS);
  expect(mapping).toEqual([
    'reference',
    'tour',
    'date',
    'time',
    'name',
    'phone',
    'email',
    'ADULT',
    'CHILD',
    'total',
    'paid',
    'status',
    'note',
  ]);
  expect(missingFields(mapping)).toEqual([]);
  expect(missingFields([null])).toEqual(['tour', 'date', 'name', 'guests']);
  expect(inspectBookings(rows, { mapping })).toEqual({
    dates: { date: { orders: ['dmy'], examples: [] } },
    tours: [{ name: 'Havnerundtur', rows: 4 }],
    asksCurrency: true,
  });
  expect(daysOf(rows, mapping, 'dmy')).toEqual({ from: '2026-05-02', to: '2026-05-13' });
  const bookings = rows.map(
    bookingReader(BOOK, { mapping, currency: 'DKK', country: 'DK' }, { ...ANSWERS, order: { date: 'dmy' } }),
  );
  expect(
    bookings.map(({ line, reasons: rowReasons }) => [line, rowReasons.map(({ code, column }) => [code, column])]),
  ).toEqual([
    [2, []],
    [4, [['no_departure', 2]]],
    [5, [['money', 10]]],
    [6, []],
  ]);
  expect(bookings[0]?.sent).toMatchObject({
    contact: { phone: '+4520304050' },
    note: 'Kommer med bus\nog en hund',
    paid: 5000,
    total: 10_000,
  });
});

test('toursByName finds tours by all their names, except ambiguous ones', () => {
  const named = toursByName(BOOK.tours);
  expect([named('HAVNERUNDTUR '), named('harbour-walk'), named('Castle'), named('castle-2')]).toEqual([
    't1',
    't1',
    null,
    't3',
  ]);
});
