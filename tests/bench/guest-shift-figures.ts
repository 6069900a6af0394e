/** Layout shift for guests: from the list of tours to the ticket, afterwards, and in a frame of another site. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, FrameLocator, Page } from 'playwright';
import { chooseTime, timeOf } from '../support/browser-guest.ts';
import type { Device } from '../support/browser-device.ts';
import { makeCompanyOf, makeDeparture } from '../support/database-fixtures.ts';
import type { Query } from '../support/database.ts';
import type { Figure } from './figures.ts';
import { slowPage } from './slow-page.ts';

/** Sums up layout shifts, without those within half a second of an input, like the web vital CLS. */
export const watchShifts = () => {
  const all = { sum: 0 };
  Object.assign(window, { shifts: all });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) all.sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};
export const shifts = (of: Page | Frame) =>
  of.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);

export interface PicturedOperator {
  slug: string;
  day: string;
  time: string;
  /** Start of another departure on that day. */
  later: string;
}

/**
 * Creates an operator with a logo and two tours, one with a picture, whose guests may move; `paysOnline` requires
 * payment first.
 */
export async function picturedOperator(
  query: Query,
  { paysOnline }: { paysOnline: boolean },
): Promise<PicturedOperator> {
  const db = { query };
  const company = await makeCompanyOf(db, async () => ({ guide: null }), { tag: randomUUID().slice(0, 8) });
  const slug = `company-${company.id}`;
  await query(`update public.companies set guests_may_move = true where id = $1`, [company.id]);
  const picture = readFileSync(new URL('../../supabase/seed/pictures/harbour-light-walk.webp', import.meta.url));
  await query(
    `with second as (
       insert into public.tours (company_id, slug, status, duration_minutes, capacity) values ($1, 'second', 'live', 60, 10) returning id),
     words as (insert into public.tour_translations (tour_id, locale, title, summary) select id, 'en', 'A second walk', 'Along the water' from second),
     logo as (insert into private.company_logos (company_id, bytes, tag) values ($1, decode($3, 'hex'), left(md5($1::text), 16))),
     picture as (insert into private.tour_pictures (tour_id, bytes, tag) values ($2::uuid, decode($3, 'hex'), left(md5($2::uuid::text), 16)))
     insert into public.price_categories (company_id, tour_id, type, amount) select $1, id, 'ADULT', 5000 from second`,
    [company.id, company.tourId, picture.toString('hex')],
  );
  if (paysOnline)
    await query(`insert into private.payment_settings (company_id, mode, provider) values ($1, 'online', 'test')`, [
      company.id,
    ]);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  // One more on the same day, to move to.
  const starts = ['10:00', '13:00'].map((time) => new Date(`${day}T${time}:00Z`));
  for (const startsAt of starts) await makeDeparture(db, company, { startsAt, capacity: 200, guides: [] });
  const [time, later] = starts.map(timeOf) as [string, string];
  return { slug, day, time, later };
}

