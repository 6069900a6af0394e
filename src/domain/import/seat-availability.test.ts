import { describe, expect, test } from 'vitest';
import type { ImportedBooking } from './imported-booking.ts';
import type { RowFingerprint } from './rows.ts';
import { classifyBookingRows, type ImportedRows } from './seat-availability.ts';
import { BOOK, HEAD, read } from './testing/read-bookings.ts';

describe('classifyBookingRows', () => {
  const rows = () =>
    read(
      `${HEAD}${['Anna;2', 'Bo;2', 'Cy;1'].map((cells) => `Harbour walk;2026-05-03;;;${cells};;;Confirmed;`).join('\n')}\nHarbour walk;2026-05-04;;;Di;1;;;;\nHarbour walk;2026-05-05;;;Ed;1;;;;\nHarbour walk;2026-05-03;;;Flo;;1;;;\nharbour-walk;2026-05-04;;;Gus;9;;;Cancelled;\n`,
    );
  const outcomes = (imported: ImportedRows, allowsOverrides = false) =>
    classifyBookingRows(rows(), { book: BOOK, imported, allowsOverrides }).map(
      ({ outcome, reasons: rowReasons, changedFields }) => [outcome, rowReasons[0]?.code ?? changedFields.join()],
    );

  test('gives seats in the order of rows; cancelled bookings take none', () => {
    expect(outcomes(new Map())).toEqual([
      ['new', ''],
      ['refused', 'sold_out'],
      ['new', ''],
      ['refused', 'closed'],
      ['refused', 'departure_cancelled'],
      ['refused', 'not_accompanied'],
      ['new', ''],
    ]);
  });
  test('accepts parties without seats on closed and overbooked departures', () => {
    const [tour] = BOOK.tours;
    const free = {
      ...tour!,
      minimumParty: 0,
      prices: tour!.prices.map((price) => ({ ...price, seats: 0, accompaniedBy: [] })),
    };
    const book = {
      tours: [free],
      departures: BOOK.departures.map((departure) => ({ ...departure, left: -1 })),
    };
    const codes = classifyBookingRows(rows(), { book, imported: new Map(), allowsOverrides: false }).map(
      ({ outcome, reasons: rowReasons }) => rowReasons[0]?.code ?? outcome,
    );
    expect(codes).toEqual(['new', 'new', 'new', 'new', 'departure_cancelled', 'new', 'new']);
  });
  test('accepts rows that staff override', () => {
    expect(outcomes(new Map(), true).map(([outcome]) => outcome)).toEqual([
      'new',
      'new',
      'new',
      'new',
      'refused',
      'new',
      'new',
    ]);
  });
  test('finds known rows unchanged or changed; they take no seats again', () => {
    const [first, second] = rows().map(({ sent }) => sent!);
    const imported: ImportedRows = new Map<string, RowFingerprint | null>([
      [first!.key, first!.fingerprint],
      [second!.key, { ...second!.fingerprint, note: 'x', when: 'd9' }],
    ]);
    expect(outcomes(imported).slice(0, 3)).toEqual([
      ['same', ''],
      ['changed', 'when,note'],
      ['new', ''],
    ]);
    expect(outcomes(new Map([[first!.key, null]]))[0]).toEqual(['same', '']);
  });
  test('counts the seats of known rows that move or are restored, as the server does', () => {
    const [first, second, third, fourth, fifth] = rows().map(({ sent }) => sent!);
    const importedBefore = (sent: ImportedBooking, more: RowFingerprint): [string, RowFingerprint] => [
      sent.key,
      { ...sent.fingerprint, ...more },
    ];
    const imported: ImportedRows = new Map([
      // Moves to a departure with three seats left and takes two; so does one that was cancelled, with one seat left.
      importedBefore(first!, { when: 'elsewhere' }),
      importedBefore(second!, { state: 'CANCELLED' }),
      // Stays on its departure: only the server knows its seats.
      importedBefore(third!, { note: 'x' }),
      importedBefore(fourth!, { when: 'elsewhere' }),
      importedBefore(fifth!, { when: 'elsewhere' }),
    ]);
    expect(outcomes(imported).slice(0, 5)).toEqual([
      ['changed', 'when'],
      ['refused', 'sold_out'],
      ['changed', 'note'],
      ['refused', 'closed'],
      ['refused', 'departure_cancelled'],
    ]);
    expect(
      outcomes(imported, true)
        .map(([outcome]) => outcome)
        .slice(0, 5),
    ).toEqual(['changed', 'changed', 'changed', 'changed', 'refused']);
    expect(outcomes(new Map([importedBefore(first!, { paid: 5000 })]))[0]).toEqual(['refused', 'paid_less']);
  });
});
