/**
 * 100,000 bookings in the office's browser: scrolling the list to its end with the CPU throttled four times, exporting
 * all of it as XLSX, and a file of 50,000 rows until its preview, and until it is stopped. The server's time is another
 * figure (`booking-list-figures.ts`): here the response is immediate.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession } from 'playwright';
import type { ListedBooking } from '../../src/data/bookings/list.ts';
import type { Device } from '../support/browser-device.ts';
import { largeFile } from '../support/import-files.ts';
import { percentile, type Figure } from './figures.ts';

const BOOKINGS = 100_000;
const ROWS = 50_000;
const RATE = 4;
const VIEWPORT = { width: 1440, height: 900 };
/** Pixels per frame: a flung wheel (12,000 a second), and the jump to the next place. */
const [SCROLL, LEAP] = [200, 12_000];
/** Frames measured at each place. */
const FRAMES = 600;
const COLUMNS = 20;

const uuid = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const TOUR = uuid(1);

/** Returns a row as public.find_bookings lists it. */
function booking(n: number): Omit<ListedBooking, 'title'> {
  const startsAt = new Date(Date.UTC(2031, 4, 1, 8) + n * 60_000).toISOString();
  return {
    id: uuid(1_000_000 + n),
    reference: `B${n.toString(36).toUpperCase().padStart(5, '0')}`,
    contact: { name: `Anna Holm ${n}`, email: `anna${n}@holm.test`, phone: '+4520304050', country: 'DK', locale: 'da' },
    party: [
      { type: 'ADULT' as const, count: 1 + (n % 4) },
      { type: 'CHILD' as const, count: n % 2 },
    ].filter(({ count }) => count > 0),
    guests: 1 + (n % 4) + (n % 2),
    departure: {
      id: uuid(2_000_000 + Math.floor(n / 20)),
      tourId: TOUR,
      startsAt,
      localDate: startsAt.slice(0, 10),
      language: 'en',
      departureStatus: 'scheduled',
      guides: ['Guide One'],
    },
    status: n % 7 === 0 ? 'CANCELLED' : 'CONFIRMED',
    expiresAt: null,
    currency: 'DKK',
    total: 30_000,
    paid: n % 3 === 0 ? 0 : 30_000,
    onAccount: 0,
    due: n % 3 === 0 ? 30_000 : 0,
    overpaid: 0,
    owed: 0,
    source: 'website',
    partner: null,
    reason: null,
    attendance: n % 7 === 0 ? null : 'unknown',
    referral: null,
    discount: null,
    hasNewsConsent: false,
    voucherNumber: n % 5 === 0 ? `GYG-${n}` : null,
    note: n % 9 === 0 ? 'Arrives by train, a little late' : null,
    tags: [],
    createdAt: startsAt,
    version: 1,
  };
}

interface SearchArguments {
  after?: { part: number; values: number[] };
  page_size: number;
}

async function fakeOfficeResponses({ page }: Device): Promise<void> {
  await page.setViewportSize(VIEWPORT);
  await page.route('**/rpc/find_bookings', (route) => {
    const { after, page_size: size } = route.request().postDataJSON() as SearchArguments;
    const from = after?.values[0] ?? 0;
    const to = Math.min(BOOKINGS, from + size);
    return route.fulfill({
      json: {
        status: 'ok',
        bookings: Array.from({ length: to - from }, (_, at) => booking(from + at)),
        tours: [{ id: TOUR, title: { en: 'Old town and harbour' } }],
        today: '2031-05-01',
        showsGuests: true,
        next: to < BOOKINGS ? { part: 0, values: [to] } : null,
      },
    });
  });
  await page.route('**/rpc/read_booking_totals', (route) =>
    route.fulfill({
      json: {
        status: 'ok',
        sums: [
          {
            key: 'CONFIRMED',
            currency: 'DKK',
            count: BOOKINGS,
            guests: 3 * BOOKINGS,
            total: 30_000 * BOOKINGS,
            paid: 20_000 * BOOKINGS,
            owed: 0,
            due: 10_000 * BOOKINGS,
            overpaid: 0,
          },
        ],
        tours: [],
        partners: [],
      },
    }),
  );
}

