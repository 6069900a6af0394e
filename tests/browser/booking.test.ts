/** Guests book: presses, reloads and lost responses reserve seats once, and no input is lost. */
import { randomUUID } from 'node:crypto';
import type { FrameLocator, Page, Request } from 'playwright';
import { describe } from 'vitest';
import { makeBooking, makeCompanyOf, makeDeparture } from '../support/database-fixtures.ts';
import type { Query } from '../support/database.ts';
import { chooseDay, chooseTime, timeButton, timeOf } from '../support/browser-guest.ts';
import { blockStorage, tabTo, useOtherSite } from '../support/browser-site.ts';
import { test } from '../support/browser-test.ts';
import { startWaiting } from '../support/browser-wait.ts';
import { cutOff } from './screens.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const DAY = inDays(3);
const LATER = inDays(4);
/** Start of the operator's departure on a day. */
const startOn = (day: string) => new Date(`${day}T10:00:00Z`);

async function makeOperator(query: Query, { capacity = 10, price = 5000 } = {}) {
  const db = { query };
  const company = await makeCompanyOf(db, async () => ({ guide: null }), { tag: randomUUID().slice(0, 8) });
  await query(`update public.price_categories set amount = $2 where tour_id = $1`, [company.tourId, price]);
  const at = (day: string, seats = capacity) =>
    makeDeparture(db, company, { startsAt: startOn(day), capacity: seats, guides: [] });
  const [departure, later] = [await at(DAY), await at(LATER)];
  return {
    departure,
    later,
    slug: `company-${company.id}`,
    path: `/booking/isolated/company-${company.id}`,
    fill: (guests: number) => makeBooking(db, company, { departureId: departure, guests }),
    bookings: (id: string) =>
      query<{ status: string; guests: number; contact_name: string }>(
        `select status, contact_name, (select count(*)::int from public.guests g where g.booking_id = b.id) as guests
         from public.bookings b where departure_id = $1 and source = 'website' order by created_at`,
        [id],
      ),
    endHolds: () =>
      query(
        `update public.bookings set expires_at = now() - interval '1 second' where departure_id = $1 and status = 'ON_HOLD'`,
        [departure],
      ),
  };
}

const site = useOtherSite();

/** Shows the page in a plain iframe on a site of another origin, where the browser blocks its storage. */
async function embed(page: Page, address: string, attributes = ''): Promise<FrameLocator> {
  await blockStorage(page);
  site.html = `<!doctype html><title>Hotel</title><iframe src="${address}" ${attributes} style="width: 320px; height: 1600px; border: 0"></iframe>`;
  await page.goto(`http://localhost:${site.port}/`);
  return page.frameLocator('iframe');
}

