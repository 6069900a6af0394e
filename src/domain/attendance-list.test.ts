import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Action } from './actions.ts';
import { firstMatch, type ListOptions } from './attendance-list.ts';
import { filterCounts, nextMissing, passesFilter } from './attendance.ts';
import { act, booking, checkIn, guest, keys, listOf, parties, refusal } from './testing/roll-call.ts';

afterEach(() => vi.restoreAllMocks());

test('a party is one row until it is expanded, then has a row for each named guest', () => {
  const list = parties(
    [booking('ida'), booking('bo')],
    [guest('1', 'ida', { name: 'ida' }), guest('2', 'ida', { name: 'Uwe' }), guest('4', 'ida'), guest('3', 'bo')],
  );
  expect(keys(list)).toEqual(['3', 'pida']);
  expect(keys(list, { expanded: new Set(['ida', 'bo']) })).toEqual(['3', 'pida', '1', '2']);
});

test('a party’s row acts on the whole party, or on the visible guests that a search found', () => {
  const names = ['Dora Dahl', 'Ella Hagg', 'Finn Hagg', 'Gro Holm', 'Hugo Holm'];
  const list = parties(
    [booking('dora')],
    names.map((name, at) => guest(`${at}`, 'dora', { name })),
    [checkIn('0', 'dora')],
  );
  const visibleGuests = (more: Partial<ListOptions>) => {
    const [row] = listOf(list, more).rows;
    return row?.kind === 'party' ? (row.missingInView?.map((line) => line.guest.name) ?? null) : 'no party';
  };
  expect(visibleGuests({})).toBeNull();
  expect(visibleGuests({ matches: new Set(['1', '2']) })).toEqual(['Ella Hagg', 'Finn Hagg']);
  expect(visibleGuests({ matches: new Set(['0', '1']) })).toEqual(['Ella Hagg']);
  expect(visibleGuests({ matches: new Set(['0', '1', '2', '3', '4']) })).toBeNull();
  expect(visibleGuests({ expanded: new Set(['dora']) })).toEqual(['Ella Hagg', 'Finn Hagg', 'Gro Holm', 'Hugo Holm']);
});

test('a search leads to the match itself, or to the row of a party that matches as a whole', () => {
  const list = parties([booking('dora')], [guest('1', 'dora', { name: 'Ella' }), guest('2', 'dora', { name: 'Finn' })]);
  expect(firstMatch(listOf(list, { matches: new Set(['2']) }).rows)).toBe(1);
  expect(firstMatch(listOf(list, { matches: new Set(['1', '2']) }).rows)).toBe(0);
  expect(firstMatch(listOf(list, {}).rows)).toBe(0);
});

test('a frozen list keeps its rows in place, marks those that leave, and adds none', () => {
  const bookings = [booking('a'), booking('b'), booking('c')];
  const guests = [guest('1', 'a'), guest('2', 'b'), guest('3', 'c')];
  const before = listOf(parties(bookings, guests, [checkIn('3', 'c')]), { filter: 'missing' });
  expect(before.rows.map((row) => row.key)).toEqual(['1', '2']);
  const tapped = parties([...bookings, booking('ab')], [...guests, guest('4', 'ab')], [checkIn('1', 'a')]);
  const frozen = listOf(tapped, { filter: 'missing', frozen: before.entries });
  expect(frozen.rows.map((row) => [row.key, row.kind !== 'refused' && row.isLeaving])).toEqual([
    ['1', true],
    ['2', false],
  ]);
  expect(keys(tapped, { filter: 'missing' })).toEqual(['4', '2', '3']);
  expect(keys(tapped, { filter: 'missing', sort: 'arrival', frozen: before.entries })).toEqual(['1', '2']);
});

test('refused actions come first, are named, and have no effect', () => {
  const bookings = [booking('a'), booking('b')];
  const guests = [guest('1', 'a'), guest('2', 'b')];
  const refused = [
    refusal('x', { guestId: '2', bookingId: 'b' }),
    refusal('y', { kind: 'walk_in', bookingId: 'new', name: 'Wanda' }),
    refusal('z', { kind: 'depart' }),
  ];
  const list = parties(bookings, guests, [], refused);
  const { rows } = listOf(list, {}, refused);
  expect(rows.map((row) => row.key)).toEqual(['ry', 'rz', '2', '1']);
  expect(rows[2]).toMatchObject({ line: { status: 'expected', refused: { id: 'x' } } });
  expect(filterCounts(list)).toMatchObject({ checked_in: 0, missing: 2 });
  expect(nextMissing(list[1]!, new Set())).toBeNull();
  expect(list[1]!.signature).not.toBe(parties(bookings, guests)[1]!.signature);
});

