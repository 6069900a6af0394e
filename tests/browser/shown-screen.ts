/** What a list of screens is made of. */
import type { Page } from 'playwright-core';
import type { Locale } from '../../src/lib/locales.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import type { Person } from '../support/browser-device.ts';
import { textsOf } from '../support/texts.ts';

export interface ShownScreen {
  name: string;
  /** Null: signed out. By e-mail: of no company of the demo. */
  person: Person | { email: string } | null;
  path: string;
  /** Until this is there, nothing is examined. */
  ready: string;
  /** Where not all four languages are worth the time. */
  locales?: readonly Locale[];
  /** Where another language is another opening, and not another text of what is open: it takes its language once. */
  opensAnew?: true;
  /** What nobody can do who holds the device in the hand. */
  isOfDesks?: true;
  /** Leads from the screen to a dialog. */
  open?: (page: Page, locale: Locale) => Promise<void>;
}

export const DIALOG = '[role=dialog]';

/** A text of the interface, with what stands in its places. */
export function say(locale: Locale, id: MessageId, values: Record<string, string> = {}): string {
  const text = textsOf(locale)[id];
  if (text === undefined) throw new Error(`${locale} has no ${id}`);
  return Object.entries(values).reduce((response, [name, value]) => response.replace(`{${name}}`, value), text);
}

export const press = (id: MessageId) => async (page: Page, locale: Locale) => {
  await page.getByRole('button', { name: say(locale, id), exact: true }).click();
  await page.locator(DIALOG).waitFor();
};
