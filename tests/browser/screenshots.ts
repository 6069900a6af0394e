/**
 * `npm run screenshots`: takes pictures of the main screens to tests/.output/screenshots, and reports what is cut off.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { launchBrowser } from '../support/browser.ts';
import type { Query } from '../support/database.ts';
import { Device } from '../support/browser-device.ts';
import { freshBuild, OUTPUT } from './builds.ts';
import { waitForAnimations } from '../support/browser-wait.ts';
import { PATTERN_SCREENS } from './pattern-sheets.ts';
import { addressOf, cutOff, screens } from './screens.ts';

interface View {
  name: string;
  width: number;
  height: number;
  locale: Locale;
  colorScheme: 'light' | 'dark';
  /** Hand-held: larger type and targets. */
  touch: boolean;
}

const VIEWS: View[] = [
  { name: 'phone', width: 360, height: 740, locale: 'en', colorScheme: 'light', touch: true },
  { name: 'phone-dark', width: 360, height: 740, locale: 'en', colorScheme: 'dark', touch: true },
  { name: 'phone-da', width: 360, height: 740, locale: 'da', colorScheme: 'light', touch: true },
  { name: 'phone-it', width: 360, height: 740, locale: 'it', colorScheme: 'light', touch: true },
  { name: 'tablet', width: 820, height: 1180, locale: 'en', colorScheme: 'light', touch: true },
  { name: 'tablet-wide', width: 1180, height: 820, locale: 'it', colorScheme: 'light', touch: true },
  { name: 'tablet-small', width: 600, height: 900, locale: 'es', colorScheme: 'light', touch: true },
  { name: 'desktop', width: 1440, height: 900, locale: 'en', colorScheme: 'light', touch: false },
  { name: 'desktop-dark', width: 1440, height: 900, locale: 'it', colorScheme: 'dark', touch: false },
];

/** Takes a picture of each screen, and returns how many texts do not fit. */
async function pictures(
  device: Device,
  { shown, view }: { shown: Awaited<ReturnType<typeof screens>>; view: View },
): Promise<number> {
  let found = 0;
  await device.page.setViewportSize(view);
  await device.page.emulateMedia({ colorScheme: view.colorScheme });
  for (const screen of shown) {
    const page = await device.open(addressOf(screen, view.locale));
    await page.locator(screen.ready).first().waitFor();
    await screen.open?.(page, view.locale);
    await waitForAnimations(page);
    await page.screenshot({ path: join(folder, `${screen.name}-${view.name}.png`) });
    for (const element of await cutOff(page)) {
      found += 1;
      console.log(`${screen.name} ${view.name}: ${element}`);
    }
  }
  return found;
}

const nameFilter = process.argv[2] ?? '';
const folder = join(OUTPUT, 'screenshots');
mkdirSync(folder, { recursive: true });
const backend = await createLocalBackend({ demo: 'full', dist: await freshBuild('app') });
const browser = await launchBrowser({ args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] });
let troubles = 0;
try {
  const query: Query = async <Row>(sql: string, values: readonly unknown[] = []) =>
    (await backend.exclusive((db) => db.query<Row>(sql, [...values]))).rows;
  for (const person of [null, 'guide', 'office', 'accountant', 'partner', 'owner'] as const) {
    const all = [...(await screens(query)), ...PATTERN_SCREENS];
    const selectedScreens = all.filter((screen) => screen.person === person && screen.name.includes(nameFilter));
    if (selectedScreens.length === 0) continue;
    for (const touch of [true, false]) {
      const device = await Device.open(browser, { backendUrl: backend.url, hasTouch: touch, isMobile: touch });
      try {
        if (person) await device.login(person, '/check-in');
        for (const view of VIEWS.filter((view) => view.touch === touch))
          troubles += await pictures(device, { shown: selectedScreens, view });
      } finally {
        await device.close();
      }
    }
  }
} finally {
  await browser.close();
  await backend.close();
}
console.log(`Screenshots are in ${folder}.${troubles > 0 ? ` Texts that do not fit: ${troubles}.` : ''}`);
process.exitCode = troubles > 0 ? 1 : 0;
