/** Validation of action drafts, and the actions that they become. */
import { describe, expect, test } from 'vitest';
import { PUSH_LIMITS, type Action } from '../../domain/actions.ts';
import { seededRandom, seededUuids } from '../testing/devices.ts';
import { bookingId, COMPANY, departureId, guestRef } from '../testing/office.ts';
import {
  MAX_AMOUNT,
  completeDraft,
  drafts,
  MAX_NAME_LENGTH,
  MAX_PARTY,
  MAX_TEXT_LENGTH,
  type Draft,
  type WalkInArgs,
} from './drafts.ts';

const departureRef = { companyId: COMPANY, departureId: departureId() };
const random = seededRandom(7);
const maker = { newId: seededUuids(random), random };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fields = (made: Draft[] | null) =>
  made?.map(({ companyId, departureId, bookingId, guestId, kind, payload }) => ({
    companyId,
    departureId,
    bookingId,
    guestId,
    kind,
    payload,
  })) ?? null;
const invalidRefs = [
  { ...departureRef, companyId: 'x' },
  { ...departureRef, departureId: 'x' },
  { ...departureRef, companyId: 'CCCCCCCC-0000-4000-8000-000000000009' },
  { ...departureRef, departureId: `${departureId()}0` },
  { ...departureRef, departureId: `0${departureId()}` },
  { ...departureRef, companyId: undefined as never },
];

test('rejects a malformed company or departure id', () => {
  for (const wrong of invalidRefs) {
    expect(drafts.checkIn(maker, { ...wrong, guests: [guestRef(1)], method: 'tap' })).toBeNull();
    expect(drafts.noShow(maker, { ...wrong, guests: [guestRef(1)] })).toBeNull();
    expect(drafts.undo(maker, { ...wrong, actions: [bookingId(1)] })).toBeNull();
    expect(drafts.note(maker, { ...wrong, bookingId: bookingId(1), text: 'a' })).toBeNull();
    expect(drafts.count(maker, { ...wrong, present: 1, missing: [] })).toBeNull();
    expect(drafts.depart(maker, { ...wrong, headCount: 1 })).toBeNull();
    expect(drafts.walkIn(maker, walkInArgs(wrong))).toBeNull();
    expect(drafts.payment(maker, { ...wrong, ...money })).toBeNull();
    expect(drafts.repeat(maker, wrong, [checkIn('a', '1')])).toBeNull();
  }
});

const money = { bookingId: bookingId(1), amount: 100, currency: 'DKK', method: 'cash' } as const;

describe('checkIn and noShow', () => {
  test('creates one action per guest, with an id of its own', () => {
    const guests = [guestRef(1), guestRef(2)];
    const made = drafts.checkIn(maker, { ...departureRef, guests, method: 'party' });
    expect(fields(made)).toEqual(
      guests.map((guest) => ({ ...departureRef, ...guest, kind: 'check_in', payload: { method: 'party' } })),
    );
    expect(new Set(made!.map(({ id }) => id)).size).toBe(2);
    expect(made![0]!.id).toMatch(UUID);
    expect(fields(drafts.noShow(maker, { ...departureRef, guests }))).toEqual(
      guests.map((guest) => ({ ...departureRef, ...guest, kind: 'no_show', payload: {} })),
    );
  });

  test('includes a signed ticket only with the method signed', () => {
    const ticket = 'x'.repeat(40);
    const [signed] = drafts.checkIn(maker, { ...departureRef, guests: [guestRef(1)], method: 'signed', ticket })!;
    expect(signed!.payload).toEqual({ method: 'signed', ticket });
    const [tapped] = drafts.checkIn(maker, { ...departureRef, guests: [guestRef(1)], method: 'tap', ticket } as never)!;
    expect(tapped!.payload).toEqual({ method: 'tap' });
  });

  test.each([[[]], [[{ ...guestRef(1), guestId: 'x' }]], [[guestRef(1), { ...guestRef(2), bookingId: '' }]]])(
    'rejects the guests %j',
    (guests) => {
      expect(drafts.checkIn(maker, { ...departureRef, guests, method: 'tap' })).toBeNull();
      expect(drafts.noShow(maker, { ...departureRef, guests })).toBeNull();
    },
  );
});

