/** The banner after the browser has cleared the device's storage. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { StorageClearedBanner } from '../../src/company/check-in/departures/storage-cleared-banner.tsx';
import type { ActionCount } from '../../src/domain/counted-actions.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { useSyncValue } from '../../src/offline/read/live-queries.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockModule(import('../../src/offline/read/live-queries.ts'));

test.each<[Locale, ActionCount, string]>([
  ['en', { kind: 'mixed', count: 0 }, 'The browser cleared the list on this device, so it was loaded again.'],
  ['en', { kind: 'check_in', count: 2 }, '2 check-ins may be lost because'],
  ['en', { kind: 'payment', count: 1 }, '1 payment may be lost because'],
  ['da', { kind: 'mixed', count: 3 }, '3 handlinger kan være gået tabt, fordi'],
  ['es', { kind: 'payment', count: 2 }, '2 cobros sin enviar:'],
  ['it', { kind: 'check_in', count: 2 }, '2 check-in da inviare:'],
])('in %s, %o reads "%s"', async (locale, lost, text) => {
  vi.mocked(useSyncValue).mockReturnValue(lost as never);
  await renderScreen(<StorageClearedBanner />, { texts: ['roll-call'], locale });
  await expect.element(page.getByText(text)).toBeVisible();
});
