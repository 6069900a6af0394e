/** Guest pages in each state of the booking flow, for axe, the layout check and the screenshots. */
import type { Page } from 'playwright';
import type { Locale } from '../../src/lib/locales.ts';
import { COMPANIES, ORGANISATIONS } from '../../supabase/seed/people.ts';
import { chooseTime } from '../support/browser-guest.ts';
import type { Query } from '../support/database.ts';
import { textsOf } from '../support/texts.ts';
import { guestDayScreens, linkBooking, openPanel } from './guest-day-screens.ts';
import type { ShownScreen } from './shown-screen.ts';

const HOME = '/booking/isolated/copenhagen-on-foot';

/**
 * Finds a future demo departure with room for a party, whose day has no other departure of the tour at the same time.
 */
async function bookable(query: Query): Promise<{ date: string; time: string }> {
  const [found] = await query<{ date: string; time: string }>(
    `select d.local_date::text as date, to_char(d.starts_at at time zone c.time_zone, 'HH24:MI') as time
     from public.companies as c join public.tours as t on t.company_id = c.id
     cross join lateral private.bookable_departures(t.id, now() + interval '1 month') as d
     where c.id = $1 and t.slug = 'old-town-stories' and d.starts_at > now() + interval '1 day'
       and d.capacity - private.seats_taken(d.id) >= 4
       and not exists (select from public.departures as o where o.tour_id = t.id and o.starts_at = d.starts_at and o.id <> d.id)
     order by d.starts_at limit 1`,
    [COMPANIES.copenhagen.id],
  );
  if (!found) throw new Error('The demo has no departure to book');
  return found;
}

/** The demo, and the departure that is booked in it, on the day that its URL opens. */
interface Demo {
  query: Query;
  time: string;
}
const toParty =
  ({ time }: Demo) =>
  async (page: Page) => {
    await chooseTime(page, time);
    await page.locator('.bk-rows').waitFor();
  };
/**
 * Each opening holds seats without booking them, which would fill the departure and use up the rate limit of the
 * address.
 */
const forgetHolds = (query: Query) =>
  query(`with asked as (delete from private.rate_limit_buckets)
    update public.bookings set expires_at = now() where status = 'ON_HOLD' and source = 'website'`);

const toDetails = (demo: Demo) => async (page: Page) => {
  await forgetHolds(demo.query);
  await toParty(demo)(page);
  await page.locator('button[type=submit]').click();
  await page.locator('#field-name').waitFor();
  // Loads the country list, which is lazy until the field is visible or focused; on a small screen it may be below the
  // fold.
  await page.locator('#field-phone').focus();
  await page.locator('.bk-country option[value=ZW]').waitFor({ state: 'attached' });
};
/** The tour requires all guests' names, and one is missing. */
const toNames = (demo: Demo) => async (page: Page) => {
  await toDetails(demo)(page);
  const asks = (asksNames: boolean) =>
    demo.query(`update public.tours set asks_names = $1 where slug = 'old-town-stories'`, [asksNames]);
  await asks(true);
  try {
    await page.reload();
    await page.locator('#field-guest-0').waitFor();
  } finally {
    await asks(false);
  }
  await page.locator('button[type=submit]').click();
  await page.locator('[role=alert] a').first().waitFor();
};
/** Ninety seconds are left on the hold, which a reload shows. */
const toLastMinutes = (demo: Demo) => async (page: Page) => {
  await toDetails(demo)(page);
  await demo.query(
    `update public.bookings set expires_at = now() + interval '90 seconds' where status = 'ON_HOLD' and source = 'website' and expires_at > now()`,
  );
  await page.reload();
  await page.locator('.bk-clock').waitFor();
};
/** Takes all seats between two steps, and frees them afterwards for the next state. */
const toSoldOut = (demo: Demo) => async (page: Page) => {
  const { query } = demo;
  await forgetHolds(query);
  await toParty(demo)(page);
  const at = new URL(page.url()).searchParams;
  const [departure] = await query<{ id: string; capacity: number }>(
    `select d.id, d.capacity from public.departures d join public.tours t on t.id = d.tour_id join public.companies c on c.id = d.company_id
     where t.slug = $1 and d.local_date = $2 and to_char(d.starts_at at time zone c.time_zone, 'HH24:MI') = left($3, 5)
       and ($3 not like '%.%' or d.language = split_part($3, '.', 2))`,
    [at.get('tour'), at.get('date'), at.get('time')],
  );
  const seats = (capacity: number) =>
    query(`update public.departures set capacity = $2 where id = $1`, [departure!.id, capacity]);
  await seats(0);
  try {
    await page.locator('button[type=submit]').click();
    await page.locator('.bk-notice .bk-times button').first().waitFor();
  } finally {
    await seats(departure!.capacity);
  }
};
/** The hold has run out, which a reload shows. */
const toHoldOver = (demo: Demo) => async (page: Page) => {
  await toDetails(demo)(page);
  await demo.query(
    `update public.bookings set expires_at = now() where status = 'ON_HOLD' and source = 'website' and expires_at > now()`,
  );
  await page.reload();
  await page.locator('.bk-hold[role=alert] button').waitFor();
};
const toCode = (demo: Demo) => async (page: Page, locale: Locale) => {
  await toDetails(demo)(page);
  await page.getByRole('button', { name: textsOf(locale)['booking.code.have']!, exact: true }).click();
  await page.locator('#field-code').waitFor();
};
const PICTURED = 'pictured@holm.test';
/** Just booked; the guest of the previous picture has been removed. */
const toBooked = (demo: Demo) => async (page: Page) => {
  await demo.query(
    `update public.bookings set status = 'CANCELLED' where contact_email = $1 and status = 'CONFIRMED'`,
    [PICTURED],
  );
  await toDetails(demo)(page);
  await page.locator('#field-name').fill('Anna Holm');
  await page.locator('#field-email').fill(PICTURED);
  await page.locator('button[type=submit]').click();
  await page.locator('.bk-codes[data-signed=true]').waitFor();
};
/** The office closes the tapped departure, and reopens it afterwards. */
const toNextRefused = (demo: Demo) => async (page: Page) => {
  await forgetHolds(demo.query);
  const link = (await page.locator('.bk-tours > li:has(button) a').first().getAttribute('href'))!;
  const card = page.locator('.bk-tours > li', { has: page.locator(`a[href="${link}"]`) });
  const at = new URL(link, page.url()).searchParams;
  const close = (isClosed: boolean) =>
    demo.query(
      `update public.departures as d set is_closed = $4 from public.tours t, public.companies c
       where t.id = d.tour_id and c.id = d.company_id and t.slug = $1 and d.local_date = $2
         and to_char(d.starts_at at time zone c.time_zone, 'HH24:MI') = left($3, 5)`,
      [at.get('tour'), at.get('date'), at.get('time'), isClosed],
    );
  await close(true);
  try {
    await card.locator('button').click();
    await card.locator('.bk-notice').waitFor();
  } finally {
    await close(false);
  }
};