/** Goes from the calendar to the details, with two adults. */
async function chooseTwo(page: Page | FrameLocator): Promise<void> {
  await page.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
  await chooseTime(page, timeOf(startOn(DAY)));
  await page.getByRole('button', { name: 'One more: Adult' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Your details' }).waitFor();
}
async function typeDetails(page: Page | FrameLocator): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Anna Holm');
  await page.getByLabel('Email').fill('anna@holm.test');
}
const book = (page: Page | FrameLocator) => page.getByRole('button', { name: /^Book for/ });
const isBooked = (page: Page | FrameLocator) => page.getByText('You’re booked').waitFor();

describe('booking', () => {
  test('back, reload, forward and a double click hold seats once; each step has a URL', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    const { page } = await device();
    await page.goto(operator.path);
    await chooseTwo(page);
    await typeDetails(page);
    await page.reload();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Anna Holm');
    await page.goBack();
    await page.getByRole('heading', { name: 'How many people?' }).waitFor();
    expect(await page.getByRole('spinbutton', { name: /Adult/ }).inputValue()).toBe('2');
    await page.getByRole('button', { name: 'Continue' }).dblclick();
    await page.getByRole('heading', { name: 'Your details' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('anna@holm.test');
    expect(await operator.bookings(operator.departure)).toHaveLength(1);
    const stepUrl = page.url();
    await book(page).dblclick();
    await isBooked(page);
    expect(await operator.bookings(operator.departure)).toEqual([
      { status: 'CONFIRMED', contact_name: 'Anna Holm', guests: 2 },
    ]);
    await page.getByText('DKK 100').waitFor();
    await page.reload();
    await page.getByRole('img', { name: /Show this code/ }).waitFor();

    // A step's link on another device carries no hold and no input.
    const other = (await device()).page;
    await other.goto(stepUrl);
    await other.getByRole('heading', { name: 'How many people?' }).waitFor();
    expect(await other.getByRole('spinbutton', { name: /Adult/ }).inputValue()).toBe('2');
    expect(stepUrl).not.toMatch(/Anna|holm\.test/);
  });

  test('code that a deployment removed reloads the page once, also in a frame; hold and input stay', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    const { page, network } = await device();
    let lost = 0;
    await page.route(/\/assets\/details-form-.*\.js$/, async (route) => {
      lost += 1;
      await (lost > 1 ? route.continue() : route.fulfill({ status: 404, body: '' }));
    });
    const frame = await embed(page, `${network.url}${operator.path}`);
    await chooseTwo(frame);
    await expect.poll(() => lost).toBe(2);
    await typeDetails(frame);
    await book(frame).click();
    await isBooked(frame);
    expect(await operator.bookings(operator.departure)).toEqual([
      { status: 'CONFIRMED', contact_name: 'Anna Holm', guests: 2 },
    ]);
  });

  test('a free tour costs nothing; a summary links to missing fields; a mistyped address gets a hint', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query, { price: 0 });
    const { page } = await device();
    await page.goto(operator.path);
    await chooseTwo(page);
    await book(page).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    await page.getByRole('link', { name: 'Name is required.' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-name');
    await page.keyboard.type('Anna Holm');
    await page.getByLabel('Email').fill('anna@gmial.com');
    await page.getByRole('button', { name: 'anna@gmail.com' }).waitFor();
    expect(await page.getByText('Free', { exact: true }).count()).toBeGreaterThan(0);
    await book(page).click();
    await isBooked(page);
    expect(await page.getByText('Due on arrival').count()).toBe(0);
  });
});

describe('with a screen reader', () => {
  test('each step in a frame is read in order: subject, choices, fields, total, next step', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    const { page, network } = await device();
    const frame = await embed(page, `${network.url}${operator.path}?date=${DAY}`);
    /** What a screen reader announces, line by line: roles and names of readable and operable elements. */
    const announced = async () => {
      const lines = (await frame.locator('main').ariaSnapshot()).split('\n');
      return lines
        .map((line) =>
          /^\s*- '?(heading|button|textbox|spinbutton|link|img|status|alert|combobox|checkbox)\b ?"?([^"[:]*)/.exec(
            line,
          ),
        )
        .flatMap((found) => (found ? [`${found[1]} ${found[2]!.trim()}`.trim()] : []))
        .filter((line) => line !== 'status')
        .map((line) => line.replace(/^checkbox (Harbour Walks).*/, 'checkbox $1'));
    };
    const focused = () =>
      frame
        .locator('html')
        .evaluate(({ ownerDocument: { activeElement: element } }) => `${element?.tagName} ${element?.textContent}`);
    const isFocused = (name: string) => expect.poll(() => focused()).toBe(`H1 ${name}`);
    await frame.locator('.bk-time').waitFor();
    // The day's label summarises its departures before it is opened.
    expect(await frame.locator(`[data-date="${DAY}"]`).getAttribute('aria-label')).toMatch(
      /^\w+ \d+ \w+, 10 spots at 1[12]:00$/,
    );
    await chooseTime(frame, timeOf(startOn(DAY)));
    await isFocused('How many people?');
    await frame.getByRole('button', { name: 'Continue' }).waitFor();
    expect(await announced()).toEqual([
      'heading How many people?',
      'button One fewer',
      'spinbutton Adult DKK 50',
      'button One more',
      'button Continue',
    ]);
    await frame.getByRole('button', { name: 'Continue' }).click();
    await isFocused('Your details');
    await frame.locator('.bk-country option[value=ZW]').waitFor({ state: 'attached' });
    expect(await announced()).toEqual([
      'heading Your details',
      'textbox Name',
      'textbox Email',
      'combobox Country code',
      'textbox Phone',
      'combobox Preferred language',
      'textbox Note for the guide',
      'checkbox Harbour Walks',
      'button Use a discount code or gift voucher',
      'button Book for 1 person',
    ]);
    await typeDetails(frame);
    await book(frame).click();
    await isBooked(frame);
    await expect.poll(() => focused()).toMatch(/^H1 /);
    const view = await announced();
    const at = (line: RegExp) => view.findIndex((text) => line.test(text));
    const order = [
      /^heading Harbour walk/,
      /^link Open in a new tab/,
      /^button Add to calendar/,
      /^img Show this code/,
      /^heading Change your/,
      /^link Book another/,
    ];
    expect(order.map(at)).toEqual(order.map(at).toSorted((a, b) => a - b));
    expect(order.map(at)).not.toContain(-1);
  });
});

