/** `test` for journeys: opens devices, asks the database, and fails when a page complained although all steps passed. */
import type { Browser } from 'playwright-core';
import { inject, test as base } from 'vitest';
import { launchBrowser } from './browser.ts';
import { openQuery } from './browser-database.ts';
import type { Query } from './database.ts';
import { Device, type DeviceOptions } from './browser-device.ts';

export type OpenDevice = (options?: Partial<DeviceOptions>) => Promise<Device>;

let shared: Promise<Browser> | null = null;

/** The switches that the browser of this test file is started with; to be called before its first test. */
export function useBrowserArgs(args: string[]): void {
  shared = launchBrowser({ browser: inject('browser'), args });
}

export const test = base.extend<{ browser: Browser; device: OpenDevice; query: Query }>({
  browser: [
    async ({}, use) => {
      const browser = await (shared ??= launchBrowser({ browser: inject('browser') }));
      await use(browser);
      shared = null;
      await browser.close();
    },
    { scope: 'file' },
  ],
  query: async ({}, use) => {
    await use(openQuery(inject('databaseUrl')));
  },
  device: async ({ browser }, use) => {
    const devices: Device[] = [];
    await use(async (options = {}) => {
      const device = await Device.open(browser, { backendUrl: inject('backendUrl'), ...options });
      devices.push(device);
      return device;
    });
    const complaints = devices.flatMap((device) => device.complaints);
    await Promise.all(devices.map((device) => device.close()));
    if (complaints.length > 0) throw new Error(`The pages complained:\n${complaints.join('\n')}`);
  },
});

/** What hangs on our markup and the engine alone: not asked again when only the backend is another (tests/real). */
export const testOfLook = inject('realParts') === undefined ? test : test.skip;