let turn: Promise<unknown> = Promise.resolve();
/** Runs one after another, also when two sizes are examined in parallel: they take and release the same seats. */
const inTurn =
  (open: NonNullable<ShownScreen['open']>): ShownScreen['open'] =>
  (page, locale) => {
    const mine = turn.then(() => open(page, locale));
    turn = mine.catch(() => undefined);
    return mine;
  };

export async function guestScreens(query: Query, booking: string): Promise<ShownScreen[]> {
  const [cancelled] = await query<{ id: string }>(
    `select b.id from public.bookings b where b.company_id = $1 and b.status = 'CANCELLED' order by b.id limit 1`,
    [COMPANIES.copenhagen.id],
  );
  const view = await linkBooking(query, { booking, token: `pictured-${'x'.repeat(40)}` });
  const cancelledLink = await linkBooking(query, { booking: cancelled!.id, token: `pictured-${'y'.repeat(40)}` });
  const guest = (name: string, rest: Pick<ShownScreen, 'path' | 'ready' | 'open'>): ShownScreen => ({
    name,
    person: null,
    ...rest,
    ...(rest.open ? { open: inTurn(rest.open) } : {}),
  });
  const tour = { path: `${HOME}?tour=old-town-stories`, ready: '[data-date][aria-disabled=false]' };
  const { date, time } = await bookable(query);
  const demo = { query, time };
  const day = { path: `${tour.path}&date=${date}`, ready: '.bk-time' };
  return [
    guest('guest-tours', { path: HOME, ready: '.bk-tours a' }),
    guest('guest-date', tour),
    // In the colours of the demo's other operators.
    ...Object.values(COMPANIES)
      .filter((company) => !HOME.endsWith(company.slug) && company.is_active && company.has_active_subscription)
      .map(({ slug }) => ({
        ...guest(`guest-of-${slug}`, {
          path: `/booking/isolated/${slug}`,
          ready: '.bk-tours a, [data-date], .page h1',
        }),
        locales: ['en'] as const,
      })),
    guest('guest-party', { ...day, open: toParty(demo) }),
    guest('guest-details', { ...day, open: toDetails(demo) }),
    guest('guest-details-wrong', {
      ...day,
      open: async (page) => {
        await toDetails(demo)(page);
        await page.locator('button[type=submit]').click();
        await page.locator('[role=alert] a').first().waitFor();
      },
    }),
    guest('guest-names', { ...day, open: toNames(demo) }),
    guest('guest-last-minutes', { ...day, open: toLastMinutes(demo) }),
    guest('guest-hold-over', { ...day, open: toHoldOver(demo) }),
    guest('guest-code', { ...day, open: toCode(demo) }),
    guest('guest-booked', { ...day, open: toBooked(demo) }),
    guest('guest-sold-out', { ...day, open: toSoldOut(demo) }),
    guest('guest-view', { path: view, ready: '.bk-codes svg' }),
    guest('guest-view-names', { path: view, ready: '.bk-codes svg', open: openPanel('booking.change.names') }),
    guest('guest-view-cancel', { path: view, ready: '.bk-codes svg', open: openPanel('booking.change.cancel') }),
    guest('guest-view-cancelled', { path: cancelledLink, ready: '.bk-notice' }),
    guest('guest-next', { path: '/booking/isolated/next/copenhagen-on-foot', ready: '.bk-tours a' }),
    guest('guest-next-refused', {
      path: '/booking/isolated/next/copenhagen-on-foot',
      ready: '.bk-tours button',
      open: toNextRefused(demo),
    }),
    ...(await guestDayScreens(query)).map(({ name, ...rest }) => guest(name, rest)),
    guest('guest-partner', { path: `/booking/isolated/${ORGANISATIONS.nordic.slug}/BAK`, ready: '.bk-card' }),
    guest('guest-partner-date', {
      ...tour,
      path: tour.path.replace('isolated', `isolated/${ORGANISATIONS.nordic.slug}`),
    }),
    guest('guest-all', { path: '/all', ready: '.bk-card' }),
    guest('guest-nobody', { path: '/booking/isolated/nobody', ready: '.page h1' }),
  ];
}
