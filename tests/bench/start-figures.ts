/** How fast the installed app starts without a network, and how much code that takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Device } from '../support/browser-device.ts';
import { median, type Figure } from './figures.ts';
import { FLOOR } from './floor.ts';
import { throttle } from './probe.ts';

const ROUNDS = 9;
const TODAY = '#root a[href*="departure="]';

interface Start {
  list: number;
  /** First contentful paint. */
  paint: number;
}

/** Milliseconds from the navigation to the painted list, as the app itself draws it, and to the first picture of anything. */
async function start(device: Device, { rate, path }: { rate: number; path: string }): Promise<Start> {
  const page = await device.context.newPage();
  const session = await device.cdp(page);
  await throttle(session, rate);
  await page.addInitScript((wanted) => {
    const holder = window as unknown as { listPainted: Promise<number> };
    holder.listPainted = new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector(wanted)) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true });
    });
  }, TODAY);
  await page.goto(device.url(path), { waitUntil: 'commit' });
  const list = await page.evaluate(() => (window as unknown as { listPainted: Promise<number> }).listPainted);
  await page.waitForTimeout(200);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  await page.close();
  if (paint === undefined) throw new Error(`${path} painted nothing`);
  return { list, paint };
}

/** The app and the floor in turns, as the machine's mood changes; the first of each warms up and is left out. */
async function starts(device: Device, rate: number): Promise<Record<'app' | 'floor', Start>> {
  const rounds: Record<'app' | 'floor', Start>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push({
      app: await start(device, { rate, path: '/check-in' }),
      floor: await start(device, { rate, path: FLOOR }),
    });
  const of = (who: 'app' | 'floor', what: keyof Start) => median(rounds.slice(1).map((round) => round[who][what]));
  return {
    app: { list: of('app', 'list'), paint: of('app', 'paint') },
    floor: { list: of('floor', 'list'), paint: of('floor', 'paint') },
  };
}

const gzipOf = (dist: string, url: string) =>
  gzipSync(readFileSync(join(dist, new URL(url).pathname)), { level: 9 }).length;

/** Bytes of the scripts, packed, that the browser had run when `selector` was there. */
async function evaluated(
  device: Device,
  { dist, path, selector }: { dist: string; path: string; selector: string },
): Promise<{ bytes: number; scripts: number }> {
  const page = await device.context.newPage();
  const session = await device.cdp(page);
  const run = new Set<string>();
  const atPaint = new Promise<string[]>((resolve) => session.on('Runtime.bindingCalled', () => resolve([...run])));
  session.on('Debugger.scriptParsed', ({ url }) => {
    if (url.startsWith(device.network.url) && /\.m?js$/.test(new URL(url).pathname)) run.add(url);
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'listIsPainted' });
  await session.send('Debugger.enable');
  await page.addInitScript((wanted) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      observer.disconnect();
      (window as unknown as { listIsPainted(text: string): void }).listIsPainted('');
    });
    observer.observe(document, { subtree: true, childList: true });
  }, selector);
  await page.goto(device.url(path), { waitUntil: 'commit' });
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`${selector} did not appear on ${path}`)), 30_000).unref(),
  );
  const urls = await Promise.race([atPaint, late]);
  await page.close();
  return { bytes: urls.reduce((sum, url) => sum + gzipOf(dist, url), 0), scripts: urls.length };
}

/** Bytes in the worker's precache, as stored. */
const precached = (device: Device) =>
  device.page.evaluate(async () => {
    let bytes = 0;
    for (const name of (await caches.keys()).filter((key) => key.includes('precache'))) {
      const cache = await caches.open(name);
      // The floor page is the bench's own.
      for (const request of (await cache.keys()).filter(({ url }) => !url.includes('floor')))
        bytes += (await (await cache.match(request))!.arrayBuffer()).byteLength;
    }
    return bytes;
  });

export interface StartGround {
  /** Signed in, installed, with today's list. */
  tablet: Device;
  dist: string;
  /** A public page of the guests, or null while there is none. */
  bookingPath: string | null;
}

export async function startFigures({ tablet, dist, bookingPath }: StartGround): Promise<Figure[]> {
  // The picture of the first visit may have been taken before its first pull had ended.
  await start(tablet, { rate: 1, path: '/check-in' });
  await tablet.goOffline();
  const slow = await starts(tablet, 4);
  const fast = await starts(tablet, 1);
  const code = await evaluated(tablet, { dist, path: '/check-in', selector: TODAY });
  const cache = await precached(tablet);
  const ms = { unit: 'ms' as const };
  const figures = (
    [
      [slow, '4×', 530, 403],
      [fast, '1×', 170, 140],
    ] as const
  ).flatMap(([{ app, floor }, rate, list, paint]): Figure[] => [
    {
      ...ms,
      what: `offline start to today’s list, ${rate}`,
      value: app.list,
      budget: list,
      beside: { what: 'floor: one row of React from one Dexie read', value: floor.list },
    },
    {
      ...ms,
      what: `its first contentful paint, ${rate}`,
      value: app.paint,
      budget: paint,
      beside: { what: 'the same floor', value: floor.paint },
    },
  ]);
  figures.push(
    {
      what: 'JS evaluated before today’s list paints, gzip',
      value: code.bytes / 1000,
      unit: 'kB',
      budget: 215,
      note: `${code.scripts} files`,
    },
    { what: 'precache, as stored', value: cache / 1e6, unit: 'MB', budget: 2.3 },
  );
  await tablet.goOnline();
  if (bookingPath) {
    const booking = await evaluated(tablet, { dist, path: bookingPath, selector: 'button, a[href]' });
    figures.push({
      what: 'JS of a booking page to its first step, gzip',
      value: booking.bytes / 1000,
      unit: 'kB',
      budget: 150,
    });
  }
  return figures;
}
