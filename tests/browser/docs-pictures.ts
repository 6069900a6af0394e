/**
 * `npx tsx tests/browser/docs-pictures.ts`: takes the pictures for the README, the install prompt and the patterns from
 * the demo. The argument `readme` or `patterns` takes only those.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { launchBrowser } from '../support/browser.ts';
import { Device, type Person } from '../support/browser-device.ts';
import { waitForAnimations } from '../support/browser-wait.ts';
import { freshBuild } from './builds.ts';
import { PATTERN_SHEETS } from './pattern-sheets.ts';

interface Picture {
  file: string;
  person: Person;
  width: number;
  height: number;
  colorScheme?: 'dark';
}

const PICTURES: Picture[] = [
  {
    file: 'docs/images/roll-call-phone-dark.png',
    person: 'guide',
    width: 360,
    height: 740,
    colorScheme: 'dark',
  },
  { file: 'docs/images/roll-call-desktop.png', person: 'office', width: 1100, height: 700 },
  { file: 'public/screenshots/phone.png', person: 'guide', width: 412, height: 915 },
  { file: 'public/screenshots/desktop.png', person: 'office', width: 1280, height: 800 },
];

const root = new URL('../../', import.meta.url).pathname;
const PATTERNS = join(root, 'docs/images/patterns');
const only = process.argv[2];
const pictures =
  only === 'readme' ? PICTURES.filter(({ file }) => file.startsWith('docs/')) : only === 'patterns' ? [] : PICTURES;
const backend = await createLocalBackend({ demo: 'full', dist: await freshBuild('app') });
const browser = await launchBrowser();
try {
  const { rows } = await backend.exclusive((db) =>
    db.query<{ id: string }>(
      `select d.id from public.departures d join public.check_in_actions a on a.departure_id = d.id and a.kind = 'check_in'
         join public.departure_guides g on g.departure_id = d.id join auth.users u on u.id = g.user_id
       where d.status = 'scheduled' and d.ends_at > now() and u.email = 'guide@muster.test'
       group by d.id order by count(*) desc limit 1`,
    ),
  );
  for (const { file, person, width, height, colorScheme = 'light' } of pictures) {
    const touch = width < 600;
    const device = await Device.open(browser, {
      backendUrl: backend.url,
      viewport: { width, height },
      hasTouch: touch,
      isMobile: touch,
      colorScheme,
    });
    try {
      // The roll-call with the most guests checked in.
      const page = await device.login(person, `/check-in?departure=${rows[0]!.id}`);
      await page.locator('[data-row]').first().waitFor();
      await page.waitForLoadState('networkidle');
      await waitForAnimations(page);
      await page.screenshot({ path: join(root, file) });
    } finally {
      await device.close();
    }
  }
  const takesPatterns = only !== 'readme';
  // Pictures of removed sheets must not remain.
  if (takesPatterns) rmSync(PATTERNS, { recursive: true, force: true });
  mkdirSync(PATTERNS, { recursive: true });
  for (const colorScheme of takesPatterns ? (['light', 'dark'] as const) : []) {
    const device = await Device.open(browser, {
      backendUrl: backend.url,
      viewport: { width: 1000, height: 720 },
      colorScheme,
    });
    try {
      for (const sheet of PATTERN_SHEETS) {
        const page = await device.open(`/local/patterns?of=${sheet}`);
        await page.locator('h1').first().waitFor();
        await waitForAnimations(page);
        const path = join(PATTERNS, `${sheet}${colorScheme === 'dark' ? '-dark' : ''}.jpg`);
        await page.screenshot({ path, type: 'jpeg', quality: 70 });
      }
    } finally {
      await device.close();
    }
  }
} finally {
  await browser.close();
  await backend.close();
}
