/** Accessible names of rows for guests who share a name. */
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { GuestList } from '../../src/company/check-in/guest-list/guest-list.tsx';
import type { RowActions } from '../../src/company/check-in/guest-list/row-actions.ts';
import { attendanceList } from '../../src/domain/attendance-list.ts';
import { partiesOf } from '../../src/domain/attendance.ts';
import { departureRows } from '../../src/offline/testing/office.ts';
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

function List() {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div ref={scroller} style={{ height: 500, overflowY: 'auto' }}>
      <GuestList
        rows={rows()}
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
  await renderScreen(<List />, { texts: ['roll-call'] });
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