test('sorts names by the language’s rules', () => {
  const names = ['Ågård', 'Zorn', 'Ærø', 'Andersen'];
  const list = parties(
    names.map((name, index) => booking(`b${index}`, { contactName: name })),
    names.map((_, index) => guest(`g${index}`, `b${index}`)),
  );
  expect(keys(list)).toEqual(['g3', 'g1', 'g2', 'g0']);
});

test.each(['due', 'note'] as const)('the filter "%s" hides cancelled guests', (filter) => {
  const list = parties(
    [booking('ida', { paidAmount: 0, note: 'wheelchair' }), booking('bo')],
    [guest('1', 'ida'), guest('2', 'ida', { cancelled: true }), guest('3', 'bo')],
  );
  expect([...listOf(list, { filter }).entries.guests]).toEqual(['1']);
  expect(list.flatMap((party) => party.lines.map((line) => passesFilter(filter, line, party)))).toEqual([
    true,
    false,
    false,
  ]);
});

test('after departure, absent guests stay in the list of missing ones', () => {
  const list = parties([booking('ida')], [guest('1', 'ida')], [act('depart', { payload: { headCount: 0 } })]);
  expect(list[0]?.lines[0]?.status).toBe('no_show');
  expect(keys(list, { filter: 'missing' })).toEqual(['1']);
});

test('sorts the latest arrival first; fully cancelled parties come last', () => {
  const list = parties(
    [booking('a'), booking('b'), booking('c')],
    [guest('1', 'a', { cancelled: true }), guest('2', 'b'), guest('3', 'c')],
    [checkIn('2', 'b'), checkIn('3', 'c')],
  );
  expect(keys(list, { sort: 'arrival' })).toEqual(['3', '2', '1']);
  expect(list[0]?.due).toBe(0);
});

test('a search keeps only its matches, with the row of their party', () => {
  const list = parties([booking('ida')], [guest('1', 'ida'), guest('2', 'ida')]);
  expect(keys(list, { matches: new Set(['2']) })).toEqual(['pida', '2']);
});

test('a keystroke compares no names, and a tap only neighbours', () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    booking(`b${(index * 337) % 500}`, { contactName: `Guest ${(index * 131) % 500}` }),
  );
  const list = () =>
    parties(
      many,
      many.map(({ id }) => guest(`g-${id}`, id)),
      [],
    );
  let compared = 0;
  const { compare } = new Intl.Collator('da');
  vi.spyOn(Intl.Collator.prototype, 'compare', 'get').mockReturnValue((a: string, b: string) => {
    compared += 1;
    return compare(a, b);
  });
  const before = list();
  const rows = keys(before);
  expect(compared).toBeGreaterThan(1000);
  compared = 0;
  expect(keys(before, { matches: new Set(['g-b7']) })).toEqual(['g-b7']);
  expect(compared).toBe(0);
  const after = list();
  compared = 0;
  expect(keys(after)).toEqual(rows);
  expect(compared).toBeLessThan(600);
});

test('the filter "checked_in" shows checked-in guests; "due" counts parties that owe', () => {
  const list = parties(
    [booking('ida', { paidAmount: 0 }), booking('bo')],
    [guest('1', 'ida'), guest('2', 'bo')],
    [checkIn('2', 'bo')],
  );
  expect([...listOf(list, { filter: 'checked_in' }).entries.guests]).toEqual(['2']);
  expect([...listOf(list, { filter: 'due' }).entries.guests]).toEqual(['1']);
  expect([...listOf(list, { filter: 'note' }).entries.guests]).toEqual([]);
  expect(filterCounts(list)).toMatchObject({ due: 1, note: 0 });
});