describe('with network faults', () => {
  test('a response lost after a hold or booking leads to one hold and one booking on retry', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query, { capacity: 3 });
    const { page, network } = await device();
    await page.goto(operator.path);
    await page.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
    await chooseTime(page, timeOf(startOn(DAY)));
    await page.getByRole('button', { name: 'One more: Adult' }).click();
    const lostHold = network.loseNextResponse(/guest_hold/);
    await page.getByRole('button', { name: 'Continue' }).click();
    await lostHold;
    await page.getByText('We can’t reach the server.').waitFor();
    expect(await operator.bookings(operator.departure)).toHaveLength(1);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Your details' }).waitFor();
    await typeDetails(page);
    const lostConfirmation = network.loseNextResponse(/guest_confirm/);
    await book(page).click();
    await lostConfirmation;
    await page.getByText('We can’t reach the server.').waitFor();
    expect(await operator.bookings(operator.departure)).toEqual([
      { status: 'CONFIRMED', contact_name: 'Anna Holm', guests: 2 },
    ]);
    await book(page).click();
    await isBooked(page);
    expect(await operator.bookings(operator.departure)).toHaveLength(1);
  });

  test('a viewed booking shows its codes offline with their time, without contact data on the device', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    const guest = await device({ serviceWorkers: 'allow' });
    const { page } = guest;
    await page.goto(operator.path);
    await chooseTwo(page);
    await typeDetails(page);
    await book(page).click();
    await isBooked(page);
    const token = page.url().split('/').at(-1)!;
    await page.goto(`/booking/view/${token}`);
    const code = page.getByRole('img', { name: /Show this code/ });
    await code.waitFor();
    await page.locator('.bk-codes[data-signed=true]').waitFor();
    const codeMarkup = await code.innerHTML();
    const storedResponses = () =>
      page.evaluate(async () => {
        const all: string[] = [];
        for (const name of await caches.keys()) {
          const store = await caches.open(name);
          for (const request of await store.keys())
            if (!request.url.includes('/assets/')) all.push(request.url, await (await store.match(request))!.text());
        }
        return all.join('\n');
      });
    // Kept by the worker of this path; the page before kept the same response under its own cache name.
    const missing = () =>
      page.evaluate(async () => {
        const store = await caches.open('muster-ticket-page /booking/view/');
        const parts = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
        const expectedPaths = ['/booking.html', ...parts.filter((path) => path.startsWith('/assets/'))];
        const cachedResponses = await Promise.all(expectedPaths.map((path) => store.match(path)));
        return expectedPaths.filter((_, at) => !cachedResponses[at]);
      });
    await expect.poll(missing).toEqual([]);
    await expect.poll(storedResponses).toContain('"signed":{');
    // A later visit begins with fewer files: those loaded on demand stay until there is another page.
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      active!.postMessage({ cacheFiles: ['/icons/muster-192.png'] });
    });
    const iconIsCached = () => page.evaluate(async () => Boolean(await caches.match('/icons/muster-192.png')));
    await expect.poll(iconIsCached).toBe(true);
    expect(await missing()).toEqual([]);
    expect(await storedResponses()).not.toMatch(new RegExp(`${token}|anna@holm|Anna Holm`));

    await guest.goOffline();
    await page.reload();
    await page.getByText('You’re offline. This is your booking as of').waitFor();
    expect(await code.innerHTML()).toBe(codeMarkup);
    expect(await page.locator('.bk-codes').getAttribute('data-signed')).toBe('true');
    expect(await page.getByRole('button', { name: 'Cancel booking' }).count()).toBe(0);

    // With the network it refreshes without a press.
    await query(`update public.departures set meeting_note = 'At the lighthouse' where id = $1`, [operator.departure]);
    await guest.goOnline();
    await page.getByText('At the lighthouse').waitFor();
    await page.getByRole('button', { name: 'Cancel booking' }).waitFor();
    // The worker's scope is this page only.
    expect(
      await page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).toSorted(),
      ),
    ).toEqual(['/booking/isolated/view/', '/booking/view/']);
  });
});

