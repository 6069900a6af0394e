/** The two browsers that count: the installed one and the newest of the registry, both with a profile on disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedBrowser, launchInstalled, type BrowserChoice } from '../support/browser.ts';
import { Device } from '../support/browser-device.ts';
import { openNetwork } from '../support/browser-network.ts';
import { bareBrowser, type BareBrowser } from './bare-browser.ts';

const VIEWPORT = { width: 360, height: 740 };

export interface BenchDevice {
  tablet: Device;
  version: string;
  /** Ends the driver's browser, cuts the network and restarts the browser on the same profile without a driver. */
  bare(): Promise<BareBrowser>;
  close(): Promise<void>;
}

interface BenchBrowser {
  name: string;
  /** Opens a device with a profile on disk: browsers cache compiled code only there. */
  device(backendUrl: string): Promise<BenchDevice>;
}

const of = (name: string, browser: BrowserChoice): BenchBrowser => ({
  name,
  async device(backendUrl) {
    const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));
    const context = await launchInstalled(folder, { browser });
    const network = await openNetwork(backendUrl);
    const tablet = await Device.adopt(context, network);
    context.on('page', (page) => void page.setViewportSize(VIEWPORT).catch(() => undefined));
    await tablet.page.setViewportSize(VIEWPORT);
    return {
      tablet,
      version: context.browser()?.version() ?? (await tablet.page.evaluate(() => navigator.userAgent)),
      async bare() {
        await context.close();
        network.condition = 'cut';
        return bareBrowser(folder, browser);
      },
      async close() {
        await tablet.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
});

export const BROWSERS: readonly BenchBrowser[] = [
  ...(installedBrowser() === null ? [] : [of('installed', 'installed')]),
  of('of the npm registry', 'registry'),
];
