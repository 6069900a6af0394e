/**
 * The nearest comparable product in the same browser, for those who have built it: `PEER=<its folder> npm run bench
 * start`. The folder holds indico-checkin-pwa (github.com/indico/indico-checkin-pwa, built by its own `vite build`);
 * none of it is part of this project.
 */
import { join } from 'node:path';
import { preview } from 'vite';
import type { Device } from '../support/browser-device.ts';

export interface Peer {
  home: string;
  /** An element that exists when its list is rendered. */
  selector: string;
  cut(): Promise<void>;
}

/** A day as large as ours: twelve events with a list each, the first of 500 participants. */
const FILL = `(async () => {
  const { db } = window;
  await db.servers.add({ baseUrl: 'https://server.invalid', clientId: 'a', scope: 'registrants', authToken: 'a', customCodeHandlers: {} });
  for (let event = 1; event <= 12; event += 1) {
    const day = { indicoId: event, serverId: 1, baseUrl: 'https://server.invalid', title: 'Walk ' + event, date: new Date().toISOString(), deleted: 0 };
    await db.events.add(day);
    await db.regforms.add({ indicoId: event, eventId: event, title: 'Guests', isOpen: true, registrationCount: 500, checkedInCount: 0, deleted: 0 });
    await db.participants.bulkAdd(Array.from({ length: event === 1 ? 500 : 400 }, (_, index) => ({
      indicoId: event * 1000 + index, regformId: event, fullName: 'Guest ' + index, registrationDate: day.date, state: 'complete',
      checkinSecret: crypto.randomUUID(), checkedIn: false, occupiedSlots: 1, price: 0, currency: 'EUR', formattedPrice: '', isPaid: false,
      tags: [], notes: '', deleted: 0, checkedInLoading: 0, isPaidLoading: 0 })));
  }
})()`;

export async function installPeer(tablet: Device, folder: string): Promise<Peer> {
  const server = await preview({
    root: folder,
    configFile: false,
    appType: 'spa',
    logLevel: 'error',
    build: { outDir: join(folder, 'dist') },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const home = server.resolvedUrls!.local[0]!;
  const page = await tablet.context.newPage();
  await page.goto(home);
  await page.waitForFunction('window.db !== undefined');
  await page.evaluate(FILL);
  await page.evaluate('navigator.serviceWorker.ready');
  // A second visit through its worker, so that its code is cached and compiled.
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(home);
    await page.getByText('Walk 12', { exact: true }).waitFor();
    await page.waitForTimeout(1000);
  }
  await page.close();
  return { home, selector: '#root button.block', cut: () => server.close() };
}