describe('at the start', () => {
  test('the document carries the data of the first step: no request before it renders', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    const { page } = await device();
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    await page.goto(operator.path);
    await page.locator(`[data-date="${DAY}"][aria-disabled=false]`).waitFor();
    expect(requestedPaths.filter((path) => path.includes('/rpc/'))).toEqual([]);
    // Looking again triggers a request, because the embedded data may be stale.
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('button', { name: 'Previous month' }).click();
    await expect.poll(() => requestedPaths.filter((path) => path.endsWith('/guest_read_availability')).length).toBe(2);
    const other = await page.goto('/booking/isolated/nobody');
    expect(other!.status()).toBe(404);
    await page.getByText('404').waitFor();
  });

  test('a second visit fetches only the document: everything else is cached immutably', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    const { page, network } = await device();
    const begins = async () => {
      await page.goto(operator.path);
      await page.locator(`[data-date="${DAY}"][aria-disabled=false]`).waitFor();
    };
    // The code of the next step loads when the page is idle, which may be long after it is shown.
    const pending = new Set<Request>();
    const finished: string[] = [];
    page.on('request', (request) => pending.add(request));
    page.on('requestfinished', (request) => {
      pending.delete(request);
      finished.push(new URL(request.url()).pathname);
    });
    await begins();
    await expect.poll(() => finished.some((path) => path.startsWith('/assets/party-section-'))).toBe(true);
    await expect.poll(() => pending.size).toBe(0);
    const first = network.traffic.length;
    await page.goto('about:blank');
    await begins();
    const requestedPaths = network.traffic.slice(first).map(({ path }) => path);
    expect(requestedPaths.filter((path) => !path.startsWith('/icons/'))).toEqual([operator.path]);
  });

  test('no step waits for its code, which loads during the step before', async ({ device, query, expect }) => {
    const operator = await makeOperator(query);
    const { page } = await device();
    const scripts: string[] = [];
    page.on('requestfinished', (request) => scripts.push(new URL(request.url()).pathname));
    const expectLoaded = (part: string) =>
      expect.poll(() => scripts.some((path) => path.startsWith(`/assets/${part}-`))).toBe(true);
    await page.goto(operator.path);
    await expectLoaded('party-section');
    await page.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
    await chooseTime(page, timeOf(startOn(DAY)));
    await expectLoaded('details-form');
    // The telephone number data is as large as the rest of the page: it loads when a guest is about to type a number.
    expect(scripts.filter((path) => path.includes('phone-numbers'))).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Your details' }).waitFor();
    await page.getByRole('textbox', { name: 'Phone' }).focus();
    await expectLoaded('phone-numbers');
    await expectLoaded('view-page');
  });

  test('when scripts fail or are restricted, the document says whom to call, also in a frame', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    await query(
      `update public.companies set name = 'Harbour Walks', contact_phone = '+4533112233' where id::text = $1`,
      [operator.path.split('company-').at(-1)],
    );
    const guest = await device();
    const { page, network } = guest;
    guest.tolerate(/Failed to fetch dynamically|ERR_FAILED|CORS|sandboxed/);
    await page.route('**/assets/*.js', (route) => route.abort());
    const frame = await embed(page, `${network.url}/da${operator.path}`);
    const words = frame.getByText('Siden kunne ikke vises.');
    expect(await words.isVisible()).toBe(false);
    await words.waitFor();
    expect(await words.textContent()).toContain('Harbour Walks, +4533112233');
    expect(await frame.getByText('This page couldn’t be shown.').isVisible()).toBe(false);
    await page.unrouteAll();
    const english = frame.getByText('This page couldn’t be shown.');
    // Only the texts fail to load.
    await page.route('**/assets/*booking-en*.js', (route) => route.abort());
    await embed(page, `${network.url}${operator.path}`);
    await english.waitFor();
    await page.unrouteAll();
    // The sandboxed frame has an opaque origin: requests that need an origin are not made.
    await embed(page, `${network.url}${operator.path}`, 'sandbox="allow-scripts"');
    await english.waitFor();
    expect(await english.textContent()).toContain('Harbour Walks, +4533112233');
  });

  test('nothing is cut off at 320 pixels with the text twice as large', async ({ device, query, expect }) => {
    const operator = await makeOperator(query);
    const { page } = await device({ viewport: { width: 320, height: 640 } });
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () =>
        document.documentElement.style.setProperty('font-size', '32px'),
      );
    });
    const fits = async () => expect(await cutOff(page)).toEqual([]);
    await page.goto(`${operator.path}?date=${DAY}`);
    await page.locator('.bk-time').waitFor();
    expect(await page.locator('h1').evaluate((element) => getComputedStyle(element).fontSize)).toBe('40px');
    await fits();
    await page.locator('.bk-time').click();
    await page.getByRole('heading', { name: 'How many people?' }).waitFor();
    await fits();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Your details' }).waitFor();
    await book(page).click();
    await fits();
    await typeDetails(page);
    await book(page).click();
    await isBooked(page);
    await fits();
  });
});

