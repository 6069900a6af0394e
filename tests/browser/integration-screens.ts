/** A company's integrations: API keys, webhooks and calendar feeds. */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { COMPANIES } from '../../supabase/seed/people.ts';
import { idOf } from '../../supabase/seed/random.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import type { Locale } from '../../src/lib/locales.ts';
import type { Query } from '../support/database.ts';
import { DIALOG, press, say, type ShownScreen } from './shown-screen.ts';

const READY = 'main section h2';
/** Only used in this demo database, which is deleted after the tests. */
const KEY = `muster_live_${'5eed'.repeat(16)}`;

/** Opens a row's menu, by the start of its button's name, and chooses an entry. */
const fromMenu = (of: string, id: MessageId) => async (page: Page, locale: Locale) => {
  await page.locator(`button[aria-label*="${of}"][aria-haspopup]`).click();
  await page.getByRole('menuitem', { name: say(locale, id), exact: true }).click();
  await page.locator(DIALOG).waitFor();
};

async function haveKey(query: Query): Promise<void> {
  await query(
    `insert into private.api_keys (id, company_id, name, scopes, key_hash, last_four, addresses, made_at, version)
     values ($1, $2, 'Kasse, Nyhavn', '{tours_read,departures_read}', $3, '5eed', '{}', now() - interval '3 days', 1) on conflict do nothing`,
    [idOf('api-key:pictured'), COMPANIES.copenhagen.id, createHash('sha256').update(KEY).digest('hex')],
  );
}

export async function integrationScreens(query: Query): Promise<ShownScreen[]> {
  await haveKey(query);
  const of = (section: 'website' | 'files' | 'webhooks' | 'api-keys' | 'calendars') => ({
    person: 'owner' as const,
    path: `/integrations?section=${section}`,
    ready: section === 'calendars' ? 'main section li' : READY,
  });
  const receiver = 'Slack';
  return [
    ...(['website', 'files', 'webhooks', 'api-keys', 'calendars'] as const).map((section) => ({
      name: `integrations-${section}`,
      ...of(section),
    })),
    { name: 'integrations-export', ...of('files'), open: press('exports.add') },
    { name: 'integrations-webhook', ...of('webhooks'), open: press('webhooks.add') },
    { name: 'integrations-webhook-preview', ...of('webhooks'), open: press('webhooks.preview') },
    { name: 'integrations-webhook-rotate', ...of('webhooks'), open: fromMenu(receiver, 'webhooks.act.rotate') },
    { name: 'integrations-webhook-delete', ...of('webhooks'), open: fromMenu(receiver, 'webhooks.act.delete') },
    {
      name: 'integrations-webhook-log',
      ...of('webhooks'),
      open: async (page) => {
        await page.locator(`main button[aria-label*="${receiver}"]:not([aria-haspopup])`).click();
        await page.locator(DIALOG).waitFor();
      },
    },
    { name: 'integrations-api-key', ...of('api-keys'), open: press('apiKeys.add') },
    { name: 'integrations-api-key-rotate', ...of('api-keys'), open: fromMenu('Bogholderi', 'apiKeys.rotate') },
    { name: 'integrations-api-key-revoke', ...of('api-keys'), open: fromMenu('Bogholderi', 'apiKeys.revoke') },
    {
      name: 'integrations-try',
      ...of('api-keys'),
      open: async (page, locale) => {
        await page.getByRole('combobox', { name: say(locale, 'apiKeys.try.operation') }).selectOption('/tours');
        await page.getByRole('textbox', { name: say(locale, 'apiKeys.try.key') }).fill(KEY);
        await page.getByRole('button', { name: say(locale, 'apiKeys.try.send'), exact: true }).click();
        const copy = page.getByRole('button', { name: say(locale, 'apiKeys.try.copy') });
        await copy.waitFor();
        await copy.scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'integrations-calendar',
      ...of('calendars'),
      open: async (page, locale) => {
        const name = say(locale, 'feeds.all');
        const called = (id: 'feeds.on.of' | 'feeds.open.of') =>
          page.getByRole('button', { name: say(locale, id, { name }), exact: true });
        // The first size to open it switches it on.
        await called('feeds.on.of').or(called('feeds.open.of')).click();
        await page.locator(`${DIALOG} a[href^="webcal:"]`).waitFor();
      },
    },
  ];
}
