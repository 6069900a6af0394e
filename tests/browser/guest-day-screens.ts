/**
 * Guest pages after booking, of a separate company: on the day, moving, paying and offline; for axe and the
 * screenshots.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import type { MessageId } from '../../src/i18n/message-id.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { makeBooking, makeCompanyOf, makeDeparture } from '../support/database-fixtures.ts';
import type { Query } from '../support/database.ts';
import { textsOf } from '../support/texts.ts';
import type { ShownScreen } from './shown-screen.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];

export async function linkBooking(
  query: Query,
  { booking, token }: { booking: string; token: string },
): Promise<string> {
  await query(
    `update public.bookings set access_token_hash = encode(sha256(convert_to($2, 'UTF8')), 'hex') where id = $1`,
    [booking, token],
  );
  return `/booking/view/${token}`;
}

export const openPanel = (id: MessageId) => async (page: Page, locale: Locale) => {
  await page.getByRole('button', { name: textsOf(locale)[id]!, exact: true }).click();
  await page.locator('.bk-panel').waitFor();
};

/** Viewed once, then with the server unreachable. */
async function openSavedTickets(page: Page): Promise<void> {
  const cachedTicketCount = () =>
    page.evaluate(async () => (await (await caches.open('muster-tickets')).keys()).length);
  while ((await cachedTicketCount()) === 0) await page.waitForTimeout(50);
  await page.route('**/rpc/guest_read_booking', (route) => route.abort());
  await page.reload();
  await page.locator('.bk-notice.bk-waiting').waitFor();
  await page.locator('.bk-codes svg').first().waitFor();
}

export async function guestDayScreens(query: Query): Promise<Pick<ShownScreen, 'name' | 'path' | 'ready' | 'open'>[]> {
  const db = { query };
  const own = randomUUID() + randomUUID();
  const company = await makeCompanyOf(db, async () => ({ guide: null }), { tag: randomUUID().slice(0, 8) });
  await query(`update public.companies set guests_may_move = true, contact_phone = '+45 70 10 20 30' where id = $1`, [
    company.id,
  ]);
  await query(`insert into private.payment_settings (company_id, mode, provider) values ($1, 'online', 'test')`, [
    company.id,
  ]);
  const at = (startsAt: Date) => makeDeparture(db, company, { startsAt, guides: [] });
  const day = new Date(Date.now() + 5 * DAY).toISOString().slice(0, 10);
  const [soon, later] = [await at(new Date(Date.now() + HOUR)), await at(new Date(`${day}T10:00:00Z`))];
  // A departure on the same day to move to.
  await at(new Date(`${day}T12:00:00Z`));
  const booked = async (departureId: string, token: string, paidAmount: number) => {
    const { bookingId } = await makeBooking(db, company, { departureId: departureId as never, guests: 2, paidAmount });
    return { booking: bookingId, view: await linkBooking(query, { booking: bookingId, token }) };
  };
  const today = await booked(soon, `today-${own}`, 10_000);
  const next = await booked(later, `later-${own}`, 10_000);
  const paying = async (state: 'refused' | 'expired') => {
    const token = `${state}-${own}`;
    const { booking } = await booked(later, token, 0);
    await query(
      `insert into private.payment_sessions (company_id, booking_id, provider, amount, currency, state, token_hash, expires_at, refused_at)
       select company_id, id, 'test', total_amount, currency, $2::private.payment_session_state, repeat('a', 64), now() + interval '1 day',
         case when $2 = 'open' then now() end
       from public.bookings where id = $1`,
      [booking, state === 'refused' ? 'open' : state],
    );
    return `/booking/isolated/payment/${token}`;
  };
  const mailToken = `mail-${own}`;
  await query(
    `insert into private.unsubscribe_links (token_hash, company_id, address_hash) values (encode(sha256(convert_to($1, 'UTF8')), 'hex'), $2, repeat('b', 64))`,
    [mailToken, company.id],
  );
  const ready = '.bk-codes svg';
  return [
    { name: 'guest-view-late', path: today.view, ready: '[aria-pressed]' },
    {
      name: 'guest-view-late-announced',
      path: today.view,
      ready: '[aria-pressed]',
      open: async (page) => {
        await page.getByRole('button', { name: /^20\b/ }).click();
        await page.locator('[aria-pressed=true]').waitFor();
      },
    },
    {
      name: 'guest-view-move',
      path: next.view,
      ready,
      open: async (page, locale) => {
        await openPanel('booking.change.move')(page, locale);
        await page.locator(`.bk-panel [data-date="${day}"]`).click();
        await page.locator('.bk-panel .bk-time').click();
        await page.locator('.bk-panel .bk-notice').waitFor();
      },
    },
    { name: 'guest-view-saved', path: next.view, ready: '.bk-codes[data-signed=true]', open: openSavedTickets },
    { name: 'guest-payment-refused', path: await paying('refused'), ready: '.bk-notice' },
    { name: 'guest-payment-expired', path: await paying('expired'), ready: '.bk-notice' },
    { name: 'guest-unsubscribe', path: `/booking/isolated/unsubscribe/${mailToken}`, ready: '.bk-primary' },
    {
      name: 'guest-unsubscribed',
      path: `/booking/isolated/unsubscribe/${mailToken}`,
      ready: '.bk-main h1',
      open: async (page) => {
        const end = page.locator('.bk-primary');
        if ((await end.count()) > 0) await end.click();
        await page.locator('.bk-notice').waitFor();
      },
    },
  ];
}
