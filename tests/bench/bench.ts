/** `npm run bench`: measures the budgets of the check-in against the production build and prints them as a table. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { freshBuild, OUTPUT } from '../browser/builds.ts';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import type { Device } from '../support/browser-device.ts';
import type { Query } from '../support/database.ts';
import { BROWSERS, type BenchDevice } from './browsers.ts';
import { apiFigures } from './api-figures.ts';
import { chartsFigures } from './charts-figures.ts';
import { deviceFigures } from './device-figures.ts';
import { evenFigures } from './even-figures.ts';
import { table, type Figure } from './figures.ts';
import { floorPage } from './floor.ts';
import { guestShiftFigures } from './guest-shift-figures.ts';
import { guestOperator, guestStartFigures } from './guest-start-figures.ts';
import { plannerFigures } from './planner-figures.ts';
import { monthFigures } from './month-figures.ts';
import { exportFigures, importFigures, scrollFigures } from './office-figures.ts';
import { checkInStock } from './check-in-stock.ts';
import { signatureFigures } from './signature-figures.ts';
import { serverFigures } from './server-figures.ts';
import { BENCH_PARTS, requestedParts } from './parts.ts';
import { installPeer } from './peer.ts';
import { sizeFigures, startFigures } from './start-figures.ts';
import { postgresFigures, queueFigures } from './sync-figures.ts';
import { webhookFigures } from './webhook-figures.ts';

const wants = requestedParts(BENCH_PARTS);
type BenchPart = (typeof BENCH_PARTS)[number];

const tables: string[] = [];
/** Prints a table at once, so that a later failure loses no figure. */
const tell = (text: string) => {
  tables.push(text);
  console.log(`${text}\n`);
};
const measured = async (part: string, measure: () => Promise<Figure[]>) => {
  process.stderr.write(`Measuring ${part} …\n`);
  return measure();
};

const dist = await freshBuild('app-bench', { plugins: [floorPage()] });
const backend = await createLocalBackend({ demo: 'none', dist });
try {
  const query: Query = async <Row>(sql: string, values: readonly unknown[] = []) =>
    (await backend.exclusive((db) => db.query<Row>(sql, [...values]))).rows;
  const { crew, tapped, big } = await checkInStock(query);
  /** Days on which the imported file's tour departs, at noon. */
  const importDays = [`${new Date().getFullYear() + 1}-05-02`, `${new Date().getFullYear() + 1}-05-13`];
  if (wants('import'))
    for (const day of importDays)
      await query(
        `update public.departures set local_date = $2, capacity = 100000, starts_at = ($2::date + time '12:00') at time zone 'Europe/Copenhagen',
           ends_at = ($2::date + time '13:30') at time zone 'Europe/Copenhagen' where id = $1`,
        [(await crew.departure([])).id, day],
      );

  interface Part {
    part: string;
    path: string;
    person?: (typeof crew.people)['guide'];
    measure(device: BenchDevice): Promise<Figure[]>;
  }
  /** Signs a device in (as a guide by default), downloads list and app, and measures at `path`. */
  const entering = async (
    device: BenchDevice,
    { part, path, person = crew.people.guide, measure }: Part,
  ): Promise<Figure[]> => {
    const { tablet, version } = device;
    try {
      await tablet.login(person, path);
      await checkInScreen(tablet.page).saved();
      await tablet.installed();
      return await measured(`${part}, Chromium ${version}`, () => measure(device));
    } finally {
      await device.close();
    }
  };

  // Device figures are measured in both browsers, server figures once.
  for (const browser of BROWSERS) {
    const figures: Figure[] = [];
    let version = '';
    const measureOnDevice = async (
      part: BenchPart,
      path: string,
      measure: (device: BenchDevice) => Promise<Figure[]>,
    ) => {
      if (!wants(part)) return;
      const device = await browser.device(backend.url);
      ({ version } = device);
      figures.push(...(await entering(device, { part, path, measure })));
    };
    await measureOnDevice('start', '/check-in', async ({ tablet, bare }) => {
      const sizes = await sizeFigures({ tablet, dist });
      const peer = process.env.PEER === undefined ? null : await installPeer(tablet, process.env.PEER);
      return [...(await startFigures({ home: tablet.url('/'), bare, peer })), ...sizes];
    });
    await measureOnDevice('device', placeOf(tapped.id), ({ tablet }) => deviceFigures({ tablet, tapped, big }));
    await measureOnDevice('signature', '/check-in', ({ tablet }) => signatureFigures(tablet));
    // Without a sign-in and without a service worker.
    if (wants('guest')) {
      const device = await browser.device(backend.url);
      ({ version } = device);
      try {
        const operator = await guestOperator(query);
        figures.push(
          ...(await measured(`guest, Chromium ${version}`, () => guestStartFigures(device.tablet, operator))),
        );
        figures.push(...(await guestShiftFigures(device.tablet, query)));
      } finally {
        await device.close();
      }
    }
    const inOffice = async (part: BenchPart, measure: (tablet: Device) => Promise<Figure[]>) => {
      if (!wants(part)) return;
      const device = await browser.device(backend.url);
      ({ version } = device);
      figures.push(
        ...(await entering(device, {
          part,
          path: '/check-in',
          person: crew.people.office,
          measure: ({ tablet }) => measure(tablet),
        })),
      );
    };
    await inOffice('month', monthFigures);
    await inOffice('charts', chartsFigures);
    await inOffice('planner', plannerFigures);
    await inOffice('import', (tablet) => importFigures(tablet, { tour: crew.tourTitle, days: importDays }));
    await inOffice('scroll', scrollFigures);
    await inOffice('export', exportFigures);
    if (figures.length > 0) tell(`Chromium ${version} (${browser.name})\n\n${table(figures)}`);
  }
  // Last, and once: it checks in the guests that the others tap.
  if (wants('queue')) {
    const device = await BROWSERS[0]!.device(backend.url);
    const measure = () => queueFigures(device.tablet, 'Tapped 99x');
    tell(
      `The embedded backend\n\n${table(await entering(device, { part: 'queue', path: placeOf(tapped.id), measure }))}`,
    );
  }
  if (wants('postgres')) tell(`PostgreSQL\n\n${table(await measured('postgres', postgresFigures))}`);
  if (wants('server')) tell(`PostgreSQL, many devices\n\n${table(await measured('server', serverFigures))}`);
  if (wants('api')) tell(`PostgreSQL, the API\n\n${table(await measured('api', apiFigures))}`);
  if (wants('even'))
    tell(`Responses whose time must not reveal anything\n\n${table(await measured('even', evenFigures))}`);
  if (wants('webhooks')) tell(`PostgreSQL, webhooks\n\n${table(await measured('webhooks', () => webhookFigures()))}`);
  writeFileSync(join(OUTPUT, 'bench.md'), `${tables.join('\n\n')}\n`);
} finally {
  await backend.close();
}
