/** `npm run bench`: measures the budgets of the check-in against the production build and prints them as a table. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { freshBuild, OUTPUT } from '../browser/builds.ts';
import { launchBrowser } from '../support/browser.ts';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import type { Query } from '../support/browser-database.ts';
import { Device } from '../support/browser-device.ts';
import { deviceFigures } from './device-figures.ts';
import { table, type Figure } from './figures.ts';
import { serverFigures } from './server-figures.ts';
import { startFigures } from './start-figures.ts';
import { postgresFigures, queueFigures } from './sync-figures.ts';

const party = (name: string) => ({ names: [name] });
const people = (count: number, word: string) => Array.from({ length: count }, (_, index) => party(`${word} ${index + 1}x`));

const wanted = new Set(process.argv.slice(2));
const wants = (part: string) => wanted.size === 0 || wanted.has(part);

const figures: Figure[] = [];
const add = async (part: string, measure: () => Promise<Figure[]>) => {
  if (!wants(part)) return;
  process.stderr.write(`Measuring ${part} …\n`);
  figures.push(...(await measure()));
};

const dist = await freshBuild('app');
const backend = await createLocalBackend({ demo: 'none', dist });
const browser = await launchBrowser();
try {
  const query: Query = async <Row>(sql: string, values: unknown[] = []) => (await backend.exclusive((db) => db.query<Row>(sql, values))).rows;
  const crew = await makeCrew(query);
  const tapped = await crew.departure([...people(100, 'Tapped'), party('Björn Müller')]);
  const big = await crew.departure([...people(498, 'Guest'), party('Søren Müller'), party('Zoë Zz')], { inMinutes: 30 });
  for (let more = 0; more < 11; more += 1) await crew.departure(people(400, `Group ${more}`), { inMinutes: 40 + more });

  const enter = async (path: string) => {
    const tablet = await Device.open(browser, { backendUrl: backend.url, viewport: { width: 360, height: 740 } });
    await tablet.login(crew.people.guide, path);
    await checkInScreen(tablet.page).saved();
    await tablet.installed();
    return tablet;
  };
  await add('start', async () => {
    const tablet = await enter('/check-in');
    try {
      return await startFigures({ browser, tablet, dist, bookingPath: null });
    } finally {
      await tablet.close();
    }
  });
  await add('device', async () => {
    const tablet = await enter(placeOf(tapped.id));
    try {
      return await deviceFigures({ tablet, tapped, big });
    } finally {
      await tablet.close();
    }
  });
  await add('queue', async () => {
    const tablet = await enter(placeOf(tapped.id));
    try {
      return await queueFigures(tablet, 'Tapped 99x');
    } finally {
      await tablet.close();
    }
  });
  await add('postgres', postgresFigures);
  await add('server', serverFigures);
  const text = table(figures);
  console.log(text);
  writeFileSync(join(OUTPUT, 'bench.md'), `${text}\n`);
} finally {
  await browser.close();
  await backend.close();
}
