/**
 * Screens of the advanced list in transient states: a running bulk action, an import preview, deleting a view,
 * extending a hold.
 */
import { COMPANIES } from '../../supabase/seed/people.ts';
import { idOf } from '../../supabase/seed/random.ts';
import type { Query } from '../support/database.ts';
import { press, say, type ShownScreen } from './shown-screen.ts';

const VIEW = idOf('view:pictured');

/** Adds what the demo lacks: a saved team view, and a hold with hours to go. */
async function madeFor(query: Query) {
  await query(
    `insert into public.booking_views (id, company_id, name, view)
     values ($1, $2, 'Unpaid this week', '{"search": "", "filter": {"field": "due", "from": 1}, "sort": "upcoming", "columns": null}') on conflict do nothing`,
    [VIEW, COMPANIES.copenhagen.id],
  );
  const [hold] = await query<{ id: string }>(
    `with kept as (
       select id from public.bookings where company_id = $1 and status = 'ON_HOLD' and expires_at > now() + interval '1 hour' order by id limit 1),
     made as (
       update public.bookings set status = 'ON_HOLD', expires_at = now() + interval '6 hours'
       where not exists (select from kept) and id = (
         select b.id from public.bookings b join public.departures d on d.id = b.departure_id
         where b.company_id = $1 and b.status = 'CONFIRMED' and b.paid_amount = 0 and d.status = 'scheduled' and d.starts_at > now()
         order by d.starts_at desc, b.id limit 1)
       returning id)
     select id from kept union all select id from made`,
    [COMPANIES.copenhagen.id],
  );
  const [departure] = await query<{ slug: string; day: string; time: string }>(
    `select t.slug, d.local_date::text as day, to_char(d.starts_at at time zone c.time_zone, 'HH24:MI') as time
     from public.departures d join public.tours t on t.id = d.tour_id join public.companies c on c.id = d.company_id
     where d.company_id = $1 and d.status = 'scheduled' and d.starts_at > now() + interval '1 day' order by d.starts_at, d.id limit 1`,
    [COMPANIES.copenhagen.id],
  );
  if (!hold || !departure) throw new Error('The demo has no hold or no departure to import into');
  return { hold: hold.id, departure };
}

export async function advancedScreens(query: Query, paid: { reference: string; name: string }): Promise<ShownScreen[]> {
  const { hold, departure } = await madeFor(query);
  return [
    {
      name: 'bookings-advanced-progress',
      person: 'office',
      path: `/bookings-advanced?search=${paid.reference}`,
      ready: '[data-entry]',
      needsReload: true,
      open: async (page, locale) => {
        // The response is held back for as long as the screen is examined.
        await page.route('**/rpc/tag_booking*', () => undefined, { times: 1 });
        await page.getByRole('checkbox', { name: say(locale, 'table.select', { name: paid.name }) }).click();
        await press('advanced.bulk.tag')(page, locale);
        await page.getByRole('textbox', { name: say(locale, 'advanced.tag.add') }).fill('pictured');
        await page.getByRole('dialog').locator('button[type=submit]').click();
        await page.getByRole('dialog').locator('.fui-ProgressBar').waitFor();
      },
    },
    {
      name: 'bookings-advanced-delete',
      person: 'office',
      path: `/bookings-advanced?view=${VIEW}`,
      ready: 'main [data-entry], main h2',
      open: async (page, locale) => {
        await page
          .getByRole('main')
          .getByRole('button', { name: say(locale, 'app.more'), exact: true })
          .click();
        await page.getByRole('menuitem', { name: say(locale, 'advanced.view.delete') }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'import-preview-bookings',
      person: 'office',
      path: '/bookings-advanced?import=file',
      ready: 'main:has(input[type=file])',
      open: async (page, locale) => {
        const { slug, day, time } = departure;
        const text = [
          'Tur;Dato;Tid;Navn;E-mail;Voksne',
          `${slug};${day};${time};Søren Ærø;soren@aero.dk;1`,
          `${slug};${day};03:17;Åse Lund;aase@lund.dk;2`,
        ].join('\r\n');
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'bookings.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
        await page.getByRole('button', { name: say(locale, 'import.columns.on'), exact: true }).click();
        await page.locator('[data-entry], main [role=list] > *').first().waitFor();
      },
    },
    {
      name: 'booking-extend',
      person: 'office',
      path: `/bookings?booking=${hold}`,
      ready: '[data-pane] ol',
      open: press('bookings.action.extend'),
    },
  ];
}
