/**
 * `test` for journeys: opens devices, queries the database, and fails when a page logged an unexpected error although
 * all steps passed.
 */
import type { Browser } from 'playwright';
import { inject, test as base } from 'vitest';
import { launchBrowser } from './browser.ts';
import { openQuery } from './browser-database.ts';
import type { Query } from './database.ts';
import { Device, type DeviceOptions } from './browser-device.ts';
import { within } from './eventually.ts';
import { journeyHost } from './journey-host.ts';

export type OpenDevice = (options?: Partial<DeviceOptions>) => Promise<Device>;

/** One browser for all files of a worker: starting one costs more than many a test. */
let shared: Promise<Browser> | null = null;
let own: Promise<Browser> | null = null;

/** Starts a browser with extra switches for this test file. Call it before the first test. */
export function useBrowserArgs(args: string[]): void {
  own = launchBrowser({ browser: inject('browser'), args });
}

async function sharedBrowser(): Promise<Browser> {
  const browser = await shared?.catch(() => null);
  if (browser?.isConnected()) return browser;
  return (shared = launchBrowser({ browser: inject('browser') }));
}

export const test = base.extend<{ browser: Browser; device: OpenDevice; query: Query }>({
  browser: [
    async ({}, use) => {
      const ofFile = own;
      own = null;
      await use(await (ofFile ?? sharedBrowser()));
      if (ofFile) await (await ofFile).close();
    },
    { scope: 'file' },
  ],
  query: async ({}, use) => {
    await use(openQuery((await journeyHost()).databaseUrl));
  },
  device: async ({ browser, task }, use) => {
    const { backendUrl } = await journeyHost();
    const devices: Device[] = [];
    await use(async (options = {}) => {
      // Installing the app for offline use costs more than many a test: only a test that needs the worker allows it.
      const device = await Device.open(browser, { backendUrl, serviceWorkers: 'block', ...options });
      devices.push(device);
      return device;
    });
    if (task.result?.state === 'fail')
      for (const [index, device] of devices.entries())
        console.error(
          `${task.name}: device ${index + 1}, ${await within(10_000, 'The page', device.describe()).catch(String)}`,
        );
    const complaints = devices.flatMap((device) => device.complaints);
    await Promise.all(devices.map((device) => device.close()));
    if (complaints.length > 0) throw new Error(`The pages reported errors:\n${complaints.join('\n')}`);
  },
});

/** For tests that depend only on the markup and the browser: skipped when only the backend differs (tests/real). */
export const testOfRendering = inject('realParts') === undefined ? test : test.skip;
