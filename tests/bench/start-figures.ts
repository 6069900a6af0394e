/** Offline start of the installed app: its time, and the size of its code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Device } from '../support/browser-device.ts';
import { median, type Figure } from './figures.ts';
import type { BareBrowser } from './bare-browser.ts';
import { FLOOR } from './floor.ts';
import type { Peer } from './peer.ts';

const ROUNDS = 9;
const TODAY = '#root a[href*="departure="]';

interface Start {
  list: number;
  /** First contentful paint. */
  paint: number;
}

/** Script that records when the frame with the list was painted. */
const watch = (selector: string) => `
  const observer = new MutationObserver(() => {
    if (!document.querySelector(${JSON.stringify(selector)})) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { window.listPaintedAt = performance.now(); };
      channel.port2.postMessage(null);
    });
  });
  observer.observe(document, { subtree: true, childList: true });`;

const TIMES = `(async () => {
  while (window.listPaintedAt === undefined) await new Promise((again) => setTimeout(again, 20));
  await new Promise((quiet) => setTimeout(quiet, 200));
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  return { list: window.listPaintedAt, paint };
})()`;

/** Returns milliseconds from navigation to the painted list, and to the first paint. */
async function start(browser: BareBrowser, { url, selector }: Page, rate: number): Promise<Start> {
  const page = await browser.open(url, { rate, script: watch(selector) });
  const { list, paint } = await page.ask<{ list: number; paint?: number }>(TIMES);
  await page.close();
  if (paint === undefined) throw new Error(`${url} painted nothing`);
  return { list, paint };
}

interface Page {
  url: string;
  selector: string;
}

/** Measures all of them alternately, because the machine's load varies; the first round is a warm-up. */
async function starts(browser: BareBrowser, pages: Pages, rate: number): Promise<Measured> {
  const rounds: [string, Start][][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times: [string, Start][] = [];
    for (const [who, page] of Object.entries(pages)) times.push([who, await start(browser, page, rate)]);
    rounds.push(times);
  }
  const measured = rounds.slice(1).map((times) => Object.fromEntries(times) as unknown as Measured);
  const of = (who: keyof Measured): Start => ({
    list: median(measured.map((each) => each[who]!.list)),
    paint: median(measured.map((each) => each[who]!.paint)),
  });
  return { app: of('app'), floor: of('floor'), ...(pages.peer ? { peer: of('peer') } : {}) };
}

const gzipOf = (dist: string, url: string) =>
  gzipSync(readFileSync(join(dist, new URL(url).pathname)), { level: 9 }).length;

/** Returns the compressed size in bytes of the scripts that had run when `selector` appeared. */
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

/** Returns the bytes in the worker's precache, as stored. */
const precached = (device: Device) =>
  device.page.evaluate(async () => {
    let bytes = 0;
    for (const name of (await caches.keys()).filter((key) => key.includes('precache'))) {
      const cache = await caches.open(name);
      // The baseline page belongs to the benchmark.
      for (const request of (await cache.keys()).filter(({ url }) => !url.includes('floor')))
        bytes += (await (await cache.match(request))!.arrayBuffer()).byteLength;
    }
    return bytes;
  });

export interface StartGround {
  /** Where the app is installed, behind a network that is cut. */
  home: string;
  /** Restarts the device's browser without a driver. */
  bare: () => Promise<BareBrowser>;
  peer: Peer | null;
}

type Pages = Record<'app' | 'floor', Page> & { peer?: Page };
type Measured = Record<'app' | 'floor', Start> & { peer?: Start };

/** Measures starts on a device that holds today's list and is offline. */
export async function startFigures({ home, bare, peer }: StartGround): Promise<Figure[]> {
  const browser = await bare();
  await peer?.cut();
  const pages: Pages = {
    app: { url: new URL('/check-in', home).href, selector: TODAY },
    floor: { url: new URL(FLOOR, home).href, selector: TODAY },
    ...(peer ? { peer: { url: peer.home, selector: peer.selector } } : {}),
  };
  try {
    // The snapshot of the first visit may have been taken before its first pull had ended.
    await start(browser, pages.app, 1);
    return startTable(await starts(browser, pages, 4), await starts(browser, pages, 1));
  } finally {
    await browser.close();
  }
}

function startTable(slow: Measured, fast: Measured): Figure[] {
  return (
    [
      [slow, '4×', 530, 403],
      [fast, '1×', 170, 140],
    ] as const
  ).flatMap(([{ app, floor, peer }, rate, list, paint]): Figure[] => {
    const figure = (what: string, kind: keyof Start, { budget, floorAtMost, peerAtMost }: Wanted): Figure[] => [
      {
        what,
        unit: 'ms',
        value: app[kind],
        budget,
        beside: { what: 'floor: one row of React from one Dexie read', value: floor[kind], atMost: floorAtMost },
      },
      ...(peer
        ? [
            {
              what: `${what}, beside the peer`,
              unit: 'ms' as const,
              value: app[kind],
              budget: null,
              beside: { what: 'indico-checkin-pwa', value: peer[kind], atMost: peerAtMost },
            },
          ]
        : []),
    ];
    return [
      ...figure(`offline start to today’s list, ${rate}`, 'list', { budget: list, floorAtMost: 1.4, peerAtMost: 0.9 }),
      ...figure(`its first contentful paint, ${rate}`, 'paint', { budget: paint, peerAtMost: 0.7 }),
    ];
  });
}

interface Wanted {
  budget: number;
  floorAtMost?: number;
  peerAtMost: number;
}

export interface SizeGround {
  /** Signed in and installed, with today's list. */
  tablet: Device;
  dist: string;
}

export async function sizeFigures({ tablet, dist }: SizeGround): Promise<Figure[]> {
  const code = await evaluated(tablet, { dist, path: '/check-in', selector: TODAY });
  const cache = await precached(tablet);
  return [
    {
      what: 'JS evaluated before today’s list paints, gzip',
      value: code.bytes / 1000,
      unit: 'kB',
      budget: 170,
      note: `${code.scripts} files`,
    },
    { what: 'precache, as stored', value: cache / 1e6, unit: 'MB', budget: 2.3 },
  ];
}
