/** How fast the installed app starts without a network, and how much code that takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import type { Device } from '../support/browser-device.ts';
import { median, type Figure } from './figures.ts';
import { throttle } from './probe.ts';

const ROUNDS = 7;
const TODAY = 'a[href*="departure="]';

/** Milliseconds from the navigation to the painted list. */
async function starts(device: Device, { rate, path, selector }: { rate: number; path: string; selector: string }): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
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
    }, selector);
    await page.goto(device.url(path), { waitUntil: 'commit' });
    times.push(await page.evaluate(() => (window as unknown as { listPainted: Promise<number> }).listPainted));
    await page.close();
  }
  return median(times);
}

const gzipOf = (dist: string, url: string) => gzipSync(readFileSync(join(dist, new URL(url).pathname)), { level: 9 }).length;

/** Bytes of the scripts, packed, that the browser had run when `selector` was there. */
async function evaluated(device: Device, { dist, path, selector }: { dist: string; path: string; selector: string }): Promise<{ bytes: number; scripts: number }> {
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
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`${selector} did not appear on ${path}`)), 30_000).unref());
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
      for (const request of await cache.keys()) bytes += (await (await cache.match(request))!.arrayBuffer()).byteLength;
    }
    return bytes;
  });

/** An empty app in the same worker's hands: what a page costs that does nothing. */
async function emptyStart(device: Device, rate: number): Promise<number> {
  await device.page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.includes('precache'));
    if (!name) throw new Error('No precache');
  });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await device.context.newPage();
    await throttle(await device.cdp(page), rate);
    await page.goto(device.url('/icons/muster.svg'), { waitUntil: 'commit' });
    times.push(await page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))));
    await page.close();
  }
  return median(times);
}

export interface StartGround {
  browser: Browser;
  /** Signed in, installed, with today's list. */
  tablet: Device;
  dist: string;
  /** A public page of the guests, or null while there is none. */
  bookingPath: string | null;
}

export async function startFigures({ tablet, dist, bookingPath }: StartGround): Promise<Figure[]> {
  await tablet.goOffline();
  const floor = await emptyStart(tablet, 4);
  const slow = await starts(tablet, { rate: 4, path: '/check-in', selector: TODAY });
  const fast = await starts(tablet, { rate: 1, path: '/check-in', selector: TODAY });
  const code = await evaluated(tablet, { dist, path: '/check-in', selector: TODAY });
  const cache = await precached(tablet);
  const figures: Figure[] = [
    { what: 'offline start to today’s list, 4×', value: slow, unit: 'ms', budget: 1200, beside: { what: 'floor: a picture from the worker', value: floor }, note: 'peer: 1,100–1,200 ms with a third of the code' },
    { what: 'offline start to today’s list, 1×', value: fast, unit: 'ms', budget: 400, note: 'peer: 330–390 ms' },
    { what: 'JS evaluated before today’s list paints, gzip', value: code.bytes / 1000, unit: 'kB', budget: 230, note: `${code.scripts} files` },
    { what: 'precache, as stored', value: cache / 1e6, unit: 'MB', budget: 2.5 },
  ];
  await tablet.goOnline();
  if (bookingPath) {
    const booking = await evaluated(tablet, { dist, path: bookingPath, selector: 'button, a[href]' });
    figures.push({ what: 'JS of a booking page to its first step, gzip', value: booking.bytes / 1000, unit: 'kB', budget: 150 });
  }
  return figures;
}
