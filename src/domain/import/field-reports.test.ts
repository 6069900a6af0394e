/** Cells and columns that users reported, and similar ones. */
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../countries.ts';
import { LOCALES } from '../locales.ts';
import { BOOKING_COLUMNS } from './booking-columns.ts';
import { bookingReader } from './booking-reader.ts';
import { parseStatus } from './booking-values.ts';
import { parseAmount, parseLanguage } from './cells.ts';
import { matchColumns } from './columns.ts';
import { parseCountry } from './countries.ts';
import { parseCsv } from './csv.ts';
import { parseDateCell, timeInDateCell } from './dates.ts';
import type { BookingLookup } from './imported-booking.ts';
import { parsePhone } from './phone.ts';
import { stateColumns, undecidedColumns } from './state-columns.ts';

const BOOK: BookingLookup = {
  tours: [
    {
      id: 't1',
      slug: 'old-town-stories',
      title: { en: 'Old town stories' },
      minimumParty: 1,
      prices: [{ id: 'a', type: 'ADULT', amount: 19_500, seats: 1, accompaniedBy: [] }],
    },
  ],
  departures: [
    { id: 'd1', tourId: 't1', localDate: '2026-11-27', minute: 600, language: 'en', left: 10, state: 'open' },
  ],
};
const read = (text: string) => {
  const { headings, rows } = parseCsv(text);
  const mapping = matchColumns(headings, BOOKING_COLUMNS);
  return rows.map(
    bookingReader(
      BOOK,
      { mapping, currency: 'DKK', country: 'DK' },
      { order: { date: 'dmy' }, tours: {}, amounts: 'own' },
    ),
  );
};
const row = (cells: Record<string, string>) => {
  const all = { Tour: 'Old town stories', Date: '27/11/2026', Time: '10:00', Name: 'Ida', Adults: '1', ...cells };
  const text = `${Object.keys(all).join(',')}\n${Object.values(all)
    .map((cell) => `"${cell}"`)
    .join(',')}\n`;
  return read(text)[0]!;
};

