/** `npm run bench`: measures the budgets of the check-in against the production build and prints them as a table. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { freshBuild, OUTPUT } from '../browser/builds.ts';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import type { Query } from '../support/browser-database.ts';
import type { Device } from '../support/browser-device.ts';
import { BROWSERS } from './browsers.ts';
import { deviceFigures } from './device-figures.ts';
import { table, type Figure } from './figures.ts';
import { floorPage } from './floor.ts';
import { serverFigures } from './server-figures.ts';
import { startFigures } from './start-figures.ts';
import { postgresFigures, queueFigures } from './sync-figures.ts';

const party = (name: string) => ({ names: [name] });
const people = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => party(`${word} ${index + 1}x`));

const wanted = new Set(process.argv.slice(2));
const wants = (part: string) => wanted.size === 0 || wanted.has(part);

const tables: string[] = [];
const measured = async (part: string, measure: () => Promise<Figure[]>) => {
  process.stderr.write(`Measuring ${part} …\n`);
  return measure();
};

const dist = await freshBuild('app-bench', { plugins: [floorPage()] });
const backend = await createLocalBackend({ demo: 'none', dist });
try {
  const query: Query = async <Row>(sql: string, values: unknown[] = []) =>
    (await backend.exclusive((db) => db.query<Row>(sql, values))).rows;
  const crew = await makeCrew(query);
  const tapped = await crew.departure([...people(100, 'Tapped'), party('Björn Müller')]);
  const big = await crew.departure([...people(498, 'Guest'), party('Søren Müller'), party('Zoë Zz')], {
    inMinutes: 30,
  });
  for (let more = 0; more < 11; more += 1) await crew.departure(people(400, `Group ${more}`), { inMinutes: 40 + more });

  // What a device does counts on both browsers, what the server does on one.
  for (const browser of BROWSERS) {
    const figures: Figure[] = [];
    let version = '';
    const entered = async (part: string, path: string, measure: (tablet: Device) => Promise<Figure[]>) => {
      if (!wants(part) || (part === 'queue' && tables.length > 0)) return;
      const device = await browser.device(backend.url);
      ({ version } = device);
      const { tablet } = device;
      try {
        await tablet.login(crew.people.guide, path);
        await checkInScreen(tablet.page).saved();
        await tablet.installed();
        figures.push(...(await measured(`${part}, Chromium ${version}`, () => measure(tablet))));
      } finally {
        await device.close();
      }
    };
    await entered('start', '/check-in', (tablet) => startFigures({ tablet, dist, bookingPath: null }));
    await entered('device', placeOf(tapped.id), (tablet) => deviceFigures({ tablet, tapped, big }));
    await entered('queue', placeOf(tapped.id), (tablet) => queueFigures(tablet, 'Tapped 99x'));
    if (figures.length > 0) tables.push(`Chromium ${version} (${browser.name})\n\n${table(figures)}`);
  }
  if (wants('postgres')) tables.push(`PostgreSQL\n\n${table(await measured('postgres', postgresFigures))}`);
  if (wants('server')) tables.push(`PostgreSQL, many devices\n\n${table(await measured('server', serverFigures))}`);
  const text = tables.join('\n\n');
  console.log(text);
  writeFileSync(join(OUTPUT, 'bench.md'), `${text}\n`);
} finally {
  await backend.close();
}