describe('undo', () => {
  test('names each action once', () => {
    const [a, b] = [bookingId(1), bookingId(2)];
    expect(fields(drafts.undo(maker, { ...departureRef, actions: [a, b, a] }))).toEqual([
      { ...departureRef, bookingId: null, guestId: null, kind: 'undo', payload: { actions: [a, b] } },
    ]);
    expect(drafts.undo(maker, { ...departureRef, actions: [] })).toBeNull();
    expect(drafts.undo(maker, { ...departureRef, actions: [a, 'x'] })).toBeNull();
  });

  test('is split at the limit of actions per undo', () => {
    const actions = Array.from({ length: PUSH_LIMITS.undone }, (_, at) => bookingId(at));
    expect(drafts.undo(maker, { ...departureRef, actions })).toHaveLength(1);
    expect(drafts.undo(maker, { ...departureRef, actions: [...actions, bookingId(0, 2)] })).toHaveLength(2);
  });
});

const checkIn = (id: string, guest: string | null, more: Partial<Action> = {}) =>
  ({
    id,
    kind: 'check_in',
    bookingId: bookingId(1),
    guestId: guest,
    payload: { method: 'tap' },
    occurredAt: '2026-05-01T07:00:00.000Z',
    ...more,
  }) as Action;

describe('again', () => {
  test('records each guest once, at the earliest time', () => {
    const early = '2026-05-01T06:00:00.000Z';
    const made = drafts.repeat(maker, departureRef, [
      checkIn('a', '1'),
      checkIn('b', '1', { occurredAt: early }),
      checkIn('c', '1', { occurredAt: '2026-05-01T08:00:00.000Z' }),
      checkIn('d', '2'),
      checkIn('e', '1', { kind: 'no_show', payload: {} }),
    ]);
    expect(made!.map(({ kind, guestId, occurredAt }) => [kind, guestId, occurredAt])).toEqual([
      ['check_in', '1', early],
      ['check_in', '2', '2026-05-01T07:00:00.000Z'],
      ['no_show', '1', '2026-05-01T07:00:00.000Z'],
    ]);
    expect(made![0]).toMatchObject({ ...departureRef, bookingId: bookingId(1), payload: { method: 'tap' } });
    expect(made!.map(({ id }) => id)).not.toContain('b');
  });

  test('keeps every payment, even with the same amount', () => {
    const pay = (id: string) => checkIn(id, null, { kind: 'payment', payload: { amount: 1 } as never });
    expect(drafts.repeat(maker, departureRef, [pay('a'), pay('b')])).toHaveLength(2);
  });

  test('rejects undos, walk-ins and an empty list', () => {
    expect(drafts.repeat(maker, departureRef, [])).toBeNull();
    for (const kind of ['undo', 'walk_in'] as const)
      expect(drafts.repeat(maker, departureRef, [checkIn('a', '1'), checkIn('b', null, { kind } as never)])).toBeNull();
  });
});

describe('payment and collect', () => {
  test('records amount, currency and method', () => {
    expect(fields(drafts.payment(maker, { ...departureRef, ...money }))).toEqual([
      {
        ...departureRef,
        bookingId: bookingId(1),
        guestId: null,
        kind: 'payment',
        payload: { amount: 100, currency: 'DKK', method: 'cash' },
      },
    ]);
  });

  test.each([
    [{ amount: 0 }, false],
    [{ amount: 1 }, true],
    [{ amount: -1 }, false],
    [{ amount: 0.5 }, false],
    [{ amount: Number.NaN }, false],
    [{ amount: MAX_AMOUNT }, true],
    [{ amount: MAX_AMOUNT + 1 }, false],
    [{ bookingId: 'x' }, false],
    [{ currency: 'dkk' }, false],
    [{ currency: 'DKKK' }, false],
    [{ currency: 'DK' }, false],
  ])('%j is valid: %s', (change, can) =>
    expect(drafts.payment(maker, { ...departureRef, ...money, ...change }) !== null).toBe(can),
  );

  test('checks in the payers, one by tap, several as a party, or records nothing', () => {
    const collect = (...guests: ReturnType<typeof guestRef>[]) =>
      drafts.collect(maker, { ...departureRef, ...money, guests });
    expect(collect()!.map(({ kind }) => kind)).toEqual(['payment']);
    expect(collect(guestRef(1))!.map(({ payload }) => (payload as { method: string }).method)).toEqual(['cash', 'tap']);
    expect(collect(guestRef(1), guestRef(2))!.map(({ payload }) => (payload as { method: string }).method)).toEqual([
      'cash',
      'party',
      'party',
    ]);
    expect(collect({ ...guestRef(1), guestId: 'x' })).toBeNull();
    expect(drafts.collect(maker, { ...departureRef, ...money, amount: 0, guests: [guestRef(1)] })).toBeNull();
  });
});

