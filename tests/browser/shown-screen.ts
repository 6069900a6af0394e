/** The description of a screen in the lists of screens. */
import type { Page } from 'playwright';
import type { Locale } from '../../src/lib/locales.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import type { Person } from '../support/browser-device.ts';
import { textsOf } from '../support/texts.ts';

export interface ShownScreen {
  name: string;
  /** Null: signed out. By email: a person outside the demo's companies. */
  person: Person | { email: string } | null;
  path: string;
  /** Nothing is examined until this selector is visible. */
  ready: string;
  /** Where not all four languages are worth the time. */
  locales?: readonly Locale[];
  /**
   * Where a new language needs a fresh opening instead of new texts in place, because the page reads the language only
   * once.
   */
  needsReload?: true;
  /** Not possible on hand-held devices. */
  isOfDesks?: true;
  /** Leads from the screen to a dialog. */
  open?: (page: Page, locale: Locale) => Promise<void>;
}

export const DIALOG = '[role=dialog]';

/** Returns a message in a locale, with its placeholders filled in. Throws if the message has others than `values`. */
export function say(locale: Locale, id: MessageId, values: Record<string, string> = {}): string {
  const text = textsOf(locale)[id];
  if (text === undefined) throw new Error(`The ${locale} texts have no ${id}`);
  const unused = new Set(Object.keys(values));
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    unused.delete(name);
    if (values[name] === undefined) throw new Error(`${id} needs a value for {${name}}`);
    return values[name];
  });
  if (unused.size > 0) throw new Error(`${id} has no {${[...unused].join('}, {')}}`);
  return filled;
}

export const press = (id: MessageId) => async (page: Page, locale: Locale) => {
  await page.getByRole('button', { name: say(locale, id), exact: true }).click();
  await page.locator(DIALOG).waitFor();
};