describe('a booking', () => {
  test('is moved and cancelled by its link, after a preview of the cost', async ({ device, query, expect }) => {
    const operator = await makeOperator(query);
    const { page } = await device();
    const isListening = startWaiting(
      new Promise<void>((resolve) => {
        page.on('websocket', (socket) =>
          socket.on('framereceived', ({ payload }) => String(payload).includes('"phx_reply"') && resolve()),
        );
      }),
    );
    await page.goto(operator.path);
    await chooseTwo(page);
    await typeDetails(page);
    await book(page).click();
    await isBooked(page);
    await isListening;
    await query(`update public.departures set meeting_note = 'By the red door' where id = $1`, [operator.departure]);
    // Long before the poll of every minute.
    await page.getByText('By the red door').waitFor();
    await page.getByText('This booking has just been changed').waitFor();
    await page.getByRole('button', { name: 'Edit names' }).click();
    await page.getByLabel('Name of person 1').fill('Bo Holm');
    await page.getByRole('button', { name: 'Save names' }).click();
    await page.getByText('One code per person').click();
    await page.getByText('Bo Holm').waitFor();
    await page.getByRole('button', { name: 'Change date or time' }).click();
    await chooseDay(page, LATER);
    await chooseTime(page, timeOf(startOn(LATER)));
    await page.getByText('The price stays the same.').waitFor();
    expect(await operator.bookings(operator.later)).toEqual([]);
    await page.getByRole('button', { name: 'Confirm change' }).click();
    await expect.poll(() => operator.bookings(operator.later)).toHaveLength(1);
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText('You haven’t paid anything and owe nothing.').waitFor();
    await page.getByRole('button', { name: 'Cancel for 2 people' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect((await operator.bookings(operator.later))[0]!.status).toBe('CANCELLED');
    expect(await page.getByRole('img', { name: /Show this code/ }).count()).toBe(0);
  });
});

describe('embedded on another site', () => {
  test('the page has the height of its content, posts its events, and ignores other senders', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    const { page, network } = await device();
    site.html = `<!doctype html><title>Hotel</title>
      <script>window.receivedEvents = []; addEventListener('muster', (event) => receivedEvents.push(event.detail));</script>
      <div data-muster="${operator.slug}" data-muster-height="400"></div>
      <button data-muster="${operator.slug}" data-muster-dialog>Book a tour</button>
      <script async src="${network.url}/embed.js"></script>`;
    await page.goto(`http://localhost:${site.port}/`);
    const frame = page.frameLocator('div iframe');
    await frame.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
    const receivedEvents = () =>
      page.evaluate(
        () => (window as unknown as { receivedEvents: { type: string; height?: number }[] }).receivedEvents,
      );
    await expect.poll(async () => (await receivedEvents()).map(({ type }) => type)).toContain('step');
    await expect
      .poll(() => page.locator('div iframe').evaluate((element) => element.clientHeight))
      .toBeGreaterThan(500);
    // Messages from the page itself or from another frame are not Muster's.
    const before = (await receivedEvents()).length;
    await page.evaluate(() => {
      window.postMessage({ muster: 1, type: 'booked', reference: 'FORGED' }, '*');
      document.querySelector('iframe')!.contentWindow!.postMessage({ muster: 2, type: 'hello' }, '*');
    });
    await chooseTime(frame, timeOf(startOn(DAY)));
    await frame.getByRole('button', { name: 'Continue' }).click();
    await frame.getByLabel('Name', { exact: true }).fill('Anna Holm');
    await frame.getByLabel('Email').fill('anna@holm.test');
    await frame.getByRole('button', { name: 'Book for 1 person' }).click();
    await frame.getByText('You’re booked').waitFor();
    const since = (await receivedEvents()).slice(before);
    expect(since.filter(({ type }) => type === 'booked')).toEqual([
      { muster: 1, type: 'booked', operator: operator.slug, reference: expect.stringMatching(/^[A-Z0-9]{6}$/) },
    ]);
    expect(JSON.stringify(since)).not.toMatch(/FORGED|Anna/);

    // By key: the frame above grows when the signed codes arrive, and a click would miss the button then.
    await page.getByRole('button', { name: 'Book a tour' }).press('Enter');
    await page.frameLocator('dialog iframe').getByRole('heading', { level: 1 }).waitFor();
    // Nothing of the page lies below the dialog's close button, and Escape pressed in the page does not close the
    // dialog.
    const [cross, pane] = await Promise.all(
      ['dialog button', 'dialog iframe'].map((selector) => page.locator(selector).boundingBox()),
    );
    expect(cross!.y + cross!.height).toBeLessThanOrEqual(pane!.y);
    await page.frameLocator('dialog iframe').getByLabel('Language').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.frameLocator('dialog iframe').getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Book a tour');
  });

  test('a reload of the host page, or closing the dialog, keeps input and hold', async ({ device, query, expect }) => {
    const operator = await makeOperator(query);
    const { page, network } = await device();
    site.html = `<!doctype html><title>Hotel</title>
      <div data-muster="${operator.slug}"></div>
      <button data-muster="${operator.slug}" data-muster-theme="dark" data-muster-dialog>Book a tour</button>
      <script async src="${network.url}/embed.js"></script>`;
    await page.goto(`http://localhost:${site.port}/`);
    const typesIn = async (frame: FrameLocator) => {
      await frame.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
      await chooseTime(frame, timeOf(startOn(DAY)));
      await frame.getByRole('button', { name: 'Continue' }).click();
      await typeDetails(frame);
    };
    const expectKept = async (frame: FrameLocator) => {
      await expect.poll(() => frame.getByLabel('Name', { exact: true }).inputValue()).toBe('Anna Holm');
      await frame.getByText(/^Held for you until/).waitFor();
    };
    const inPage = page.frameLocator('div iframe');
    await typesIn(inPage);
    await inPage.getByText(/^Held for you until/).waitFor();
    await page.reload();
    await expectKept(inPage);
    expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toMatch(/Anna/);

    const inDialog = page.frameLocator('dialog iframe');
    await page.getByRole('button', { name: 'Book a tour' }).press('Enter');
    await typesIn(inDialog);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Book a tour' }).press('Enter');
    await expectKept(inDialog);
  });

  test('a reload of the host page keeps the seats also where the frame has no storage', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query, { capacity: 2 });
    const { page, network } = await device();
    await blockStorage(page);
    site.html = `<!doctype html><title>Hotel</title><div data-muster="${operator.slug}"></div>
      <script async src="${network.url}/embed.js"></script>`;
    await page.goto(`http://localhost:${site.port}/`);
    const frame = page.frameLocator('div iframe');
    await frame.locator('html[data-embedded]').waitFor();
    await chooseTwo(frame);
    await typeDetails(frame);
    for (let times = 0; times < 2; times += 1) {
      await page.reload();
      await frame.getByText(/^Held for you until/).waitFor();
    }
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/Anna/);
    await typeDetails(frame);
    await book(frame).click();
    await isBooked(frame);
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  });

  test('a site that may not embed the page gets a link to it', async ({ device, query, expect }) => {
    const operator = await makeOperator(query);
    const guest = await device();
    const { page, network } = guest;
    guest.tolerate(/frame-ancestors/);
    site.html = `<!doctype html><title>Hotel</title>
      <script>window.receivedEvents = []; addEventListener('muster', (event) => receivedEvents.push(event.detail));</script>
      <div data-muster="${operator.slug}"></div>
      <script async src="${network.url}/embed.js"></script>`;
    await page.goto(`http://127.0.0.1:${site.port}/`);
    const link = page.getByRole('link', { name: 'Book in a new tab' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`${network.url}${operator.path}`);
    expect(await page.evaluate(() => (window as unknown as { receivedEvents: unknown[] }).receivedEvents)).toEqual([
      { muster: 1, type: 'failed', code: 'not_shown' },
    ]);
  });

  test('the host page keeps its scroll position until the guest continues; the frame has a title', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    const { page, network } = await device();
    site.html = `<!doctype html><title>Hotel</title><h1>Our hotel</h1><p style="height: 1500px">Rooms</p>
      <div data-muster="${operator.slug}" data-muster-referral="lobby" data-muster-theme="dark"></div>
      <script async src="${network.url}/embed.js"></script>`;
    await page.addInitScript(() => {
      const originalFetch = window.fetch.bind(window);
      const requestedPaths: string[] = [];
      const recordFetch: typeof fetch = (what, how) => {
        requestedPaths.push(what instanceof Request ? what.url : String(what));
        return originalFetch(what, how);
      };
      Object.assign(window, { requestedUrls: requestedPaths, fetch: recordFetch });
    });
    let letCome = () => {};
    const isRead = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await page.route('**/assets/*booking-en*.js', async (route) => {
      await isRead;
      await route.continue();
    });
    await page.goto(`http://localhost:${site.port}/`);
    const frame = page.frameLocator('div iframe');
    // The view is counted, with its referral, when the page becomes visible and not before.
    const requestedFiles = () =>
      frame
        .locator('html')
        .evaluate(() =>
          (window as unknown as { requestedUrls: string[] }).requestedUrls.map((url) => url.replace(/.*\//, '')),
        );
    await frame.locator('html[data-embedded]').waitFor();
    expect(await requestedFiles()).toEqual([]);
    letCome();
    await expect
      .poll(async () => (await requestedFiles()).toSorted())
      .toEqual(['guest_record_click', 'guest_record_embedding']);
    await frame.locator(`[data-date="${DAY}"][aria-disabled=false]`).waitFor();
    await expect.poll(() => page.locator('div iframe').getAttribute('title')).toMatch(/^Harbour walk/);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await frame.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
    await timeButton(frame, timeOf(startOn(DAY))).waitFor();
    await page.evaluate(() => scrollTo(0, 1900));
    await chooseTime(frame, timeOf(startOn(DAY)));
    await frame.getByRole('heading', { name: 'How many people?' }).waitFor();
    await expect
      .poll(() => page.locator('div iframe').evaluate((element) => Math.round(element.getBoundingClientRect().top)))
      .toBeGreaterThanOrEqual(0);
    await frame.getByRole('button', { name: 'Continue' }).click();
    await frame.getByLabel('Name', { exact: true }).fill('Anna Holm');
    await frame.getByLabel('Email').fill('anna@holm.test');
    await frame.getByRole('button', { name: 'Book for 1 person' }).click();
    await frame.getByText('You’re booked').waitFor();
    // The ticket opens outside the frame, with the host's options.
    const [ticket] = await Promise.all([
      page.waitForEvent('popup'),
      frame.getByRole('link', { name: 'Open in a new tab' }).click(),
    ]);
    await ticket.getByText('Confirmed', { exact: true }).waitFor();
    await frame.getByRole('link', { name: 'Book another tour' }).click();
    await frame.locator(`[data-date="${DAY}"]`).waitFor();
    const place = await page.locator('div iframe').evaluate((frame: HTMLIFrameElement) => frame.src);
    const now = page
      .frames()
      .find((frame) => frame.url().startsWith(network.url))!
      .url();
    expect([new URL(place).search, new URL(now).search]).toEqual(['?theme=dark&ref=lobby', '?ref=lobby&theme=dark']);
  });

  test('back, expiry, sold out, a language switch and a double press lead to one booking, by keyboard', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query, { capacity: 3, price: 0 });
    const { page, network } = await device();
    await blockStorage(page);
    site.html = `<!doctype html><title>Hotel</title><iframe src="${network.url}${operator.path}" style="width: 320px; height: 1600px; border: 0"></iframe>`;
    await page.goto(`http://localhost:${site.port}/`);
    const frame = page.frameLocator('iframe');
    const fits = async () =>
      expect(
        await frame.locator('html').evaluate((root) => root.scrollWidth - root.ownerDocument.defaultView!.innerWidth),
      ).toBeLessThanOrEqual(0);
    const name = frame.getByLabel('Name', { exact: true });
    await frame.locator(`[data-date="${DAY}"][aria-disabled=false]`).press('Enter');
    await fits();
    await timeButton(frame, timeOf(startOn(DAY))).press('Enter');
    await frame.getByRole('button', { name: 'One more: Adult' }).press('Enter');
    await frame.getByRole('button', { name: 'Continue' }).dblclick();
    await name.fill('Anna Holm');
    await frame.getByLabel('Email').fill('anna@holm.test');
    // Not the browser's back button: Playwright would wait for the surrounding page, which does not change.
    await page.evaluate(() => history.back());
    await frame.getByRole('heading', { name: 'How many people?' }).waitFor();
    expect(await frame.getByRole('spinbutton', { name: /Adult/ }).inputValue()).toBe('2');
    await frame.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect.poll(() => name.inputValue()).toBe('Anna Holm');
    expect(await operator.bookings(operator.departure)).toHaveLength(1);

    await operator.endHolds();
    await operator.fill(2);
    await frame.getByRole('button', { name: 'Book for 2 people' }).press('Enter');
    await frame.getByText('Only 1 spot left').waitFor();
    await fits();
    await timeButton(frame, timeOf(startOn(LATER))).press('Enter');
    await frame.getByText(/^Held for you until/).waitFor();
    await frame.getByRole('combobox', { name: 'Language', exact: true }).selectOption('da');
    await frame.getByRole('heading', { name: 'Dine oplysninger' }).waitFor();
    expect(await frame.getByLabel('Navn').inputValue()).toBe('Anna Holm');
    expect(await frame.getByText('Gratis', { exact: true }).count()).toBeGreaterThan(0);
    await fits();
    await frame.getByRole('button', { name: 'Book til 2 personer' }).dblclick();
    await frame.getByText('Din booking er bekræftet').waitFor();
    await fits();
    expect(await operator.bookings(operator.later)).toEqual([
      { status: 'CONFIRMED', contact_name: 'Anna Holm', guests: 2 },
    ]);
  });

  test('works by keyboard alone from the host page through the frame and on to what follows it', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    await query(
      `with other as (
         insert into public.tours (company_id, slug, duration_minutes, capacity, status)
         select company_id, 'castle', 60, 8, 'live' from public.departures where id = $1 returning id, company_id),
       named as (insert into public.tour_translations (tour_id, locale, title, meeting_point) select id, 'en', 'The castle', 'The gate' from other)
       insert into public.price_categories (tour_id, company_id, type, amount) select id, company_id, 'ADULT', 9000 from other`,
      [operator.departure],
    );
    const { page, network } = await device();
    await blockStorage(page);
    site.html = `<!doctype html><title>Hotel</title><a id="before" href="#rooms">Rooms</a>
      <div data-muster="${operator.slug}"></div>
      <a id="behind" href="#bar">Bar</a><script async src="${network.url}/embed.js"></script>`;
    await page.goto(`http://localhost:${site.port}/`);
    await page
      .frameLocator('iframe')
      .getByRole('link', { name: /^Harbour walk/ })
      .waitFor();
    const frame = page.frames().at(-1)!;
    const isAt = (heading: string) =>
      expect
        .poll(() => frame.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`))
        .toMatch(new RegExp(`^H1 ${heading}`));
    await tabTo(page, '#before');
    await tabTo(page, 'a[href*="tour=walk"]', frame);
    await page.keyboard.press('Enter');
    await isAt('Harbour walk');
    await frame.locator(`[data-date="${DAY}"][aria-disabled=false]`).waitFor();
    await tabTo(page, '[data-date]', frame);
    for (
      let n = 0;
      n < 60 && !(await frame.evaluate((day) => document.activeElement?.matches(`[data-date="${day}"]`), DAY));
      n += 1
    ) {
      const at = (await frame.evaluate(() => (document.activeElement as HTMLElement).dataset['date'])) ?? '';
      await page.keyboard.press(at < DAY ? 'ArrowRight' : 'ArrowLeft');
    }
    await page.keyboard.press('Enter');
    await timeButton(page.frameLocator('iframe'), timeOf(startOn(DAY))).waitFor();
    await tabTo(page, '.bk-time', frame);
    await page.keyboard.press('Enter');
    await isAt('How many people');
    await tabTo(page, '.bk-stepper button:last-child', frame);
    await page.keyboard.press('Space');
    await tabTo(page, 'button[type=submit]', frame);
    await page.keyboard.press('Enter');
    await isAt('Your details');
    // The summary of missing fields takes the focus.
    await tabTo(page, 'button[type=submit]', frame);
    await page.keyboard.press('Enter');
    await tabTo(page, 'a[href="#field-name"]', frame);
    await page.keyboard.press('Enter');
    await tabTo(page, '#field-name', frame);
    await page.keyboard.type('Anna Holm');
    await tabTo(page, '#field-email', frame);
    await page.keyboard.type('anna@holm.test');
    await tabTo(page, 'button[type=submit]', frame);
    await page.keyboard.press('Space');
    await frame.getByText('You’re booked').waitFor();
    await expect.poll(() => frame.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await operator.bookings(operator.departure)).toEqual([
      { status: 'CONFIRMED', contact_name: 'Anna Holm', guests: 2 },
    ]);
    await tabTo(page, '#behind');
  });

  test('with storage and forms blocked and a hostile host, a guest books, moves and cancels', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    const { page, network } = await device();
    await blockStorage(page);
    site.html = `<!doctype html><title>Hotel</title>
      <script>
        Array.prototype.find = Object.keys = () => { throw new Error('hostile'); };
        setInterval(() => document.querySelectorAll('iframe').forEach((one) => one.contentWindow.postMessage({ muster: 1, type: 'hello', x: {} }, '*')), 50);
      </script>
      <iframe src="${network.url}${operator.path}?ref=lobby" sandbox="allow-scripts allow-same-origin" style="width: 320px; height: 1600px; border: 0"></iframe>`;
    await page.goto(`http://localhost:${site.port}/`);
    const frame = page.frameLocator('iframe');
    await frame.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
    await chooseTime(frame, timeOf(startOn(DAY)));
    await frame.getByRole('button', { name: 'Continue' }).click();
    await frame.getByLabel('Name', { exact: true }).fill('Anna Holm');
    await frame.getByLabel('Email').fill('anna@holm.test');
    await frame.getByRole('button', { name: 'Book for 1 person' }).click();
    await frame.getByText('You’re booked').waitFor();
    expect(await query(`select referral from public.bookings where departure_id = $1`, [operator.departure])).toEqual([
      { referral: 'lobby' },
    ]);
    await frame.getByRole('img', { name: /Show this code/ }).waitFor();
    await frame.getByRole('button', { name: 'Change date or time' }).click();
    await chooseDay(frame, LATER);
    await chooseTime(frame, timeOf(startOn(LATER)));
    await frame.getByRole('button', { name: 'Confirm change' }).click();
    await expect.poll(() => operator.bookings(operator.later)).toHaveLength(1);
    await frame.getByRole('button', { name: 'Cancel booking' }).click();
    await frame.getByRole('button', { name: 'Cancel for 1 person' }).click();
    await frame.getByText('Cancelled', { exact: true }).waitFor();
  });

  test('a site that is not allowed gets no frame', async ({ device, query, expect }) => {
    const operator = await makeOperator(query);
    const guest = await device();
    const { page, network } = guest;
    site.html = `<!doctype html><title>Other</title><iframe src="${network.url}${operator.path}"></iframe>`;
    guest.tolerate(/frame-ancestors/);
    const refused = startWaiting(page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text())));
    await page.goto(`http://127.0.0.1:${site.port}/`);
    await refused;
    // The browser shows its own error page instead, which in some browsers has a heading.
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  });
});