describe('note', () => {
  const note = (more: object = {}) =>
    drafts.note(maker, { ...departureRef, bookingId: bookingId(1), text: ' late ', ...more });
  test('is about a booking, or about one guest of it', () => {
    expect(fields(note())).toEqual([
      { ...departureRef, bookingId: bookingId(1), guestId: null, kind: 'note', payload: { text: 'late' } },
    ]);
    expect(note({ guestId: guestRef(1).guestId })![0]!.guestId).toBe(guestRef(1).guestId);
  });
  test.each([
    ['a blank text', { text: ' ' }, false],
    ['a text at the limit', { text: 'a'.repeat(MAX_TEXT_LENGTH) }, true],
    ['a text at the limit between spaces', { text: ` ${'a'.repeat(MAX_TEXT_LENGTH)} ` }, true],
    ['a text above the limit', { text: 'a'.repeat(MAX_TEXT_LENGTH + 1) }, false],
    ['an invalid booking id', { bookingId: 'x' }, false],
    ['an invalid guest id', { guestId: 'x' }, false],
    ['no guest id', { guestId: undefined }, true],
  ])('%s is valid: $2', (_, more, can) => expect(note(more) !== null).toBe(can));
});

describe('count and depart', () => {
  const count = (more: object = {}) => drafts.count(maker, { ...departureRef, present: 3, missing: [], ...more });
  test('record how many are here, who is missing, and where', () => {
    expect(fields(count({ stop: ' Bridge ', missing: [guestRef(1).guestId] }))).toEqual([
      {
        ...departureRef,
        bookingId: null,
        guestId: null,
        kind: 'count',
        payload: { present: 3, missing: [guestRef(1).guestId], stop: 'Bridge' },
      },
    ]);
    expect(count({ stop: ' ' })![0]!.payload).toMatchObject({ stop: null });
    expect(fields(drafts.depart(maker, { ...departureRef, headCount: 4 }))).toEqual([
      { ...departureRef, bookingId: null, guestId: null, kind: 'depart', payload: { headCount: 4 } },
    ]);
  });
  test.each([
    [0, true],
    [100_000, true],
    [100_001, false],
    [-1, false],
    [1.5, false],
  ])('%d heads are valid: %s', (heads, can) => {
    expect(count({ present: heads }) !== null).toBe(can);
    expect(drafts.depart(maker, { ...departureRef, headCount: heads }) !== null).toBe(can);
  });
  test.each([
    ['an invalid id of a missing guest', { missing: ['x'] }, false],
    [
      'the most missing guests',
      { missing: Array.from({ length: PUSH_LIMITS.missing }, (_, at) => bookingId(at)) },
      true,
    ],
    [
      'one missing guest more',
      { missing: Array.from({ length: PUSH_LIMITS.missing + 1 }, (_, at) => bookingId(at)) },
      false,
    ],
    ['a stop at the name limit', { stop: 'a'.repeat(MAX_NAME_LENGTH) }, true],
    ['a stop above the name limit', { stop: 'a'.repeat(MAX_NAME_LENGTH + 1) }, false],
  ])('%s is valid: $2', (_, more, can) => expect(count(more) !== null).toBe(can));
});

function walkInArgs(more: Partial<WalkInArgs> = {}): WalkInArgs {
  return {
    ...departureRef,
    contactName: ' Anna ',
    totalAmount: 100,
    currency: 'DKK',
    guests: [{ priceCategoryId: null, name: ' Bo ' }, { priceCategoryId: bookingId(9) }],
    ...more,
  };
}

