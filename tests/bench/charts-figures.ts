/** Time in which the dashboard renders a year with 100,000 bookings, with the CPU throttled four times. */
import type { Device } from '../support/browser-device.ts';
import { localDateIn } from '../../src/lib/local-date.ts';
import { median, type Figure } from './figures.ts';

const BOOKINGS = 100_000;
const SOURCES = ['website', 'office', 'partner', 'walk-in', 'api'];
const ROUNDS = 7;
const RATE = 4;
const VIEWPORT = { width: 1440, height: 900 };
const DAY_MS = 86_400_000;

const uuid = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** Returns what public.read_figures would: every source on every day, in total as many bookings per year as wanted. */
export function fakeFigures({ from_date: from, to_date: to }: { from_date: string; to_date: string }) {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const each = BOOKINGS / 365 / SOURCES.length;
  const booked = () => {
    const all = Array.from({ length: days * SOURCES.length }, (_, at) => {
      const bookings = Math.round(each + ((at * 7) % 20) - 10);
      return [Math.floor(at / SOURCES.length), SOURCES[at % SOURCES.length], bookings, bookings * 25_000, at % 5];
    });
    const sum = (of: number) => all.reduce((total, item) => total + Number(item[of]), 0);
    return {
      bookings: sum(2),
      guests: sum(2) * 2,
      revenue: sum(3),
      cancelled: sum(4),
      of_other_currencies: 0,
      lead: [1, 2, 3, 4, 3, 2, 1].map((part) => Math.round((sum(2) * part) / 16)),
      days: all,
    };
  };
  const attended = { departures: 5000, booked: 90_000, attended: 85_000, walk_ins: 900, no_shows: 5000 };
  return {
    status: 'ok',
    as_of: new Date().toISOString(),
    is_behind: false,
    from,
    to,
    before_from: dayBefore(from, days),
    before_to: dayBefore(from, 1),
    today: to,
    currency: 'DKK',
    is_whole_company: true,
    attendance_rule: 'check_ins_count',
    booked: booked(),
    booked_before: booked(),
    attendance: Array.from({ length: 12 }, (_, tour) => ({
      ...attended,
      tour_id: uuid(tour),
      title: { en: `Tour number ${tour} through the old town` },
    })),
    attendance_before: attended,
    fill: Array.from({ length: 7 * 14 }, (_, at) => [1 + (at % 7), 7 + Math.floor(at / 7), 50, 40 * (at % 20), 1000]),
    fill_before: { departures: 5000, seats: 80_000, capacity: 100_000 },
    guides: Array.from({ length: 30 }, (_, guide) => ({
      id: uuid(1000 + guide),
      name: `Guide ${guide}`,
      departures: 200 - guide,
      minutes: (200 - guide) * 90,
      guests: 3000,
      departures_before: 180,
      minutes_before: 16_200,
    })),
  };
}

/**
 * Clicks a range and returns milliseconds until its first chart and its last one are painted. No named functions: it
 * runs in the page.
 */
const draw = (device: Device, { range, from }: { range: string; from: string }) =>
  device.page.evaluate(
    async ({ range: name, from: day }) => {
      const button = [...document.querySelectorAll<HTMLElement>('[role=radio], label, button')].find(
        (element) => element.textContent === name,
      )!;
      const begun = performance.now();
      button.click();
      const painted: number[] = [];
      const end = begun + 60_000;
      // The first column links to bookings made from the range's first day on, the last bars to each guide's tours from
      // then on.
      for (const parts of [
        [`"field":"created","from":"${day}"`],
        [`"field":"date","from":"${day}"`, '"field":"guide"'],
      ]) {
        while (
          ![...document.querySelectorAll<HTMLAnchorElement>('main a[href*="filter="]')].some(({ href }) =>
            parts.every((part) => decodeURIComponent(href).includes(part)),
          )
        ) {
          if (performance.now() > end) throw new Error(`No chart leads to ${parts.join(' and ')}`);
          await new Promise((next) => requestAnimationFrame(next));
        }
        await new Promise<void>((done) => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => done();
          channel.port2.postMessage(null);
        });
        painted.push(performance.now() - begun);
      }
      return painted as [first: number, last: number];
    },
    { range, from },
  );

/**
 * Measures on a device of the office. The server's time is another figure (`dashboard-figures.ts`): here the response
 * is immediate.
 */
export async function chartsFigures(tablet: Device): Promise<Figure[]> {
  const { page } = tablet;
  await page.setViewportSize(VIEWPORT);
  await page.route('**/rpc/read_figures', (route) =>
    route.fulfill({ json: fakeFigures(route.request().postDataJSON() as Parameters<typeof fakeFigures>[0]) }),
  );
  const session = await tablet.cdp(page);
  const took: [first: number, last: number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.goto(tablet.url('/dashboard?range=7'));
    await page.locator('main svg').first().waitFor();
    await page.waitForTimeout(1500);
    // Today by the clocks of device and company.
    const to = localDateIn('Europe/Copenhagen', Date.now());
    await session.send('Emulation.setCPUThrottlingRate', { rate: RATE });
    const timing = await draw(tablet, { range: 'A year', from: dayBefore(to, 364) });
    if (round > 0) took.push(timing);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return [
    {
      what: `dashboard of ${BOOKINGS.toLocaleString('en')} bookings, ${RATE}×, from the click to painted`,
      value: median(took.map(([first]) => first)),
      unit: 'ms',
      budget: 600,
    },
    {
      what: 'the same, until the last chart of the page is',
      value: median(took.map(([, last]) => last)),
      unit: 'ms',
      budget: null,
    },
  ];
}
