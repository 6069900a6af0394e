/**
 * Time in which the planner renders a week of 30 guides and 300 departures, and frame times while dragging, with the
 * CPU throttled four times.
 */
import type { Page } from 'playwright';
import type { Device } from '../support/browser-device.ts';
import { median, percentile, type Figure } from './figures.ts';

const [GUIDES, DEPARTURES] = [30, 300];
const ROUNDS = 5;
const RATE = 4;
const VIEWPORT = { width: 1440, height: 900 };
const DAY_MS = 86_400_000;
/** The week before is empty, so that everything painted belongs to the full week. */
const [EMPTY, FULL] = ['2031-05-05', '2031-05-12'];

const uuid = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** Returns what public.read_planner would. */
export function fakePlanner(monday: string) {
  const start = Date.parse(`${monday}T00:00:00Z`);
  return {
    status: 'ok',
    time_zone: 'Europe/Copenhagen',
    minimum_break_minutes: 15,
    tours: Array.from({ length: 12 }, (_, tour) => ({
      id: uuid(tour),
      title: { en: `Tour number ${tour} through the old town` },
      colour: '#1f86b8',
      latitude: 55.68 + tour / 1000,
      longitude: 12.59,
    })),
    guides: Array.from({ length: GUIDES }, (_, guide) => ({
      id: uuid(1000 + guide),
      name: `Guide ${guide}`,
      minutes: guide * 30,
      languages: guide % 3 === 0 ? null : ['en', 'da'],
      hours: guide % 4 === 0 ? [[0, 5 * 1440]] : null,
      version: 1,
      time_off: [],
    })),
    departures: Array.from({ length: monday === FULL ? DEPARTURES : 0 }, (_, index) => {
      const day = index % 7;
      const minute = 8 * 60 + (index % 40) * 15;
      const at = start + day * DAY_MS + (minute - 120) * 60_000;
      const guide = index % (GUIDES + 1);
      return {
        id: uuid(10_000 + index),
        tour_id: uuid(index % 12),
        starts_at: new Date(at).toISOString(),
        ends_at: new Date(at + 90 * 60_000).toISOString(),
        local_date: new Date(start + day * DAY_MS).toISOString().slice(0, 10),
        capacity: 20,
        booked: index % 21,
        language: 'en',
        meeting_note: null,
        closed: false,
        status: 'scheduled',
        differs: 0,
        allotted_seats: [],
        version: 1,
        guides:
          guide === GUIDES
            ? []
            : [{ user_id: uuid(1000 + guide), name: `Guide ${guide}`, role: 'lead', state: 'accepted' }],
        week_minute: day * 1440 + minute,
        wall_minutes: 90,
      };
    }),
    conflicts: [],
  };
}

export async function fakePlannerResponses(page: Page): Promise<void> {
  await page.setViewportSize(VIEWPORT);
  await page.route('**/rpc/read_planner', (route) =>
    route.fulfill({ json: fakePlanner((route.request().postDataJSON() as { from_date: string }).from_date) }),
  );
}

export async function emptyWeek(device: Device): Promise<void> {
  const { page } = device;
  await page.goto(device.url(`/tours/calendar2?on=${EMPTY}`));
  await page.locator('[role=grid]').waitFor();
  await page.waitForTimeout(1000);
}

/** Returns milliseconds from the click until the viewport's lanes are painted, and until all are. */
export const drawWeek = (device: Device) =>
  device.page.evaluate(async () => {
    /** Whether lanes without departures remain, in the viewport or anywhere. */
    const missing = (inWindow: boolean) =>
      [...document.querySelectorAll('[data-lane]')].some(
        (lane) =>
          lane.querySelector('[role=gridcell]') === null &&
          (!inWindow || lane.getBoundingClientRect().top < window.innerHeight),
      );
    const painted = () =>
      new Promise<void>((done) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => done();
        channel.port2.postMessage(null);
      });
    const button = [...document.querySelectorAll('button')].find(
      (element) => element.getAttribute('aria-label') === 'Next week',
    )!;
    const from = performance.now();
    button.click();
    for (;;) {
      await new Promise((next) => requestAnimationFrame(next));
      if (document.querySelector('[data-drag]') && !missing(true)) break;
    }
    await painted();
    const seen = performance.now() - from;
    while (missing(false)) await new Promise((next) => requestAnimationFrame(next));
    await painted();
    return { seen, whole: performance.now() - from };
  });

/** Returns milliseconds of each frame while dragging down over the lanes and back. */
async function drag({ page }: Device): Promise<number[]> {
  const box = (await page.locator('[data-drag]').first().boundingBox())!;
  const { mouse } = page;
  await mouse.move(box.x + 20, box.y + 10);
  await mouse.down();
  await mouse.move(box.x + 20, box.y + 40);
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const next = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      if (frames.length < 150) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    Object.assign(window, { frames });
  });
  for (let step = 0; step < 60; step += 1) {
    await mouse.move(box.x + 20 + step, box.y + 40 + 9 * (step < 30 ? step : 60 - step));
    await page.waitForTimeout(16);
  }
  await page.keyboard.press('Escape');
  await mouse.up();
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(1));
}

/** Measures on a device of the office; the server's time is another figure (`calendar-figures.ts`). */
export async function plannerFigures(tablet: Device): Promise<Figure[]> {
  const { page } = tablet;
  await fakePlannerResponses(page);
  const session = await tablet.cdp(page);
  const painted: number[] = [];
  const whole: number[] = [];
  const frames: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await emptyWeek(tablet);
    await session.send('Emulation.setCPUThrottlingRate', { rate: RATE });
    const took = await drawWeek(tablet);
    await page.waitForTimeout(500);
    const dragged = await drag(tablet);
    if (round === 0) continue;
    painted.push(took.seen);
    whole.push(took.whole);
    frames.push(...dragged);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const at = `${GUIDES} lanes and ${DEPARTURES} departures, ${RATE}×`;
  return [
    {
      what: `week of ${at}, from the click to painted`,
      value: median(painted),
      unit: 'ms',
      budget: 400,
      note: `the lanes below the window ${median(whole).toFixed(0)} ms`,
    },
    {
      what: `a frame while one is dragged over ${at}`,
      value: median(frames),
      unit: 'ms',
      budget: 20,
      note: `19 of 20 within ${percentile(frames, 0.95).toFixed(0)} ms`,
    },
  ];
}