describe('attendanceList', () => {
  test('sorts by arrival, size and reference, then by name', () => {
    const list = parties(
      [
        booking('a', { contactName: 'Cy', reference: 'R10' }),
        booking('b', { contactName: 'Bo', reference: 'R9' }),
        booking('c', { contactName: 'Al', reference: 'R1' }),
        booking('d', { contactName: 'Bo', reference: 'R2' }),
      ],
      [guest('1', 'a'), guest('2', 'a'), guest('3', 'b'), guest('4', 'c'), guest('5', 'd')],
      [checkIn('3', 'b'), checkIn('1', 'a')],
    );
    const order = (sort: ListOptions['sort']) => listOf(list, { sort }).entries.parties;
    expect(order('name')).toEqual(['c', 'b', 'd', 'a']);
    expect(order('arrival')).toEqual(['a', 'b', 'c', 'd']);
    expect(order('size')).toEqual(['a', 'c', 'b', 'd']);
    expect(order('reference')).toEqual(['c', 'd', 'b', 'a']);
  });

  test('puts parties with refused actions first and cancelled ones last', () => {
    const list = parties(
      [booking('a'), booking('b'), booking('c')],
      [guest('1', 'a', { cancelled: true }), guest('2', 'b'), guest('3', 'c')],
      [],
      [refusal('x', { bookingId: 'c' })],
    );
    expect(listOf(list).entries.parties).toEqual(['c', 'b', 'a']);
  });

  test('shows refused actions without a guest on the list, except during a search', () => {
    const list = parties([booking('a')], [guest('1', 'a')]);
    const refused = [refusal('x'), refusal('y', { bookingId: 'elsewhere' }), refusal('z', { bookingId: 'a' })];
    expect(keys(list, {}, refused)).toEqual(['rx', 'ry', '1']);
    expect(keys(list, { matches: new Set(['1']) }, refused)).toEqual(['1']);
    const { entries } = listOf(list, {}, refused);
    expect(keys(list, { frozen: entries }, [refusal('new'), ...refused])).toEqual(['rx', 'ry', '1']);
    expect(listOf(list, {}, refused).rows[0]).toMatchObject({ kind: 'refused', action: { id: 'x' } });
  });

  test('a single guest has its own row; rows leave at once unless the list is frozen', () => {
    const list = parties([booking('a'), booking('b')], [guest('1', 'a'), guest('2', 'b'), guest('3', 'b')]);
    expect(listOf(list, { expanded: new Set(['b']) }).rows).toMatchObject([
      { kind: 'guest', isOnlyGuest: true, isLeaving: false },
      { kind: 'party', isExpanded: true, isLeaving: false },
    ]);
    const named = parties([booking('b')], [guest('2', 'b', { name: 'Bo' }), guest('3', 'b', { name: 'Cy' })]);
    expect(listOf(named, { expanded: new Set(['b']) }).rows.slice(1)).toMatchObject([
      { kind: 'guest', isOnlyGuest: false, isLeaving: false },
      { kind: 'guest', isOnlyGuest: false, isLeaving: false },
    ]);
  });

  test('a frozen party is marked as leaving once all of its visible guests have left', () => {
    const guests = [guest('1', 'b', { name: 'Bo' }), guest('2', 'b', { name: 'Cy' })];
    const before = listOf(parties([booking('b')], guests), { filter: 'missing' });
    const leaving = (...actions: Action[]) =>
      listOf(parties([booking('b')], guests, actions), { filter: 'missing', frozen: before.entries }).rows[0];
    expect(leaving(checkIn('1', 'b'))).toMatchObject({ kind: 'party', isLeaving: false });
    expect(leaving(checkIn('1', 'b'), checkIn('2', 'b'))).toMatchObject({ kind: 'party', isLeaving: true });
  });

  test('shows a guest with a refused action even if the party is collapsed', () => {
    const list = parties(
      [booking('b')],
      [guest('1', 'b', { name: 'Bo' }), guest('2', 'b', { name: 'Cy' })],
      [],
      [refusal('x', { bookingId: 'b', guestId: '2' })],
    );
    expect(keys(list)).toEqual(['pb', '2']);
    const open = listOf(list, { expanded: new Set(['b']) }).rows[0];
    expect(open?.kind === 'party' && open.missingInView?.map((line) => line.guest.id)).toEqual(['1']);
  });

  test('an expanded party acts on visible guests only if all guests have names', () => {
    const visibleGuests = (...names: (string | null)[]) => {
      const list = parties(
        [booking('b')],
        names.map((name, at) => guest(String(at), 'b', { name })),
      );
      const row = listOf(list, { expanded: new Set(['b']) }).rows[0];
      return row?.kind === 'party' ? (row.missingInView?.map((line) => line.guest.id) ?? null) : undefined;
    };
    expect(visibleGuests('Bo', 'Cy')).toEqual(['0', '1']);
    expect(visibleGuests('Bo', null)).toBeNull();
    expect(visibleGuests(null, null)).toBeNull();
  });
});

describe('firstMatch', () => {
  const list = parties([booking('b')], [guest('1', 'b', { name: 'Bo' }), guest('2', 'b', { name: 'Cy' })]);
  test.each([
    [{}, 0],
    [{ matches: new Set(['1']) }, 1],
    [{ matches: new Set(['1', '2']) }, 0],
    [{ matches: new Set(['1', '2']), expanded: new Set(['b']) }, 0],
    [{ matches: new Set<string>() }, 0],
  ])('%o leads to row %i', (more, row) => expect(firstMatch(listOf(list, more).rows)).toBe(row));
  test('is the refused action, if there is one', () => {
    expect(firstMatch(listOf(list, {}, [refusal('x')]).rows)).toBe(0);
  });
});
