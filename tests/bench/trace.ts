/**
 * `npm run bench:trace [tap] [scan] [open] [planner] [scroll]`: profile of a figure, on the installed Chromium
 * throttled four times, with an unminified build. The profiler itself costs time, so only the shares count, not the
 * milliseconds (ADR 010).
 */
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { freshBuild } from '../browser/builds.ts';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import type { Query } from '../support/database.ts';
import { BROWSERS, type BenchDevice } from './browsers.ts';
import { checkInStock } from './check-in-stock.ts';
import { open, openScanner, scan, tap, toTheList } from './device-figures.ts';
import { flingBookings, openBookings } from './office-figures.ts';
import { fakePlannerResponses, drawWeek, emptyWeek } from './planner-figures.ts';
import { requestedParts, TRACE_PARTS } from './parts.ts';
import { installProbe, throttle } from './probe.ts';
import { sharesOf, type TraceEvent } from './trace-shares.ts';

const SLOWER = 4;
const CATEGORIES = ['devtools.timeline', 'blink.user_timing', 'v8', 'disabled-by-default-v8.cpu_profiler'];

const wants = requestedParts(TRACE_PARTS);

const dist = await freshBuild('app-trace', { isReadable: true });
const backend = await createLocalBackend({ demo: 'none', dist });
try {
  const query: Query = async <Row>(sql: string, values: readonly unknown[] = []) =>
    (await backend.exclusive((db) => db.query<Row>(sql, [...values]))).rows;
  const { crew, tapped, big } = await checkInStock(query);
  const device = await BROWSERS[0]!.device(backend.url);
  const { tablet } = device;
  const { page } = tablet;
  try {
    await tablet.login(crew.people.guide, placeOf(tapped.id));
    const screen = checkInScreen(page);
    await screen.saved();
    await tablet.installed();
    await installProbe(page);
    await tablet.goOffline();
    const session = await tablet.cdp();
    const enter = async () => {
      await page.goto(tablet.url(placeOf(tapped.id)));
      await screen.search.waitFor();
      await throttle(session, SLOWER);
    };

    if (wants('tap')) {
      await enter();
      const names = tapped.guests.slice(0, 22).map(({ name }) => name);
      for (const name of names.slice(0, 4)) await found(name);
      await traced('tap to stored and repainted', device, async (inWindow) => {
        for (const name of names.slice(4)) {
          await screen.search.fill(name);
          await screen.checkInButton(name).waitFor();
          await page.waitForTimeout(150);
          await inWindow(() => tap(page, name));
          await page.waitForTimeout(150);
        }
      });
      await screen.search.fill('');
    }
    if (wants('scan')) {
      await enter();
      await openScanner(page);
      const codes = tapped.guests.slice(30, 60).map(({ ticketCode }) => ticketCode);
      for (const code of codes.slice(0, 5)) await scan(page, code);
      await traced('scan result to verdict', device, async (inWindow) => {
        for (const code of codes.slice(5)) {
          await inWindow(() => scan(page, code));
          await page.waitForTimeout(150);
        }
      });
    }
    if (wants('open')) {
      await throttle(session, SLOWER);
      await traced('open a departure of 500', device, async (inWindow) => {
        for (let round = 0; round < 5; round += 1) {
          await toTheList(page, big.id);
          await inWindow(() => open(page, big.id));
        }
      });
    }

    if (wants('planner') || wants('scroll')) {
      const office = await BROWSERS[0]!.device(backend.url);
      try {
        await office.tablet.login(crew.people.office, '/check-in');
        await checkInScreen(office.tablet.page).saved();
        await office.tablet.installed();
        const ofOffice = await office.tablet.cdp(office.tablet.page);
        if (wants('scroll')) {
          await openBookings(office.tablet);
          await traced('600 frames of bookings scrolled', office, async (inWindow) => {
            await throttle(ofOffice, SLOWER);
            await inWindow(async () => {
              const frames = await flingBookings(office.tablet);
              return frames.reduce((sum, frame) => sum + frame, 0);
            });
          });
        }
        if (wants('planner')) {
          await fakePlannerResponses(office.tablet.page);
          await traced('a week of 30 lanes', office, async (inWindow) => {
            for (let round = 0; round < 5; round += 1) {
              await throttle(ofOffice, 1);
              await emptyWeek(office.tablet);
              await throttle(ofOffice, SLOWER);
              await inWindow(async () => (await drawWeek(office.tablet)).seen);
            }
          });
        }
      } finally {
        await office.close();
      }
    }

    async function found(name: string) {
      await screen.search.fill(name);
      await screen.checkInButton(name).waitFor();
      await tap(page, name);
    }
  } finally {
    await device.close();
  }
} finally {
  await backend.close();
}

/** Prints what the main thread did within the windows that `run` measures. */
async function traced(
  what: string,
  { tablet: { page } }: BenchDevice,
  run: (inWindow: (measure: () => Promise<number>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const browser = page.context().browser();
  if (!browser) throw new Error('This browser cannot be traced.');
  await browser.startTracing(page, { categories: CATEGORIES });
  const times: number[] = [];
  await run(async (measure) => {
    await page.evaluate(() => performance.mark('window-starts'));
    times.push(await measure());
    await page.evaluate(() => performance.mark('window-ends'));
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const of = [...times].sort((a, b) => a - b);
  console.log(`\n## ${what}: ${times.length} times, median ${of[of.length >> 1]!.toFixed(0)} ms with the profiler\n`);
  const { tasks, own, within } = sharesOf(traceEvents);
  const list = (title: string, of: readonly (readonly [string, number])[]) =>
    console.log(
      `${title}\n${of.map(([name, ms]) => `  ${(ms / times.length).toFixed(1).padStart(6)} ms  ${name}`).join('\n')}`,
    );
  list('What the main thread did, each time:', tasks);
  list('Functions by themselves:', own.slice(0, 20));
  list('Functions with what they call:', within.slice(0, 40));
}