describe('countries', () => {
  test.each([
    ['Germany', 'DE'],
    ['DE', 'DE'],
    ['Tyskland', 'DE'],
    ['Alemania', 'DE'],
    ['Germania', 'DE'],
    ['Deutschland', 'DE'],
    ['DEU', 'DE'],
    ['276', 'DE'],
    ['germany ', 'DE'],
    ['Germany (DE)', 'DE'],
    ['DE - Germany', 'DE'],
    ['de-DE', 'DE'],
    ['🇩🇪', 'DE'],
    ['UK', 'GB'],
    ['U.K.', 'GB'],
    ['Great Britain', 'GB'],
    ['England', 'GB'],
    ['Scotland', 'GB'],
    ['Storbritannien', 'GB'],
    ['Reino Unido', 'GB'],
    ['Regno Unito', 'GB'],
    ['Inglaterra', 'GB'],
    ['en-GB', 'GB'],
    ['GBR', 'GB'],
    ['United States of America', 'US'],
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['US', 'US'],
    ['EE. UU.', 'US'],
    ['EEUU', 'US'],
    ['Stati Uniti', 'US'],
    ['Estados Unidos', 'US'],
    ['Czech Republic', 'CZ'],
    ['Czechia', 'CZ'],
    ['República Checa', 'CZ'],
    ['Tjekkiet', 'CZ'],
    ['CZE', 'CZ'],
    ['Holland', 'NL'],
    ['The Netherlands', 'NL'],
    ['Nederland', 'NL'],
    ['Países Bajos', 'NL'],
    ['Paesi Bassi', 'NL'],
    ['Schweiz', 'CH'],
    ['Suiza', 'CH'],
    ['SWITZERLAND', 'CH'],
    ['Denmark (+45)', 'DK'],
    ['Danmark', 'DK'],
    ['Dinamarca', 'DK'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['Korea, Republic of', 'KR'],
    ['South Korea', 'KR'],
    ['Russian Federation', 'RU'],
    ['Viet Nam', 'VN'],
    ['Ivory Coast', 'CI'],
    ['Cape Verde', 'CV'],
    ['Hong Kong SAR China', 'HK'],
    ['Österreich', 'AT'],
    ['Sverige', 'SE'],
    ['Brasil', 'BR'],
    ['日本', 'JP'],
    ['Kosovo', 'XK'],
    ['Atlantis', null],
    ['DD', 'DE'],
    ['ZZ', null],
    ['Earth', null],
    ['Germany / Denmark', null],
    ['', null],
  ])('%j is %s', (cell, code) => expect(parseCountry(cell)).toBe(code));

  test('every country is found by its code and by its name in each of our languages', () => {
    for (const code of COUNTRIES) {
      expect([code, parseCountry(code)]).toEqual([code, code]);
      for (const locale of LOCALES) {
        const name = new Intl.DisplayNames(locale, { type: 'region' }).of(code)!;
        expect([code, locale, name, parseCountry(name)]).toEqual([code, locale, name, code]);
      }
    }
  });
  test('every language is found by its code, even if two share a name', () => {
    for (const code of ['no', 'nb', 'da', 'uk', 'he', 'zh']) expect(parseLanguage(code)).toBe(code);
  });

  test.each([
    ['Germany', 'DE', []],
    ['Unknown', null, []],
    ['n/a', null, []],
    ['NA', 'NA', []],
    ['', null, []],
    ['Ukendt', null, []],
    ['Atlantis', null, ['country']],
  ])('a guest from %j is imported', (cell, country, leftOut) => {
    const { sent, reasons, leftOut: without = [] } = row({ Country: cell });
    expect(reasons).toEqual([]);
    expect(sent?.contact.country).toBe(country);
    expect(without.map(({ code }) => code)).toEqual(leftOut);
  });
});

test('an optional cell that is not understood is ignored and reported', () => {
  const { sent, reasons, leftOut } = row({ Country: 'Atlantis', Language: 'Klingon', 'Booked on': 'long ago' });
  expect(reasons).toEqual([]);
  expect(sent?.departureId).toBe('d1');
  expect(leftOut).toEqual([
    { code: 'language', column: 6 },
    { code: 'country', column: 5 },
    { code: 'date', column: 7 },
  ]);
  for (const nothing of ['-', 'N/A', 'none', 'Unknown', 'ingen', 'sin datos', 'nessuno'])
    expect(row({ Email: nothing, Phone: nothing, Total: nothing, Paid: nothing, Children: nothing }).reasons).toEqual(
      [],
    );
});

describe('phone numbers', () => {
  test.each([
    ['393331234567.0', '+393331234567'],
    ['4915112345678.0', '+4915112345678'],
    ['393331234567,00', '+393331234567'],
    ['+393331234567.00', '+393331234567'],
    ['3.93331234567E+11', '+393331234567'],
    ['3,93331234567E+11', '+393331234567'],
    ['3.93331234567e11', '+393331234567'],
    ['3.933312345670E+11', '+393331234567'],
    ['393,331,234,567', '+393331234567'],
    ['393.331.234.567', '+393331234567'],
    ['393,331,234,567.00', '+393331234567'],
    ["'+393331234567", '+393331234567'],
    ["'393331234567", '+393331234567'],
    ['="393331234567"', '+393331234567'],
    ['p:+393331234567', '+393331234567'],
    ['Tel. +39 333 123 4567', '+393331234567'],
    ['(+39) 333 1234567', '+393331234567'],
    ['+39‑333‑1234567', '+393331234567'],
    ['\u202a+39 333 1234567\u202c', '+393331234567'],
    ['+39 333\u00a0123\u202f4567', '+393331234567'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['２０３０４０５０', '+4520304050'],
    ['20304050.0', '+4520304050'],
    ['20.30.40.50', '+4520304050'],
    ['20 30 40 50', '+4520304050'],
    // Digits are lost.
    ['3.93331E+11', null],
    ['3,9333E+11', null],
    ['4E+9', null],
    // Unchanged.
    ['+45 20304050 ext. 12', '+45 20304050 ext. 12'],
    ['20304050x12', '20304050x12'],
    ['+45 20304050 lok. 3', '+45 20304050 lok. 3'],
    ['20304050 / 20304051', '20304050 / 20304051'],
    ['+4520304050, +4520304051', '+4520304050, +4520304051'],
    ['20304050 or 20304051', '20304050 or 20304051'],
    ['ask at reception', 'ask at reception'],
  ])('%j is %j', (cell, number) => expect(parsePhone(cell, 'DK')).toBe(number));
});

describe('dates with month names, and other dates of spreadsheets', () => {
  test.each([
    '27-Nov-26',
    '27-Nov-2026',
    '27-nov-26',
    '27-NOV-2026',
    '27.nov.2026',
    '27/nov/26',
    '27 Nov 26',
    '27nov2026',
    '27 nov. 2026',
    '27. november 2026',
    'fredag den 27. november 2026',
    'fre. 27-nov-26',
    'fre 27-11-2026',
    'Friday, November 27, 2026',
    'Fri, Nov 27, 2026',
    'November 27th, 2026',
    '27th of November 2026',
    'Nov-27-2026',
    '2026-Nov-27',
    '27 de noviembre de 2026',
    'viernes, 27 de noviembre de 2026',
    'vie. 27/11/2026',
    '27-nov.-26',
    '27 novembre 2026',
    'ven 27 nov 2026',
    'venerdì 27 novembre 2026',
    'Il 27 novembre 2026',
    '27-november-26',
    '27/11/26',
    '27.11.2026',
    '46353',
    '46353.4166667',
    '20261127',
    '27-Nov-26 10:00',
    '27-Nov-2026 - 10:00',
    '27 nov 2026 a las 10:00',
    '27 novembre 2026 alle ore 10:00',
    '27. nov. 2026 kl. 10.00',
    'Nov 27, 2026 at 10:00 AM',
    '27\u00a0nov\u202f2026',
  ])('%j is 27 November 2026', (cell) => expect(parseDateCell(cell, 'dmy')).toBe('2026-11-27'));

  test.each([
    ['mar 24-nov-2026', '2026-11-24'],
    ['mar. 24/11/2026', '2026-11-24'],
    ['24 mar 2026', '2026-03-24'],
    ['mar 24 2026', '2026-03-24'],
    ['1º de mayo de 2026', '2026-05-01'],
    ['3-ago-26', '2026-08-03'],
    ['3-gen-26', '2026-01-03'],
    ['3-maj-26', '2026-05-03'],
    ['3-ott-26', '2026-10-03'],
    ['3-Sept-26', '2026-09-03'],
    ['3-dic-26', '2026-12-03'],
    ['3-lug-26', '2026-07-03'],
    ['27-Nov', null],
    ['Nov 2026', null],
    ['31-Nov-2026', null],
    ['27-Foo-2026', null],
    ['27-Nov-026', null],
    ['27 Nov 2026 and 28 Nov 2026', null],
    ['soon', null],
  ])('%j is %s', (cell, day) => expect(parseDateCell(cell, 'dmy')).toBe(day));

  test.each(['27-Nov-26 10:00', '27 nov 2026 a las 10:00', '27. nov. 2026 kl. 10.00', 'Nov 27, 2026 - 10:00 AM'])(
    '%j has its time',
    (cell) => expect(timeInDateCell(cell)).toBe('10:00'),
  );
});

describe('amounts', () => {
  test.each([
    '195.00-',
    '195,00-',
    '195-',
    '195.00 -',
    '-195.00',
    '−195.00',
    '–195.00',
    '—195',
    '﹣195',
    '－195',
    '195.00−',
    '195.00–',
    '(195.00)',
    '(195)',
    '(DKK 195.00)',
    'DKK -195.00',
    'DKK 195.00-',
    '195.00- DKK',
    '-DKK 195.00',
    '195,00-kr.',
    '+195',
    '195 CR',
    '195.00--',
    '[195]',
    '195%',
    '=195',
  ])('%j is refused', (cell) => expect(parseAmount(cell, 'DKK')).toHaveProperty('problem'));
  test.each([
    '195,-',
    '195,--',
    '195.-',
    '195.–',
    'kr. 195,-',
    '195,- kr.',
    'DKK 195.00',
    '195.00 DKK',
    '195,00 kr',
    'kr195',
    ' 195,00 ',
    '195.00',
    'DKK\u00a0195,00',
  ])('%j is an amount', (cell) => expect(parseAmount(cell, 'DKK')).toEqual({ amount: 19_500 }));
  test('a refund is not read as a payment', () => {
    expect(row({ Total: '195.00', Paid: '195.00-' }).reasons).toEqual([{ code: 'money', column: 6 }]);
  });
});

describe('parseStatus', () => {
  const STATUS_CELLS = {
    CANCELLED:
      'Cancelled|Canceled|CANCELLED|Cancelled by customer|Cancelled (no refund)|Canceled - Refunded|Order cancelled|Void|VOIDED|Refunded|Deleted|CXL|Cancelada|Cancelado|Anulada|Reserva cancelada|Reembolsada|Annulleret|Aflyst|Afbestilt|Aflyst af kunden|Refunderet|Annullata|Annullato|Cancellata|Disdetta|Rimborsata|Storniert',
    CONFIRMED:
      'Confirmed|CONFIRMED|Booked|Paid|Partially paid|Checked in|No show|Redeemed|Completed|Amended|Active|Approved|Confirmed - paid|Confirmada|Pagada|Realizada|Bekræftet|Betalt|Godkendt|Confermata|Pagata|Effettuata',
    PENDING:
      'Pending|New|Processing|Pending supplier|Awaiting payment|Pendiente|Por confirmar|Afventer|Ubekræftet|In attesa|Da confermare',
    EXPIRED: 'Expired|Abandoned cart|Timeout|Failed|Caducada|Udløbet|Scaduta',
    REJECTED: 'Rejected|Declined|Rechazada|Afvist|Rifiutata',
    held: 'On hold|On-Hold|ON_HOLD|Reserved|Provisional|Retenida|Reserveret|In opzione',
  };
  test.each(Object.entries(STATUS_CELLS))('reads %s', (state, cells) => {
    for (const cell of cells.split('|')) expect([cell, parseStatus(cell)]).toEqual([cell, state]);
  });
  test.each([
    'Not cancelled',
    'Cancellation requested',
    'Pending cancellation',
    'Partially refunded',
    'Waitlist',
    'perhaps',
  ])('does not take %j for a status', (cell) => expect(parseStatus(cell)).toBeNull());
});

describe('the status column', () => {
  test.each(
    [
      // Bókun, Rezdy, Checkfront, TrekkSoft, Regiondo, Peek, Rezgo, Xola, Ventrata, GetYourGuide, WooCommerce.
      'Status|Order Status|Order status|Booking Status|Booking status|Reservation Status|Booking State|State|Ticket status|Item Status|order_status|OrderStatus',
      'Estado|Estado de la reserva|Estado del pedido|Estado reserva',
      'Bookingstatus|Ordrestatus|Bestillingsstatus|Reservationsstatus|Tilstand|Booking-status',
      'Stato|Stato prenotazione|Stato della prenotazione|Stato ordine|Stato dell’ordine',
    ].flatMap((names) => names.split('|')),
  )('%j is mapped or asked about', (heading) => {
    const text = `Tour,Date,Time,Name,Adults,${heading}\nOld town stories,27/11/2026,10:00,Ida,1,Cancelled\n`;
    const { headings, rows } = parseCsv(text);
    const mapping = matchColumns(headings, BOOKING_COLUMNS);
    if (mapping[5] === 'status') expect(read(text)[0]?.sent?.state).toBe('CANCELLED');
    else expect(undecided(text)).toEqual([5]);
    expect(rows).toHaveLength(1);
  });

  const undecided = (text: string, { knownColumns = [] as number[], decided = [] as number[] } = {}) => {
    const { headings, rows } = parseCsv(text);
    return undecidedColumns(stateColumns(headings, rows), {
      mapping: matchColumns(headings, BOOKING_COLUMNS),
      decided: new Set(decided),
      isKnown: (at) => knownColumns.includes(at),
    }).map(({ at }) => at);
  };
  const file = (heading: string, ...cells: string[]) =>
    `Tour,Date,Name,Adults,${heading}\n${cells.map((cell) => `x,27/11/2026,Ida,1,${cell}`).join('\n')}\n`;

  test.each([
    ['an unknown heading above statuses', 'Situation now', ['Confirmed', 'Cancelled']],
    ['an unrelated heading', 'Lifecycle', ['Active', 'Active', 'Storniert']],
    ['statuses of which some are unknown', 'Phase', ['Confirmed', 'Cancelled', 'Zonked']],
    ['cells that are only filled for cancelled bookings', 'Remark 2', ['', '', 'Cancelled']],
    ['no heading at all', '', ['Confirmed', 'Annulleret']],
    ['a known word in the heading, with a system’s codes', 'Booking phase status', ['HK', 'XX']],
    ['the date of the cancellation', 'Cancellation date', ['', '2026-11-01']],
    ['the date of the cancellation in Danish', 'Annulleret den', ['', '01-11-2026']],
    ['the date of the cancellation in Spanish', 'Fecha de cancelación', ['', '01/11/2026']],
    ['the person who cancelled', 'Cancelled by', ['', 'office']],
    ['the cancellation in Italian', 'Annullata il', ['', '01/11/2026']],
  ])('%s is asked about', (_, heading, cells) => {
    expect(undecided(file(heading, ...cells))).toEqual([4]);
    expect(undecided(file(heading, ...cells), { decided: [4] })).toEqual([]);
  });
  test('a second status column is asked about, too', () => {
    expect(undecided('Tour,Date,Status,Booking status\nx,27/11/2026,Confirmed,Cancelled\n')).toEqual([3]);
  });
  test.each([
    ['a note', 'Extra', ['Cancelled my taxi', 'Vegan', 'Late']],
    ['names', 'Guide', ['Anna', 'Bo']],
    ['yes and no', 'Newsletter', ['Yes', 'No']],
    ['the status of a payment', 'Payment status', ['Paid', 'Unpaid']],
    ['a province', 'State/Province', ['Texas', 'Ohio']],
    ['only confirmed bookings', 'Phase', ['Confirmed', 'Confirmed']],
    ['an empty column', 'Order phase', ['', '']],
  ])('%s is not asked about', (_, heading, cells) => expect(undecided(file(heading, ...cells))).toEqual([]));
  test('known unused columns of a system’s report are not asked about', () => {
    const text = 'Tour,Date,Status,Payment status\nx,27/11/2026,Confirmed,Refunded\ny,27/11/2026,Confirmed,Paid\n';
    expect(undecided(text)).toEqual([3]);
    expect(undecided(text, { knownColumns: [3] })).toEqual([]);
  });

  test('cancelled rows take no seats and are not restored by a file without a status', () => {
    expect(row({ 'Order status': 'Cancelled' }).sent?.state).toBe('CANCELLED');
    expect(row({ 'Order status': 'Cancelled' }).sent?.fingerprint).toHaveProperty('state', 'CANCELLED');
    expect(row({}).sent?.fingerprint).not.toHaveProperty('state');
    expect(row({ Cancelled: '2026-11-01' }).sent?.state).toBe('CANCELLED');
    expect(row({ Cancelled: '0' }).sent?.state).toBe('CONFIRMED');
  });
});