/** Returns the page's heap in MB after a garbage collection. */
async function heapSize(device: Device): Promise<number> {
  const session = await device.cdp(device.page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 1_000_000;
}

/** Scrolls for a number of frames, or until a number of rows is reached. Returns milliseconds of each frame. */
const scroll = (device: Device, by: { step: number; frames?: number; until?: number }) =>
  device.page.evaluate(async ({ step, frames: max = Infinity, until = Infinity }) => {
    const table = document.querySelector('[aria-rowcount]')!;
    let scroller = table as HTMLElement;
    while (scroller.scrollHeight <= scroller.clientHeight || getComputedStyle(scroller).overflowY === 'visible')
      scroller = scroller.parentElement!;
    const last = () => [...table.querySelectorAll('[role=row][aria-rowindex]')].at(-1)?.getAttribute('aria-rowindex');
    const frames: number[] = [];
    let before = performance.now();
    while (frames.length < max && (frames.length % 20 > 0 || Number(last()) < until)) {
      await new Promise((next) => requestAnimationFrame(next));
      const now = performance.now();
      frames.push(now - before);
      before = now;
      scroller.scrollTop += step;
    }
    return frames.slice(1);
  }, by);

export async function openBookings(device: Device): Promise<void> {
  const { page } = device;
  await fakeOfficeResponses(device);
  await page.goto(device.url('/bookings-advanced'));
  await page.getByRole('row', { name: 'Anna Holm 0' }).waitFor();
  await page.waitForTimeout(1500);
}

/** Scrolls like a flung wheel. Returns milliseconds of each frame. */
export const flingBookings = (device: Device) => scroll(device, { step: SCROLL, frames: FRAMES });

export async function scrollFigures(device: Device): Promise<Figure[]> {
  const session = await device.cdp(device.page);
  await openBookings(device);
  const frames: number[] = [];
  const heapSizes: number[] = [];
  for (const place of [0, 0.5, 0.98]) {
    await scroll(device, { step: LEAP, until: place * BOOKINGS });
    heapSizes.push(await heapSize(device));
    await session.send('Emulation.setCPUThrottlingRate', { rate: RATE });
    frames.push(...(await flingBookings(device)));
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  const long = frames.filter((frame) => frame > 50);
  return [
    {
      what: `scrolling ${BOOKINGS.toLocaleString('en')} bookings, ${RATE}×, at their beginning, middle and end: a frame, p99`,
      value: percentile(frames, 0.99),
      unit: 'ms',
      budget: 50,
      note: `${long.length} of ${frames.length} over 50 ms, the longest ${Math.max(...frames).toFixed(0)}; p50 ${percentile(frames, 0.5).toFixed(0)} ms, ${SCROLL} pixels each`,
    },
    {
      what: 'what the page keeps at their end',
      value: heapSizes[2]!,
      unit: 'MB',
      budget: null,
      note: `at the beginning ${heapSizes[0]!.toFixed(0)} MB, in the middle ${heapSizes[1]!.toFixed(0)} MB`,
    },
  ];
}

/**
 * Returns the memory in MB of the browser's pages and workers, without what they share with each other and the browser.
 */
async function resident(browser: CDPSession): Promise<number> {
  const { processInfo } = (await browser.send('SystemInfo.getProcessInfo')) as {
    processInfo: { type: string; id: number }[];
  };
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { id }) => {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      return sum + Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000;
    }, 0);
}

/**
 * A driven browser keeps up to 100 MB of responses in the page's memory: fills that cache before anything is measured,
 * so that later responses replace earlier ones.
 */
const fillKeep = ({ page }: Device, bookings: number) =>
  page.evaluate(async (count) => {
    for (let from = 0; from < count; from += 1000)
      await fetch('/rest/v1/rpc/find_bookings', {
        method: 'POST',
        body: JSON.stringify({ page_size: 1000, after: { part: 0, values: [from] } }),
      }).then((result) => result.arrayBuffer());
  }, bookings);

/** Returns the maximum memory while `work` runs, sampled every 50 ms. */
async function mostResident<Done>(
  browser: CDPSession,
  work: () => Promise<Done>,
): Promise<{ done: Done; max: number }> {
  const over = new AbortController();
  let max = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      max = Math.max(max, await resident(browser));
      await new Promise((next) => setTimeout(next, 50));
    }
  })();
  try {
    return { done: await work(), max };
  } finally {
    over.abort();
    await watching;
  }
}

