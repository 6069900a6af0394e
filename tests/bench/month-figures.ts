/**
 * Time in which the office's calendar renders a month of 1,500 departures, and the next one, with the CPU throttled
 * four times.
 */
import type { Device } from '../support/browser-device.ts';
import { median, type Figure } from './figures.ts';

/** In the month; the adjacent days that the screen requests with it have as many per day. */
const DEPARTURES = 1500;
const A_DAY = DEPARTURES / 30;
const ROUNDS = 7;
const RATE = 4;
const VIEWPORT = { width: 1440, height: 900 };
const DAY_MS = 86_400_000;

const uuid = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** Returns what public.read_calendar would: departures on all days, with tours, guides and states of every kind. */
export function fakeCalendar({ from_date: from, to_date: to }: { from_date: string; to_date: string }) {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const start = Date.parse(`${from}T06:00:00Z`) / 1000;
  return {
    status: 'ok',
    is_whole_company: true,
    time_zone: 'Europe/Copenhagen',
    tours: Array.from({ length: 12 }, (_, tour) => ({
      id: uuid(tour),
      title: { en: `Tour number ${tour} through the old town` },
      colour: `#${(0x1f86b8 + tour * 70_000).toString(16).padStart(6, '0')}`,
    })),
    days_off: [{ tour_id: null, from_date: from, to_date: from, name: 'Public holiday' }],
    people: Array.from({ length: 31 }, (_, person) => [uuid(1000 + person), `Guide ${person}`]),
    departures: Array.from({ length: A_DAY * days }, (_, index) => {
      const day = Math.floor(index / A_DAY);
      const [capacity, guide] = [20, index % 31];
      return [
        uuid(Date.parse(from) / DAY_MS + 100_000 * (index + 1)),
        index % 12,
        day,
        start + day * 86_400 + (index % 40) * 900,
        90,
        index % (capacity + 1),
        capacity,
        'en',
        index % 23 === 0 ? 4 : 0,
        0,
        1,
        index % 9 === 0 ? [] : [6 * guide + 1],
        index % 13 === 0 ? 4 : 0,
      ];
    }),
  };
}

interface Drawn {
  /** Milliseconds from the click to the painted month. */
  painted: number;
  /** Frames between the click and the last one without a departure. */
  empty: number;
  jumped: boolean;
}

/** Clicks, and samples every frame until a departure of the day appears. No named functions: it runs in the page. */
const draw = (device: Device, { button, day }: { button: string; day: string }) =>
  device.page.evaluate(
    async ({ button: name, day: date }): Promise<Drawn> => {
      const element = [...document.querySelectorAll<HTMLElement>('button, [role=radio]')].find(
        (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
      )!;
      const before = document.querySelector('thead')?.getBoundingClientRect().top;
      let [empty, jumped] = [0, false];
      const from = performance.now();
      element.click();
      for (;;) {
        await new Promise((next) => requestAnimationFrame(next));
        jumped ||= before !== undefined && document.querySelector('thead')?.getBoundingClientRect().top !== before;
        if (document.querySelector(`[data-drop="${date}"] [data-departure]`)) break;
        if (!document.querySelector('[data-departure]')) empty += 1;
      }
      await new Promise<void>((done) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => done();
        channel.port2.postMessage(null);
      });
      return { painted: performance.now() - from, empty, jumped };
    },
    { button, day },
  );

/**
 * Measures on a device of the office. The server's time is another figure (`calendar-figures.ts`): here the response is
 * immediate.
 */
export async function monthFigures(tablet: Device): Promise<Figure[]> {
  const { page } = tablet;
  await page.setViewportSize(VIEWPORT);
  await page.route('**/rpc/read_calendar', (route) =>
    route.fulfill({ json: fakeCalendar(route.request().postDataJSON() as Parameters<typeof fakeCalendar>[0]) }),
  );
  const session = await tablet.cdp(page);
  const first: number[] = [];
  const next: Drawn[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.goto(tablet.url('/tours/calendar?view=agenda&on=2031-05-12'));
    await page.locator('[data-date]').first().waitFor();
    await page.waitForTimeout(1500);
    await session.send('Emulation.setCPUThrottlingRate', { rate: RATE });
    const month = await draw(tablet, { button: 'Month', day: '2031-05-12' });
    // Adjacent months are prefetched when the browser is idle.
    await page.waitForTimeout(4000);
    const later = await draw(tablet, { button: 'Later', day: '2031-06-18' });
    if (round > 0) {
      first.push(month.painted);
      next.push(later);
    }
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const at = `${DEPARTURES.toLocaleString('en')} departures, ${RATE}×`;
  return [
    { what: `month of ${at}, from the click to painted`, value: median(first), unit: 'ms', budget: 500 },
    {
      what: `the next month of ${at}`,
      value: median(next.map(({ painted }) => painted)),
      unit: 'ms',
      budget: 200,
      note: next.some(({ empty, jumped }) => empty > 0 || jumped)
        ? 'with a flash or a jump'
        : 'without a flash or a jump',
    },
  ];
}
