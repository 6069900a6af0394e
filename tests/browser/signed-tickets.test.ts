/**
 * Signed tickets: a guest who booked after the tablet went offline is let in, and the office receives it when the
 * tablet is back.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { describe } from 'vitest';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import type { Query } from '../support/database.ts';
import { test, type OpenDevice } from '../support/browser-test.ts';

/** Calls an RPC as a guest's browser does. */
async function asGuest(page: Page, name: string, args: object): Promise<Record<string, never>> {
  return page.evaluate(
    async ([path, body]) => {
      const headers = { apikey: 'sb_publishable_muster_local', 'Content-Type': 'application/json' };
      return (await (await fetch(path!, { method: 'POST', headers, body })).json()) as Record<string, never>;
    },
    [`/rest/v1/rpc/guest_${name}`, JSON.stringify(args)],
  );
}

async function aroundNoon(device: OpenDevice, query: Query) {
  const crew = await makeCrew(query);
  const { id } = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: 90 });
  const guest = await device();
  await guest.open('/booking/view/nothing-yet-to-be-seen');
  const category = (
    await query<{ id: string }>(
      `select p.id from public.price_categories p join public.departures d on d.tour_id = p.tour_id where d.id = $1`,
      [id],
    )
  )[0]!.id;
  const book = async (people: number) => {
    const token = (randomUUID() + randomUUID()).replaceAll('-', '');
    const guests = Array.from({ length: people }, () => ({ price_category_id: category }));
    const hold = await asGuest(guest.page, 'hold', {
      request: randomUUID(),
      token,
      departure: id,
      booking: { guests, locale: 'en' },
    });
    if (hold['status'] !== 'ok') throw new Error(JSON.stringify(hold));
    const contact = { name: 'Bea Late', email: 'bea@late.test', locale: 'en' };
    const result = await asGuest(guest.page, 'confirm', { request: randomUUID(), token, details: { contact } });
    if (result['status'] !== 'ok') throw new Error(JSON.stringify(result));
    return token;
  };
  /** Returns the picture that the guest's page shows. */
  const ticketPicture = async (token: string) => {
    await guest.open(`/booking/view/${token}`);
    const code = guest.page.locator('[data-signed=true]').getByRole('img', { name: /Show this code/ });
    // A page that has just loaded refetches once, and shows the unsigned code until then.
    for (;;) {
      const codeMarkup = await code.innerHTML();
      const codePicture = await code.screenshot();
      if ((await code.count()) === 1 && codeMarkup === (await code.innerHTML())) return codePicture;
    }
  };
  // An earlier booking gives the company a key, which the tablet's list downloads.
  await ticketPicture(await book(1));
  const tablet = await device({ serviceWorkers: 'allow' });
  const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
  await guide.checkInButton('Ada Lund').waitFor();
  await guide.checkInButton('Bea Late').waitFor();
  await guide.saved();
  await tablet.installed();
  const scan = async (codePicture: Buffer) => {
    const { page } = guide;
    if ((await page.getByRole('dialog').count()) === 0)
      await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'ticket.png', mimeType: 'image/png', buffer: codePicture });
  };
  return { crew, id, guest, book, picture: ticketPicture, tablet, guide, scan };
}

const signedOf = (query: Query, departure: string) =>
  query<{ flags: string[]; status: string }>(
    `select to_jsonb(a.flags) as flags, b.status from public.check_in_actions a join public.bookings b on b.id = a.booking_id
     where a.departure_id = $1 and a.payload ->> 'method' = 'signed'`,
    [departure],
  );

describe('a guest who booked after the tablet went offline', () => {
  test('is let in by their QR code, counts at once, only once, and is synced later', async ({
    device,
    query,
    expect,
  }) => {
    const { id, book, picture, tablet, guide, scan } = await aroundNoon(device, query);
    const { page } = guide;
    await tablet.goOffline();
    const codePicture = await picture(await book(3));
    await scan(codePicture);
    const card = page.locator('[data-scan-result=genuine]');
    await card.getByText(/^3 adults, \d\d:\d\d/).waitFor();
    await card.getByText('Valid ticket, not on your list yet').waitFor();
    await card.getByRole('button', { name: 'Check in', exact: true }).click();
    await card.getByText(/^Checked in with a signed ticket/).waitFor();
    await scan(codePicture);
    await page.locator('[data-scan-result=already_checked_in]').waitFor();
    await page.keyboard.press('Escape');
    const [booking] = await query<{ reference: string }>(
      `select reference from public.bookings where departure_id = $1 and (select count(*) from public.guests g where g.booking_id = bookings.id) = 3`,
      [id],
    );
    await page.getByText(booking!.reference).first().waitFor();
    // Also after a restart offline.
    await page.reload();
    await page.getByText(booking!.reference).first().waitFor();
    await tablet.goOnline();
    await guide.saved();
    expect(await signedOf(query, id)).toEqual(Array.from({ length: 3 }, () => ({ flags: [], status: 'CONFIRMED' })));
    await expect.poll(() => page.getByText('Bea Late').count()).toBeGreaterThan(1);
    expect(await page.getByText(booking!.reference).count()).toBeLessThanOrEqual(1);
  });

  test('and cancelled meanwhile is let in, and flagged once the network is back', async ({ device, query, expect }) => {
    const { id, guest, book, picture, tablet, guide, scan } = await aroundNoon(device, query);
    const { page } = guide;
    await tablet.goOffline();
    const token = await book(1);
    const codePicture = await picture(token);
    const cancelled = await asGuest(guest.page, 'cancel', { request: randomUUID(), token, change: {} });
    expect(cancelled['status']).toBe('ok');
    await scan(codePicture);
    await page.locator('[data-scan-result=genuine]').getByRole('button', { name: 'Check in', exact: true }).click();
    await page.getByText(/^Checked in with a signed ticket/).waitFor();
    await page.keyboard.press('Escape');
    await tablet.goOnline();
    await guide.saved();
    expect(await signedOf(query, id)).toEqual([{ flags: ['booking_cancelled'], status: 'CANCELLED' }]);
  });
});