/** Exports the whole list with up to `most` columns. */
async function exported(device: Device, max: number): Promise<Figure[]> {
  const browser = await device.context.browser()!.newBrowserCDPSession();
  const { page } = device;
  await page.goto(device.url('/bookings-advanced'));
  await page.getByRole('row', { name: 'Anna Holm 0' }).waitFor();
  await fillKeep(device, 1.5 * BOOKINGS);
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Columns' }).click();
  const boxes = page.getByRole('dialog').getByRole('checkbox');
  await boxes.first().waitFor();
  let columnCount = 0;
  for (const box of await boxes.all()) {
    columnCount += 1;
    if (await box.isEnabled()) await box.setChecked(columnCount <= max);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog');
  const columns = Number(/(\d+) columns/.exec(await dialog.innerText())?.[1]);
  const before = await heapSize(device);
  // Records the page's frames meanwhile.
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const next = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    Object.assign(window, { frames });
  });
  const stood = await resident(browser);
  const start = performance.now();
  const { max: peak } = await mostResident(browser, async () => {
    const [savedFile] = await Promise.all([
      page.waitForEvent('download', { timeout: 120_000 }),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    await savedFile.path();
  });
  const seconds = (performance.now() - start) / 1000;
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(1));
  return [
    {
      what: `export of ${BOOKINGS.toLocaleString('en')} bookings in ${columns} columns as XLSX`,
      value: seconds,
      unit: 's',
      budget: columns === COLUMNS ? 10 : null,
      note: `the page's frames meanwhile: p50 ${percentile(frames, 0.5).toFixed(0)}, p99 ${percentile(frames, 0.99).toFixed(0)} ms; kept before ${before.toFixed(0)} MB`,
    },
    {
      what: 'what that takes of memory at most, page and worker, beyond what the list had',
      value: peak - stood,
      unit: 'MB',
      budget: columns === COLUMNS ? 200 : null,
      note: `from ${stood.toFixed(0)} to ${peak.toFixed(0)} MB`,
    },
  ];
}

export async function exportFigures(device: Device): Promise<Figure[]> {
  await fakeOfficeResponses(device);
  return [...(await exported(device, COLUMNS)), ...(await exported(device, Infinity))];
}

/** Includes the server's part: lookups of the file's days and of similar bookings. */
export async function importFigures(
  device: Device,
  { tour, days }: { tour: string; days: readonly string[] },
): Promise<Figure[]> {
  const { page } = device;
  await page.setViewportSize(VIEWPORT);
  await page.goto(device.url('/bookings-advanced?import=file'));
  await page.getByRole('button', { name: 'Choose file' }).waitFor();
  // From disk, as users choose it: Playwright sends an in-memory file through the page first, which would count.
  const folder = mkdtempSync(join(tmpdir(), 'muster-import-'));
  const path = join(folder, 'bookings.csv');
  writeFileSync(path, largeFile(ROWS, { tour, days }));
  const goOn = page.getByRole('button', { name: 'Continue' });
  const opening = performance.now();
  await page.locator('input[type=file]').setInputFiles(path);
  await goOn.waitFor();
  const opened = performance.now() - opening;
  rmSync(folder, { recursive: true });
  const judging = performance.now();
  await goOn.press('Enter');
  await page.getByRole('button', { name: /^Import [\d,]+ bookings$/ }).waitFor({ timeout: 120_000 });
  const evaluated = performance.now() - judging;
  const running = page.getByRole('status').filter({ hasText: / of [\d,]+ written$/ });
  const writing = performance.now();
  await page.getByRole('button', { name: /^Import [\d,]+ bookings$/ }).press('Enter');
  await running.filter({ hasText: /^[1-9]/ }).waitFor({ timeout: 60_000 });
  // Somewhere within a batch.
  await page.waitForTimeout(1300);
  const writtenRows = Number((await running.innerText()).split(' of ')[0]!.replaceAll(',', ''));
  const seconds = (performance.now() - writing) / 1000;
  const stopping = performance.now();
  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  await running.waitFor({ state: 'detached' });
  const stopped = performance.now() - stopping;
  return [
    {
      what: `import of ${ROWS.toLocaleString('en')} rows: from the file to its preview`,
      value: (opened + evaluated) / 1000,
      unit: 's',
      budget: 3,
      note: `${(opened / 1000).toFixed(1)} s until its columns stand, ${(evaluated / 1000).toFixed(1)} s until each row's outcome does`,
    },
    {
      what: 'import: from "Stop" to what was written',
      value: stopped,
      unit: 'ms',
      budget: 1000,
      note: `${Math.round(writtenRows / seconds)} rows a second until then, by the embedded backend; those of PostgreSQL are in bench:server`,
    },
  ];
}
