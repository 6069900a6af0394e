/** Roll-call states of a working day: scan results, and what became of a tap. */
import type { Page } from 'playwright';
import { COMPANIES } from '../../supabase/seed/people.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { refuseAllPushes } from '../support/browser-check-in.ts';
import { scanText } from '../support/browser-scanner.ts';
import { waitForIdleNetwork, waitForStableList } from '../support/browser-wait.ts';
import type { Query } from '../support/database.ts';
import { textsOf } from '../support/texts.ts';
import type { ShownScreen } from './shown-screen.ts';

const scanned = (code: string) => async (page: Page) => {
  await waitForIdleNetwork(page);
  await scanText(page, code);
  await page.locator('[data-scan-result]').waitFor();
};

export async function rollCallScreens(
  query: Query,
  { departure, unpaid, ready }: { departure: string; unpaid: string; ready: string },
): Promise<ShownScreen[]> {
  const [codes] = await query<{ unpaid: string | null; elsewhere: string | null }>(
    `select
       (select g.ticket_code from public.guests g where g.booking_id = $2 and not g.is_cancelled order by g.id limit 1) as unpaid,
       (select g.ticket_code from public.guests g join public.departures d on d.id = g.departure_id
        join public.departure_guides guides on guides.departure_id = d.id
        where d.company_id = $3 and d.id <> $1 and d.status = 'scheduled' and d.local_date = (select local_date from public.departures where id = $1)
          and guides.user_id in (select user_id from public.departure_guides where departure_id = $1)
          and g.booking_id in (select id from public.bookings where status = 'CONFIRMED') order by g.id limit 1) as elsewhere`,
    [departure, unpaid, COMPANIES.copenhagen.id],
  );
  const states = { unknown: 'ZZZZZZZZZZZZ', unpaid: codes?.unpaid, elsewhere: codes?.elsewhere };
  return Object.entries(states).map(([state, code]): ShownScreen => {
    if (!code) throw new Error(`The demo has no ticket code for the state ${state}`);
    return {
      name: `verdict-${state}`,
      person: 'guide',
      path: `/check-in?departure=${departure}`,
      ready,
      open: scanned(code),
    };
  });
}

const once = (task: () => Promise<unknown>) => {
  let done: Promise<unknown> | null = null;
  return () => (done ??= task());
};

const before = (locale: Locale, id: MessageId) => textsOf(locale)[id]!.split('{')[0]!;

/** Checks in one guest of a party with missing guests. Many screens use it. */
async function checkInOne(page: Page, locale: Locale): Promise<void> {
  await waitForStableList(page);
  const missing = page.locator(
    `button[aria-label^="${before(locale, 'checkIn.party.more')}"]:enabled:not([aria-disabled=true])`,
  );
  const names = await missing.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')!));
  const [name] = names.filter((name) => names.indexOf(name) === names.lastIndexOf(name)).sort();
  await page.getByRole('button', { name: name!, exact: true }).click();
}

/**
 * Must run last, because they change the guide's device and the departure: a toast, a guest checked in twice, a refused
 * tap.
 */
export function rollCallFailures(
  query: Query,
  { departure, unpaid, ready }: { departure: string; unpaid: string; ready: string },
): ShownScreen[] {
  const checkInTwice = once(() =>
    query(
      `with door as (
       insert into public.devices (id, user_id, label, app_version)
       select gen_random_uuid(), id, 'Tablet', 'demo' from auth.users where email in ('guide@muster.test', 'office@muster.test')
       returning id, user_id)
     insert into public.check_in_actions (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id, device_sequence, schema_version, user_id, occurred_at, device_time, body_hash)
     select gen_random_uuid(), b.company_id, b.departure_id, b.id, (select id from public.guests where booking_id = b.id and not is_cancelled order by id limit 1),
       'check_in', '{"method": "tap"}', door.id, 1, 1, door.user_id, date_trunc('milliseconds', now()), now(), sha256(door.id::text::bytea)
     from public.bookings b cross join door where b.id = $1`,
      [unpaid],
    ),
  );
  const path = `/check-in?departure=${departure}`;
  const shared = { person: 'guide', path, ready } as const;
  return [
    {
      ...shared,
      name: 'guests-toast',
      // Each checks a guest in for good: a retry must find others still missing.
      locales: ['en', 'da'],
      needsReload: true,
      open: async (page, locale) => {
        await checkInOne(page, locale);
        await page.locator('[data-sonner-toast]').waitFor();
      },
    },
    {
      ...shared,
      name: 'party-conflict',
      path: `${path}&party=${unpaid}`,
      open: async (page, locale) => {
        await checkInTwice();
        await page.getByRole('button', { name: textsOf(locale)['checkIn.conflict.keep'], exact: true }).waitFor();
      },
    },
    {
      ...shared,
      name: 'guests-refused',
      needsReload: true,
      open: async (page, locale) => {
        await refuseAllPushes(page);
        await checkInOne(page, locale);
        await page
          .locator(`button[aria-label^="${before(locale, 'checkIn.notSaved.of')}"]`)
          .first()
          .waitFor();
      },
    },
  ];
}
