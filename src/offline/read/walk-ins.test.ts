import { describe, expect, test } from 'vitest';
import type { Action } from '../../domain/actions.ts';
import { bookingId, COMPANY, departureId, departureRows, guestId } from '../testing/office.ts';
import { addSignedGuests } from './signed-guests.ts';
import { addWalkIns } from './walk-ins.ts';
import { refusedActions, withoutRefused } from '../outbox/refused-actions.ts';

const { guests, bookings } = departureRows(1);
const action = (more: object) =>
  ({
    id: 'a',
    companyId: COMPANY,
    departureId: departureId(),
    bookingId: 'walk',
    guestId: null,
    occurredAt: '2026-05-01T07:00:00.000Z',
    ...more,
  }) as Action;
const walkIn = (more: object = {}, ids = ['w1']) =>
  action({
    kind: 'walk_in',
    payload: {
      reference: 'ABCDEF',
      contactName: 'Wanda',
      contactPhone: '+45',
      contactEmail: null,
      totalAmount: 100,
      currency: 'DKK',
      guests: ids.map((id) => ({ id, priceCategoryId: 'adult', name: 'Wanda', ticketCode: 'T' })),
    },
    ...more,
  });

describe('addWalkIns', () => {
  test('adds the booking and the guests that only the action contains', () => {
    const rows = addWalkIns({ guests, bookings }, [walkIn()]);
    expect(rows.guests.slice(1)).toEqual([
      {
        id: 'w1',
        companyId: COMPANY,
        departureId: departureId(),
        bookingId: 'walk',
        priceCategoryId: 'adult',
        categoryType: 'OTHER',
        name: 'Wanda',
        ticketCode: 'T',
        cancelled: false,
      },
    ]);
    expect([...rows.bookings.keys()]).toEqual([bookingId(1), 'walk']);
    expect(rows.bookings.get('walk')).toEqual({
      id: 'walk',
      companyId: COMPANY,
      departureId: departureId(),
      reference: 'ABCDEF',
      status: 'CONFIRMED',
      source: 'walk-in',
      contactName: 'Wanda',
      contactEmail: null,
      contactPhone: '+45',
      locale: 'en',
      note: null,
      organisationName: null,
      voucherNumber: null,
      linkHash: null,
      totalAmount: 100,
      paidAmount: 0,
      currency: 'DKK',
      expiresAt: null,
    });
  });

  test('keeps mirrored rows, and adds no guest twice', () => {
    const mirroredGuest = { ...guests[0]!, id: 'w1', bookingId: 'walk' };
    const booking = { ...bookings[0]!, id: 'walk', contactName: 'From the office' };
    const rows = addWalkIns({ guests: [mirroredGuest], bookings: [booking] }, [
      walkIn(),
      walkIn({ id: 'b' }, ['w1', 'w2', 'w2']),
    ]);
    expect(rows.guests.map(({ id }) => id)).toEqual(['w1', 'w2']);
    expect(rows.guests[0]).toBe(mirroredGuest);
    expect(rows.bookings.get('walk')).toBe(booking);
  });

  test('ignores actions other than a walk-in with a booking', () => {
    for (const actions of [[], [action({ kind: 'note', payload: { text: 'x' } })], [walkIn({ bookingId: null })]]) {
      const rows = addWalkIns({ guests, bookings }, actions);
      expect(rows.guests).toEqual(guests);
      expect([...rows.bookings.values()]).toEqual(bookings);
    }
  });
});

describe('addSignedGuests', () => {
  const rows = () => ({ guests, bookings: new Map(bookings.map((booking) => [booking.id, booking])) });
  const signedScan = (more: object = {}) =>
    action({
      kind: 'check_in',
      bookingId: 'signed',
      guestId: 's1',
      payload: { method: 'signed', ticket: 'unreadable' },
      ...more,
    });

  test('adds a nameless guest and a booking, even for an unreadable ticket', () => {
    const added = addSignedGuests(rows(), [signedScan(), signedScan({ guestId: 's2' }), signedScan()]);
    expect(added.guests.slice(1)).toEqual(
      ['s1', 's2'].map((id) => ({
        id,
        companyId: COMPANY,
        departureId: departureId(),
        bookingId: 'signed',
        priceCategoryId: null,
        categoryType: 'OTHER',
        name: null,
        ticketCode: '',
        cancelled: false,
      })),
    );
    expect(added.bookings.get('signed')).toMatchObject({
      id: 'signed',
      reference: '',
      contactName: '—',
      status: 'CONFIRMED',
      source: 'website',
      totalAmount: 0,
      paidAmount: 0,
      currency: '',
    });
  });

  test('keeps known rows, and ignores other check-ins', () => {
    const mirrored = rows();
    expect(
      addSignedGuests(mirrored, [
        signedScan({ payload: { method: 'tap' } }),
        action({ kind: 'note', payload: { text: 'x' } }),
      ]),
    ).toBe(mirrored);
    expect(addSignedGuests(mirrored, [signedScan({ guestId: guestId(1) })]).guests).toEqual(guests);
    expect(addSignedGuests(mirrored, [signedScan({ guestId: null }), signedScan({ bookingId: null })]).guests).toEqual(
      guests,
    );
    expect(addSignedGuests(mirrored, [signedScan({ bookingId: bookingId(1) })]).bookings.get(bookingId(1))).toBe(
      bookings[0],
    );
  });
});

describe('refusedActions', () => {
  const refused = (id: string, more: object = {}) =>
    action({ id, kind: 'check_in', bookingId: 'b', guestId: 'g', payload: { method: 'tap' }, ...more });
  const at = '2026-05-01T07:00:00.000Z';

  test('returns whom each action is about; for an undo, whom its first action is about', () => {
    const mirroredCheckIn = refused('came');
    const undo = (id: string, ...actions: string[]) =>
      refused(id, { kind: 'undo', bookingId: null, guestId: null, payload: { actions } });
    expect(
      refusedActions(
        [refused('x'), undo('u', 'came'), undo('v', 'x', 'came'), undo('w', 'gone'), undo('e')],
        [mirroredCheckIn],
      ),
    ).toEqual([
      { id: 'x', kind: 'check_in', occurredAt: at, bookingId: 'b', guestId: 'g', name: null },
      { id: 'u', kind: 'undo', occurredAt: at, bookingId: 'b', guestId: 'g', name: null },
      { id: 'v', kind: 'undo', occurredAt: at, bookingId: 'b', guestId: 'g', name: null },
      { id: 'w', kind: 'undo', occurredAt: at, bookingId: null, guestId: null, name: null },
      { id: 'e', kind: 'undo', occurredAt: at, bookingId: null, guestId: null, name: null },
    ]);
    expect(refusedActions([], [mirroredCheckIn])).toEqual([]);
  });

  test('returns one row with the name for a refused walk-in and its other actions', () => {
    const rows = refusedActions(
      [
        walkIn({ id: 'walk-in' }),
        refused('in', { bookingId: 'walk' }),
        refused('other'),
        refused('none', { bookingId: null }),
      ],
      [],
    );
    expect(rows.map(({ id, name }) => [id, name])).toEqual([
      ['walk-in', 'Wanda'],
      ['other', null],
      ['none', null],
    ]);
  });

  test('are separated from the actions that count', () => {
    const [one, two] = [refused('one'), refused('two')];
    expect(
      withoutRefused([
        { action: one, parked: true },
        { action: two, parked: false },
      ]),
    ).toEqual({ effective: [two], refused: [one] });
  });
});
