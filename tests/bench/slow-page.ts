import type { CDPSession, Page } from 'playwright';
import type { Device } from '../support/browser-device.ts';
import { installProbe, throttle } from './probe.ts';

export const SLOWER = 4;
/** "Slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

/** Opens a new page on a slow phone. */
export async function slowPage(device: Device): Promise<{ page: Page; session: CDPSession }> {
  const page = await device.context.newPage();
  await installProbe(page);
  const session = await device.cdp(page);
  await session.send('Network.enable');
  await throttle(session, SLOWER);
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  return { page, session };
}
