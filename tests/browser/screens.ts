/** Every mounted screen and main dialog, as axe examines them and the screenshots show them. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Locale } from '../../src/lib/locales.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import { COMPANIES } from '../../supabase/seed/people.ts';
import type { Query } from '../support/browser-database.ts';
import type { Person } from '../support/browser-device.ts';

export interface ShownScreen {
  name: string;
  /** Null: signed out. */
  person: Person | null;
  path: string;
  /** Until this is there, nothing is examined. */
  ready: string;
  /** Leads from the screen to a dialog. */
  open?: (page: Page, locale: Locale) => Promise<void>;
}

/** A text of the interface that takes no values. */
export function say(locale: Locale, id: MessageId): string {
  const texts = JSON.parse(readFileSync(new URL(`../../locales/${locale}.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
  const text = texts[id];
  if (text === undefined) throw new Error(`${locale} has no ${id}`);
  return text;
}

const DIALOG = '[role=dialog]';
/** Beside the list where there is room, over it elsewhere. */
const PARTY = '[role=dialog], [data-pane]';
const ROW = '[data-part="primary"]';

const press = (id: MessageId) => async (page: Page, locale: Locale) => {
  await page
    .getByRole('button', { name: say(locale, id), exact: true })
    .first()
    .click();
  await page.locator(DIALOG).first().waitFor();
};

/** The screens of the check-in, the frame and the sign-in; a new screen is added here the day it is mounted. */
export async function screens(query: Query): Promise<ShownScreen[]> {
  const [day] = await query<{ id: string; booking: string }>(
    `select d.id, (select b.id from public.bookings b where b.departure_id = d.id and b.status = 'CONFIRMED'
       and b.paid_amount < b.total_amount limit 1) as booking
     from public.departures d join public.departure_guides g on g.departure_id = d.id join auth.users u on u.id = g.user_id
     where u.email = 'guide@muster.test' and d.status = 'scheduled' and d.starts_at > now()
       and exists (select from public.bookings b where b.departure_id = d.id and b.status = 'CONFIRMED' and b.paid_amount < b.total_amount)
     order by d.starts_at limit 1`,
  );
  const [big] = await query<{ id: string }>(
    `select departure_id as id from public.guests g join public.departures d on d.id = g.departure_id
     where d.local_date between current_date - 1 and current_date + 1 group by departure_id order by count(*) desc limit 1`,
  );
  if (!day || !big) throw new Error('The demo has no departure to show');
  const open = `/check-in?departure=${day.id}`;
  return [
    { name: 'login', person: null, path: '/login', ready: 'form input[type=password]' },
    { name: 'not-found', person: null, path: '/booking/tester/nowhere', ready: 'h1, form input[type=password]' },
    { name: 'departures', person: 'guide', path: '/check-in', ready: 'a[href*="departure="]' },
    { name: 'guests', person: 'guide', path: open, ready: ROW },
    { name: 'guests-500', person: 'office', path: `/check-in?departure=${big.id}`, ready: ROW },
    { name: 'party', person: 'guide', path: `${open}&party=${day.booking}`, ready: PARTY },
    { name: 'scan', person: 'guide', path: open, ready: ROW, open: press('checkIn.scan.open') },
    { name: 'walk-in', person: 'guide', path: open, ready: ROW, open: press('checkIn.walkIn.open') },
    { name: 'depart', person: 'guide', path: open, ready: ROW, open: press('checkIn.depart.open') },
    { name: 'recount', person: 'guide', path: open, ready: ROW, open: press('checkIn.recount.open') },
    { name: 'no-access', person: 'accountant', path: '/check-in', ready: 'h1' },
    {
      name: 'sync',
      person: 'guide',
      path: '/check-in',
      ready: 'a[href*="departure="]',
      open: async (page, locale) => {
        await page
          .getByRole('status', { name: say(locale, 'checkIn.sync.label') })
          .getByRole('button')
          .click();
        await page.locator(DIALOG).first().waitFor();
      },
    },
    { name: 'acting', person: 'partner', path: `/impersonate/${COMPANIES.copenhagen.id}`, ready: 'h1' },
    { name: 'companies', person: 'partner', path: '/organisation/companies', ready: 'h1' },
  ];
}

/** What is wider than its place: the page itself, and texts that are cut without saying so by an ellipsis. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = document.scrollingElement ?? document.documentElement;
    // A phone that zooms out to show all of it says by its inner width that all fits.
    const width = document.documentElement.clientWidth;
    if (root.scrollWidth > width) found.push(`The page is ${root.scrollWidth} px wide in ${width}`);
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!hasText || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      // Texts for screen readers only are one pixel wide on purpose.
      if (box.width <= 1 || box.height <= 1) continue;
      const style = getComputedStyle(element);
      const text = element.textContent!.trim().slice(0, 60);
      const clips = style.overflowX !== 'visible';
      const mayEllipse = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      const isLabel = element.closest('button, [role=button], h1, h2, h3, label, [role=menuitem]') !== null;
      if (clips && element.scrollWidth > element.clientWidth + 1 && (!mayEllipse || isLabel))
        found.push(`Cut: “${text}” needs ${element.scrollWidth} px and has ${element.clientWidth}`);
      if (!mayEllipse && style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2)
        found.push(`Cut below: “${text}”`);
      if ((box.left >= -1 && box.right <= width + 1) || box.bottom <= 0 || box.top >= window.innerHeight) continue;
      let scrolls = false;
      let ellipsed = mayEllipse && !isLabel;
      for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
        const outer = getComputedStyle(around);
        scrolls ||= outer.overflowX === 'auto' || outer.overflowX === 'scroll';
        ellipsed ||= outer.textOverflow === 'ellipsis' && outer.overflowX !== 'visible' && !isLabel;
      }
      if (!scrolls && !ellipsed)
        found.push(`Outside: “${text}” from ${Math.round(box.left)} to ${Math.round(box.right)} px`);
    }
    return found;
  });
}

/** Words that are broken inside, and references that are torn apart, by where their letters stand. */
export function broken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const range = document.createRange();
    const linesOf = (node: Text, from: number, to: number) => {
      range.setStart(node, from);
      range.setEnd(node, to);
      return new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top))).size;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
      const around = node.parentElement;
      if (!around?.checkVisibility({ visibilityProperty: true })) continue;
      // What an ellipsis takes away is cut on purpose, in the middle of a word as well.
      const { textOverflow, webkitLineClamp } = getComputedStyle(around);
      const ellipsed = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
      if (ellipsed && (around.scrollWidth > around.clientWidth || around.scrollHeight > around.clientHeight)) continue;
      // An address may have to break; between the parts of a compound the reader expects it.
      for (const word of node.data.matchAll(/[^\s\u00ad/@–-]{2,}/gu)) {
        if (linesOf(node, word.index, word.index + word[0].length) > 1)
          found.push(`Broken: “${word[0]}” in “${node.data.trim().slice(0, 60)}”`);
      }
      for (const code of node.data.matchAll(/\b[A-Z0-9]{3,4}(?: [A-Z0-9]{3,4})+\b/gu)) {
        if (linesOf(node, code.index, code.index + code[0].length) > 1) found.push(`Torn apart: “${code[0]}”`);
      }
    }
    return found;
  });
}
