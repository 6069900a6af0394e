/** The roll-call with a verdict on it: what a code that was scanned is answered. */
import type { Page } from 'playwright-core';
import { COMPANIES } from '../../supabase/seed/people.ts';
import { codeIsHere } from '../support/browser-wait.ts';
import type { Query } from '../support/database.ts';
import type { ShownScreen } from './screens.ts';

/** As a reader of codes types it, into nothing. */
const scanned = (code: string) => async (page: Page) => {
  await codeIsHere(page);
  await page.evaluate((text) => {
    for (const key of [...text, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, code);
  await page.locator('[data-verdict]').waitFor();
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
    if (!code) throw new Error(`The demo has no code that is ${state}`);
    return {
      name: `verdict-${state}`,
      person: 'guide',
      path: `/check-in?departure=${departure}`,
      ready,
      open: scanned(code),
    };
  });
}
