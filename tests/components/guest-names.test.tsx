/** Rows of the guest list: accessible names of guests who share a name, and marks of cancelled bookings. */
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { GuestList } from '../../src/company/check-in/guest-list/guest-list.tsx';
import type { RowActions } from '../../src/company/check-in/guest-list/row-actions.ts';
import { attendanceList, type AttendanceRow } from '../../src/domain/attendance-list.ts';
import { partiesOf } from '../../src/domain/attendance.ts';
import { departureRows, guestId } from '../../src/offline/testing/office.ts';
import { foldDeparture } from '../../src/offline/read/summaries.ts';
import { useFormats } from '../../src/ui/format/use-formats.ts';
import { renderScreen } from './render-screen.tsx';

/** Four guests: two named Anna Holm who came alone, and a party of an Anna Holm and a Bo. */
function rows() {
  const { bookings, guests } = departureRows(4);
  const [first, second, third] = ['ABC234', 'DEF567', 'GHJ789'].map((reference, at) => ({
    ...bookings[at]!,
    reference,
    contactName: at < 2 ? 'Anna Holm' : 'Bo Dahl',
  }));
  const namedGuests = ['Anna Holm', 'Anna Holm', 'Anna Holm', 'Bo Dahl'].map((name, at) => ({
    ...guests[at]!,
    name,
    bookingId: [first, second, third, third][at]!.id,
  }));
  const folded = foldDeparture({ bookings: [first!, second!, third!], guests: namedGuests, actions: [] }, []);
  return attendanceList(
    { parties: partiesOf({ ...folded, refused: [] }), refused: [] },
    { filter: 'all', sort: 'name', locale: 'en', matches: null, expanded: new Set([third!.id]), frozen: null },
  ).rows;
}

/** A single guest and a party that were cancelled, and a party whose hold expired. */
function cancelledRows() {
  const { bookings, guests } = departureRows(3);
  const [single, party, expired] = [
    { ...bookings[0]!, contactName: 'Anna Holm', status: 'CANCELLED' as const },
    { ...bookings[1]!, contactName: 'Bo Dahl', status: 'CANCELLED' as const },
    { ...bookings[2]!, contactName: 'Eva Lund', status: 'EXPIRED' as const },
  ];
  const cancelledGuests = [single, party, party, expired, expired].map(({ id }, at) => ({
    ...guests[0]!,
    id: guestId(at + 1),
    bookingId: id,
    name: null,
    cancelled: true,
  }));
  const folded = foldDeparture({ bookings: [single, party, expired], guests: cancelledGuests, actions: [] }, []);
  return attendanceList(
    { parties: partiesOf({ ...folded, refused: [] }), refused: [] },
    { filter: 'all', sort: 'name', locale: 'en', matches: null, expanded: new Set(), frozen: null },
  ).rows;
}

function List({ rows }: { rows: readonly AttendanceRow[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div ref={scroller} style={{ height: 500, overflowY: 'auto' }}>
      <GuestList
        rows={rows}
        waitingGuests={new Set()}
        selectedId={null}
        scroller={scroller}
        handle={null}
        onMoved={() => undefined}
        onLeaveTop={() => undefined}
        columns={false}
        fading={false}
        formats={useFormats('Europe/Copenhagen')}
        actions={{} as RowActions}
      />
    </div>
  );
}

test('tells guests who share a name apart by their booking reference', async () => {
  await renderScreen(<List rows={rows()} />, { texts: ['roll-call'] });
  await expect.element(page.getByRole('button', { name: 'Check in Bo Dahl', exact: true })).toBeVisible();
  const names = page
    .getByRole('button', { name: /^Check in / })
    .elements()
    .map((button) => button.getAttribute('aria-label'));
  expect(names.toSorted()).toEqual([
    'Check in 2 from Bo Dahl’s party',
    'Check in Anna Holm, ABC 234',
    'Check in Anna Holm, DEF 567',
    'Check in Anna Holm, GHJ 789',
    'Check in Bo Dahl',
  ]);
  // Rows of a party do not show the reference, so it is in the button's name, visually hidden.
  await expect.element(page.getByRole('button', { name: /^Anna Holm GHJ 789/ })).toBeInTheDocument();
});

test('marks a cancelled booking once, and without a count of guests', async () => {
  await renderScreen(<List rows={cancelledRows()} />, { texts: ['roll-call'] });
  const row = (name: RegExp) => page.getByRole('button', { name });
  for (const name of [/Anna Holm/, /Bo Dahl/]) {
    await expect.element(row(name)).toBeVisible();
    expect(
      row(name)
        .element()
        .textContent.match(/Cancelled/g),
    ).toHaveLength(1);
  }
  await expect.element(row(/Eva Lund/)).toHaveTextContent('Expired');
  await expect.element(row(/Eva Lund/)).not.toHaveTextContent('Cancelled');
  for (const name of [/Anna Holm/, /Bo Dahl/, /Eva Lund/])
    await expect.element(row(name)).not.toHaveTextContent('0 of 0');
});