/** Goes from the list of tours to the completed form. */
async function fillIn(page: Page | FrameLocator, { day, time }: PicturedOperator): Promise<void> {
  await page.locator('.bk-tours a[href*="tour=walk"]').click();
  await page.locator(`[data-date="${day}"][aria-disabled=false]`).click();
  await chooseTime(page, time);
  await page.getByRole('button', { name: 'One more: Adult' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Anna Holm');
  await page.getByLabel('Email').fill('anna@holm.test');
}
async function book(page: Page | FrameLocator, operator: PicturedOperator): Promise<void> {
  await fillIn(page, operator);
  await page.locator('button[type=submit]').click();
}

async function moveAndCancel(page: Page | FrameLocator, { day, later }: PicturedOperator): Promise<void> {
  await page.locator('.bk-codes[data-signed=true]').waitFor();
  await page.getByRole('button', { name: 'Change date or time' }).click();
  await page.locator(`.bk-panel [data-date="${day}"]`).click();
  await chooseTime(page.locator('.bk-panel'), later);
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await page.locator('.bk-panel').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await page.getByRole('button', { name: /^Cancel for/ }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
}

async function paid(device: Device, operator: PicturedOperator): Promise<number> {
  const { page } = await slowPage(device);
  await page.addInitScript(watchShifts);
  await page.goto(device.url(`/booking/isolated/${operator.slug}`));
  await book(page, operator);
  await page.getByRole('button', { name: /^Pay / }).waitFor();
  const before = await shifts(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.locator('.bk-codes[data-signed=true]').waitFor();
  // The provider's page was another document, and so is the page after the return.
  const sum = before + (await shifts(page));
  await page.close();
  return sum;
}

/** Opens the booking by its link, moves and cancels it. */
async function afterwards(device: Device, operator: PicturedOperator): Promise<number> {
  const { page } = await slowPage(device);
  await page.addInitScript(watchShifts);
  await page.goto(device.url(`/booking/isolated/${operator.slug}`));
  await book(page, operator);
  await page.locator('.bk-codes[data-signed=true]').waitFor();
  await page.goto(page.url().replace('/isolated/view/', '/view/'));
  await moveAndCancel(page, operator);
  const sum = await shifts(page);
  await page.close();
  return sum;
}

/**
 * Changes without input while typing: the last minutes of a hold, its end, and seats that are gone when requested
 * again.
 */
async function outOfTime(device: Device, query: Query, operator: PicturedOperator): Promise<number> {
  const { page } = await slowPage(device);
  await page.addInitScript(watchShifts);
  await page.goto(device.url(`/booking/isolated/${operator.slug}`));
  await fillIn(page, operator);
  let sum = await shifts(page);
  const OURS = `departure_id in (
    select d.id from public.departures as d join public.companies as c on c.id = d.company_id where c.slug = $1)`;
  /** Sets the seconds left on the hold, which a reload shows. */
  const setSecondsLeft = async (seconds: number) => {
    await query(
      `update public.bookings set expires_at = now() + $2 * interval '1 second' where status = 'ON_HOLD' and ${OURS}`,
      [operator.slug, seconds],
    );
    await page.reload();
    await page.getByLabel('Name', { exact: true }).waitFor();
  };
  await setSecondsLeft(130);
  await page.getByText(/^Held for you until/).waitFor();
  await page.locator('.bk-clock').waitFor();
  sum += await shifts(page);
  await setSecondsLeft(10);
  await page.locator('.bk-clock').waitFor();
  await page.getByText('Your reservation time has expired').waitFor();
  const first = `update public.departures set capacity = $2 where starts_at = (
    select min(d.starts_at) from public.departures as d join public.companies as c on c.id = d.company_id where c.slug = $1)`;
  await query(first, [operator.slug, 0]);
  await page.getByRole('button', { name: 'Reserve again' }).click();
  await page.getByText('Just sold out').waitFor();
  await chooseTime(page, operator.later);
  await page.getByText(/^Held for you until/).waitFor();
  await page.locator('button[type=submit]').click();
  await page.locator('.bk-codes[data-signed=true]').waitFor();
  sum += await shifts(page);
  await page.close();
  await query(first, [operator.slug, 200]);
  return sum;
}

/** Returns the layout shift inside the frame and on the surrounding site, which has text below. */
async function framed(
  device: Device,
  query: Query,
  { operator, width }: { operator: PicturedOperator; width: string },
): Promise<number> {
  const html = `<!doctype html><title>Hotel</title>
    <div data-muster="${operator.slug}" data-muster-language="en" style="width: ${width}; min-height: 720px"></div><p>Below</p>
    <script async src="${device.url('/embed.js')}"></script>`;
  const site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  try {
    const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    await query(`update public.companies set embed_origins = array[$2] where slug = $1`, [operator.slug, origin]);
    const { page } = await slowPage(device);
    await page.addInitScript(watchShifts);
    await page.goto(`${origin}/`);
    const inside = page.frameLocator('div iframe');
    await book(inside, operator);
    await moveAndCancel(inside, operator);
    const frame = page.frames().find((frame) => frame !== page.mainFrame())!;
    const sum = Math.max(await shifts(page), await shifts(frame));
    await page.close();
    return sum;
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

export async function guestShiftFigures(device: Device, query: Query): Promise<Figure[]> {
  const [free, paying] = [
    await picturedOperator(query, { paysOnline: false }),
    await picturedOperator(query, { paysOnline: true }),
  ];
  const figure = (what: string, value: number): Figure => ({
    what: `what jumps ${what} (layout shift)`,
    value,
    unit: 'shift',
    budget: 0.02,
  });
  return [
    figure('from all tours over the payment to the ticket, with a logo and a picture', await paid(device, paying)),
    figure('on the booking’s page, moving and cancelling', await afterwards(device, free)),
    figure('while a hold runs out, and its places are gone', await outOfTime(device, query, free)),
    figure(
      'within another site’s frame and around it, to moving and cancelling',
      await framed(device, query, { operator: free, width: 'auto' }),
    ),
    figure('within one of 320 pixels', await framed(device, query, { operator: free, width: '320px' })),
  ];
}
