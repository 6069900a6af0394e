/** Guests whom the office takes off an open roll-call: what the guide is told. */
import { useEffect, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MovedGuestsToasts } from '../../src/company/check-in/roll-call/moved-guests-toasts.ts';
import { partiesOf } from '../../src/domain/attendance.ts';
import type { MirroredBooking, MirroredGuest } from '../../src/domain/mirror.ts';
import { departureView } from '../../src/offline/read/departure-view.ts';
import { readMovedBooking } from '../../src/offline/read/moved-booking.ts';
import { departureId, departureRows, office } from '../../src/offline/testing/office.ts';
import { showToast } from '../../src/ui/toasts/toasts.ts';
import { useFormats } from '../../src/ui/format/use-formats.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockModule(import('../../src/ui/toasts/toasts.ts'), async (original) => ({
  ...(await original()),
  showToast: vi.fn<typeof showToast>(),
}));
await mockModule(import('../../src/offline/read/moved-booking.ts'));

const { departures, bookings, guests } = departureRows(2);
const [booking] = bookings as [MirroredBooking];
const TWO = guests.map((guest) => ({ ...guest, bookingId: booking.id }));
interface Rows {
  bookings?: MirroredBooking[];
  guests?: MirroredGuest[];
}

function partiesFor(rows: Rows) {
  const { companies, tours } = office();
  return partiesOf(
    departureView({
      frame: {
        company: companies![0]!,
        departure: departures[0]!,
        tour: tours![0]!,
        priceCategories: [],
        people: new Map(),
        devices: new Map(),
        ownDeviceKey: '',
      },
      mirrored: { guests: TWO, bookings: [booking], actions: [], ...rows },
      pending: [],
    }),
  );
}

let pull: (rows: Rows) => void;
function Screen() {
  const [rows, setRows] = useState<Rows>({});
  useEffect(() => {
    pull = setRows;
  }, []);
  const formats = useFormats('Europe/Copenhagen');
  return (
    <>
      <p>{partiesFor(rows)[0]?.size}</p>
      <MovedGuestsToasts departureId={departureId()} parties={partiesFor(rows)} formats={formats} />
    </>
  );
}
const toastTexts = () => vi.mocked(showToast).mock.calls.map(([{ text }]) => text);

beforeEach(async () => {
  vi.mocked(showToast).mockReset();
  vi.mocked(readMovedBooking).mockReset();
  await renderScreen(<Screen />, { texts: ['roll-call'] });
  await expect.element(page.getByText('2')).toBeVisible();
});

test('reports how many guests of a party were cancelled, not the whole party', async () => {
  pull({
    guests: [TWO[0]!, { ...TWO[1]!, cancelled: true }],
    bookings: [{ ...booking, reason: 'party_changed' }],
  });
  await waitFor(() => expect(toastTexts()).toEqual([`1 guest in ${booking.contactName}’s party is no longer coming`]));
  expect(readMovedBooking).not.toHaveBeenCalled();
});

test('shows the reason, if the office gave one', async () => {
  pull({ guests: [TWO[0]!, { ...TWO[1]!, cancelled: true }], bookings: [{ ...booking, reason: 'guest_ill' }] });
  await waitFor(() =>
    expect(toastTexts()).toEqual([`1 guest in ${booking.contactName}’s party is no longer coming · illness`]),
  );
});

test('stays silent when a guest moves to another booking of the same departure', async () => {
  const otherBooking = { ...booking, id: crypto.randomUUID(), contactName: 'Bo Holm' };
  pull({ guests: [TWO[0]!, { ...TWO[1]!, bookingId: otherBooking.id }], bookings: [booking, otherBooking] });
  await expect.element(page.getByText('1')).toBeVisible();
  expect(toastTexts()).toEqual([]);
});
