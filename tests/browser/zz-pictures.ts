// npx tsx tests/browser/zz-pictures.ts LOCALE[,LOCALE] [nameFilter] → /tmp/tm/shots/<locale>/
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { launchBrowser } from '../support/browser.ts';
import type { Query } from '../support/database.ts';
import { Device } from '../support/browser-device.ts';
import { freshBuild } from './builds.ts';
import { waitForAnimations } from '../support/browser-wait.ts';
import { addressOf, screens } from './screens.ts';
const locales = process.argv[2]!.split(',') as Locale[];
const filter = (process.argv[3] ?? '').split(',').filter(Boolean);
const backend = await createLocalBackend({ demo: 'full', dist: await freshBuild('app') });
const browser = await launchBrowser({ args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] });
try {
  const query: Query = async <Row>(sql: string, values: readonly unknown[] = []) =>
    (await backend.exclusive((db) => db.query<Row>(sql, [...values]))).rows;
  for (const person of [null, 'guide', 'office', 'accountant', 'partner', 'owner'] as const) {
    const all = await screens(query);
    const selected = all.filter((s) => s.person === person && (filter.length === 0 || filter.some((f) => s.name.includes(f))));
    console.log(person, selected.length);
    if (selected.length === 0) continue;
    const touch = person === null || person === 'guide';
    for (const locale of locales) {
      const folder = join('/tmp/tm/shots', locale); mkdirSync(folder, { recursive: true });
      const device = await Device.open(browser, { backendUrl: backend.url, hasTouch: touch, isMobile: touch });
      try {
        if (person) await device.login(person, '/check-in');
        await device.page.setViewportSize(touch ? { width: 390, height: 1000 } : { width: 1280, height: 960 });
        for (const screen of selected) {
          try {
            const page = await device.open(addressOf(screen, locale));
            await page.locator(screen.ready).first().waitFor({ timeout: 60000 });
            await screen.open?.(page, locale);
            await waitForAnimations(page);
            await page.screenshot({ path: join(folder, `${touch ? 'p' : 'd'}-${person ?? 'guest'}-${screen.name}.png`) });
          } catch (error) { console.log('FAILED', locale, screen.name, String(error).slice(0, 200)); }
        }
      } finally { await device.close(); }
    }
  }
} finally { await browser.close(); await backend.close(); }