describe('walkIn', () => {
  test('creates a booking with codes and guests, and checks the guests in', () => {
    const [walkIn, ...rest] = drafts.walkIn(maker, walkInArgs({ contactPhone: ' +45 ', contactEmail: ' ' }))!;
    if (walkIn?.kind !== 'walk_in') throw new Error(walkIn?.kind);
    expect(walkIn.bookingId).toMatch(UUID);
    expect(walkIn.payload).toMatchObject({
      contactName: 'Anna',
      contactPhone: '+45',
      contactEmail: null,
      totalAmount: 100,
      currency: 'DKK',
    });
    expect(walkIn.payload.reference).toHaveLength(6);
    const { guests } = walkIn.payload;
    expect(guests.map(({ name, priceCategoryId }) => [name, priceCategoryId])).toEqual([
      ['Bo', null],
      [null, bookingId(9)],
    ]);
    expect(new Set(guests.map(({ ticketCode }) => ticketCode)).size).toBe(2);
    expect(fields(rest)).toEqual(
      guests.map(({ id }) => ({
        ...departureRef,
        bookingId: walkIn.bookingId,
        guestId: id,
        kind: 'check_in',
        payload: { method: 'walk_in' },
      })),
    );
  });

  test('can leave the party unchecked, and records a payment last', () => {
    const kinds = (more: Partial<WalkInArgs>) => drafts.walkIn(maker, walkInArgs(more))!.map(({ kind }) => kind);
    expect(kinds({ checkIn: false })).toEqual(['walk_in']);
    expect(kinds({ checkIn: true, payment: null })).toEqual(['walk_in', 'check_in', 'check_in']);
    const [walkIn, paid] = drafts.walkIn(
      maker,
      walkInArgs({ checkIn: false, payment: { amount: 50, method: 'card' } }),
    )!;
    expect(paid).toMatchObject({
      kind: 'payment',
      bookingId: walkIn!.bookingId,
      guestId: null,
      payload: { amount: 50, currency: 'DKK', method: 'card' },
    });
  });

  test('truncates a name that is too long', () => {
    const [walkIn] = drafts.walkIn(
      maker,
      walkInArgs({ guests: [{ priceCategoryId: null, name: 'a'.repeat(MAX_NAME_LENGTH + 1) }] }),
    )!;
    expect(walkIn?.kind === 'walk_in' && walkIn.payload.guests[0]!.name).toHaveLength(MAX_NAME_LENGTH);
  });

  const party = (size: number) => Array.from({ length: size }, () => ({ priceCategoryId: null }));
  test.each([
    ['a blank name', { contactName: ' ' }, false],
    ['a name at the limit', { contactName: 'a'.repeat(MAX_NAME_LENGTH) }, true],
    ['a name above the limit', { contactName: 'a'.repeat(MAX_NAME_LENGTH + 1) }, false],
    ['a price of 0', { totalAmount: 0 }, true],
    ['a negative price', { totalAmount: -1 }, false],
    ['a currency in lower case', { currency: 'dkk' }, false],
    ['no guests', { guests: [] }, false],
    ['the largest party', { guests: party(MAX_PARTY) }, true],
    ['a larger party', { guests: party(MAX_PARTY + 1) }, false],
    ['an invalid price category', { guests: [{ priceCategoryId: 'x' }] }, false],
    ['a payment of 0', { payment: { amount: 0, method: 'cash' as const } }, false],
    ['a fractional payment', { payment: { amount: 0.5, method: 'cash' as const } }, false],
  ])('%s is valid: $2', (_, more, can) => expect(drafts.walkIn(maker, walkInArgs(more)) !== null).toBe(can));
});

test('completeDraft adds the fields that only the transaction knows', () => {
  const [made] = drafts.depart(maker, { ...departureRef, headCount: 4 })!;
  const recordFields = {
    schemaVersion: 1 as never,
    deviceId: 'd',
    deviceSequence: 3,
    occurredAt: '2026-05-01T07:00:00.000Z',
    deviceTime: '2026-05-01T07:00:01.000Z',
    userId: 'u',
  };
  expect(completeDraft(made!, recordFields)).toEqual({ ...made, ...recordFields });
});
