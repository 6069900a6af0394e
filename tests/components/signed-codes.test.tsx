/** Signed codes of a booking while a saved ticket gives way to the live booking. */
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SavedTicket } from '../../src/booking/view/saved-tickets.ts';
import { useSignedCodes } from '../../src/booking/view/use-signed-codes.ts';
import { readSignedCodes } from '../../src/data/public-booking.ts';
import { bookingOf } from './guest-server.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockModule(import('../../src/data/public-booking.ts'));

test('keeps the codes of the saved ticket until the live booking has its own', async () => {
  vi.mocked(readSignedCodes).mockReturnValue(new Promise(() => undefined));
  const booking = bookingOf({ state: 'CONFIRMED' });
  const key = [booking.departure.id, ...booking.guests.map(({ id }) => id)].join(' ');
  const saved: SavedTicket = { booking, signed: { key, codes: { party: 'signed', guests: [] } }, at: 0 };
  function Codes() {
    const [savedTicket, setSavedTicket] = useState<SavedTicket | null>(saved);
    const signed = useSignedCodes(booking, { token: 'token', savedTicket });
    return (
      <button type="button" onClick={() => setSavedTicket(null)}>
        {savedTicket ? 'offline' : 'online'} {signed?.party ?? 'unsigned'}
      </button>
    );
  }
  await renderScreen(<Codes />);
  await page.getByRole('button', { name: 'offline signed' }).click();
  await expect.element(page.getByRole('button')).toHaveTextContent('online signed');
});
