/** Tours, schedules, both calendars and guides' hours, with every dialog. */
import type { Page } from 'playwright';
import { COMPANIES } from '../../supabase/seed/people.ts';
import { idOf } from '../../supabase/seed/random.ts';
import type { Locale } from '../../src/lib/locales.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import type { Change } from '../../src/features/departure-changes/departure-change.ts';
import type { Query } from '../support/database.ts';
import { DIALOG, press, say, type ShownScreen } from './shown-screen.ts';

const LANES = { person: 'owner', path: '/tours/calendar2', ready: '[role=grid], main ul' } as const;
const company = COMPANIES.copenhagen.id;

const inDialog = (page: Page, role: 'button' | 'radio', name: string) =>
  page.locator(DIALOG).getByRole(role, { name, exact: true });
const send = (page: Page) => page.locator(`${DIALOG} button[type=submit]`).click();

/** From the menu of the page header. */
const fromHead = (id: MessageId) => async (page: Page, locale: Locale) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: say(locale, 'app.more'), exact: true })
    .click();
  await page.getByRole('menuitem', { name: say(locale, id), exact: true }).click();
  await page.locator(DIALOG).waitFor();
};

/** Opens an action of the screen's header; on a phone, secondary ones are in the menu. */
const headAction = (id: MessageId) => async (page: Page, locale: Locale) => {
  const button = page.getByRole('button', { name: say(locale, id), exact: true });
  const menu = page.getByRole('main').getByRole('button', { name: say(locale, 'app.more'), exact: true });
  await button.or(menu).first().waitFor();
  await ((await button.isVisible()) ? press : fromHead)(id)(page, locale);
};

/** Opens an action on a departure of the open day. */
const act = (departure: string, what: Change) => async (page: Page, locale: Locale) => {
  await page
    .locator('[data-pane] li, [role=dialog] li')
    .filter({ has: page.locator(`a[href*="departure=${departure}"]`) })
    .locator('button[aria-haspopup=menu]')
    .click();
  await page.getByRole('menuitem', { name: say(locale, `calendar.act.${what}`), exact: true }).click();
  await page.locator(DIALOG).getByRole('button').first().waitFor();
};

const ownTime = (tab: 'month' | 'off' | 'hours') => async (page: Page, locale: Locale) => {
  await page.locator(`button[aria-label^="${say(locale, 'frame.account', { name: '' })}"]`).click();
  await page.getByRole('menuitem', { name: say(locale, 'frame.guideTime') }).click();
  await page.locator(DIALOG).getByRole('listitem').first().waitFor();
  if (tab === 'month') return;
  await page
    .locator(DIALOG)
    .getByRole('tab', { name: say(locale, `guideTime.tab.${tab}`) })
    .click();
  await page.locator(`${DIALOG} h3`).first().waitFor();
};

/** Finds and adds what the planning screens need in the demo. */
async function planned(query: Query) {
  const [tour] = await query<{ id: string; schedule: string; booked: string }>(
    `select t.id, s.id as schedule, (select min(d.local_date)::text from public.departures d
         where d.schedule_id = s.id and d.local_date > current_date + 1
           and exists (select from public.bookings b where b.departure_id = d.id and b.status = 'CONFIRMED')) as booked
     from public.tours t join public.schedules s on s.tour_id = t.id
     where t.company_id = $1 and t.status = 'live' and s.is_active order by t.slug, s.local_time limit 1`,
    [company],
  );
  // In the future, whenever this runs.
  const [late] = await query<{ id: string; date: string }>(
    `select d.id, d.local_date::text as date from public.departures d join public.companies c on c.id = d.company_id
     where c.id = $1 and d.local_date = (now() at time zone c.time_zone)::date and d.status = 'scheduled' order by d.starts_at desc, d.id limit 1`,
    [company],
  );
  /** A departure and a guide who is away then. */
  const [away] = await query<{ id: string; date: string; guide: string; name: string; lead: string }>(
    `select d.id, d.local_date::text as date, p.id as guide, p.display_name as name,
       (select g.user_id from public.departure_guides g where g.departure_id = d.id and g.status = 'accepted' order by g.user_id limit 1) as lead
     from public.time_off o join public.departures d on d.company_id = o.company_id and d.starts_at between o.starts_at and o.ends_at
       join public.users p on p.id = o.user_id
     where o.company_id = $1 and d.status = 'scheduled' and d.starts_at > now() + interval '1 day'
       and exists (select from public.departure_guides g where g.departure_id = d.id and g.user_id <> o.user_id and g.status = 'accepted')
       and not exists (select from public.departure_guides g where g.departure_id = d.id and g.user_id = o.user_id)
     order by d.starts_at, d.id limit 1`,
    [company],
  );
  const [dayOff] = await query<{ name: string }>(
    `select name from public.blackouts where company_id = $1 and from_date > current_date and name <> '' order by from_date limit 1`,
    [company],
  );
  if (!tour?.booked || !late || !away || !dayOff)
    throw new Error('The demo lacks a tour, a departure or a day off for the planning screens');
  return { tour, late, away, dayOff };
}

export async function planningScreens(query: Query, day: { id: string; date: string }): Promise<ShownScreen[]> {
  const { tour, late, away, dayOff } = await planned(query);
  const ofTour = (view = '') => ({ person: 'owner' as const, path: `/tours/manage?tour=${tour.id}${view}` });
  const form = { ...ofTour(), ready: 'form fieldset' };
  const dates = { ...ofTour('&view=dates'), ready: '[role=tabpanel] li:visible' };
  const schedule = { ...ofTour(`&view=dates&schedule=${tour.schedule}`), ready: '[role=tabpanel] ol li:visible' };
  const dayOf = (date: string) => ({
    person: 'office' as const,
    path: `/tours/calendar?view=month&on=${date}&day=${date}`,
    ready: '[data-pane] li, [role=dialog] li',
  });
  return [
    { name: 'tours', person: 'owner', path: '/tours', ready: '[data-tour]' },
    { name: 'tours-guide', person: 'guide', path: '/tours', ready: '[data-tour]' },
    { name: 'tours-manage', person: 'owner', path: '/tours/manage', ready: '[data-entry]' },
    { name: 'tour', ...form },
    { name: 'tour-new', person: 'owner', path: '/tours/manage?tour=new', ready: 'form fieldset' },
    {
      name: 'tour-pause',
      ...form,
      open: headAction('manage.pause'),
    },
    { name: 'tour-archive', ...form, open: fromHead('manage.archive') },
    { name: 'tour-preview', ...form, open: fromHead('manage.preview') },
    { name: 'tour-dates', ...dates },
    { name: 'tour-departure-new', ...dates, open: press('manage.departure.new') },
    {
      name: 'tour-holidays',
      ...dates,
      open: async (page, locale) => {
        await press('manage.holidays.open')(page, locale);
        await page.locator(DIALOG).getByRole('checkbox').first().waitFor();
      },
    },
    { name: 'tour-days-off-new', ...dates, open: press('manage.blackout.new') },
    {
      name: 'tour-days-off',
      ...dates,
      open: async (page, locale) => {
        await page.getByRole('button', { name: say(locale, 'table.menu', dayOff), exact: true }).click();
        await page.getByRole('menuitem', { name: say(locale, 'manage.edit'), exact: true }).click();
        await page.locator(DIALOG).waitFor();
      },
    },
    {
      // Days off with bookings: each departure needs a decision.
      name: 'tour-change-plan',
      ...dates,
      needsReload: true,
      open: async (page, locale) => {
        await press('manage.blackout.new')(page, locale);
        await page
          .locator(DIALOG)
          .getByRole('textbox', { name: say(locale, 'manage.blackout.from') })
          .fill(tour.booked);
        await send(page);
        await page
          .locator(DIALOG)
          .getByRole('heading', { name: say(locale, 'manage.plan.title') })
          .waitFor();
      },
    },
    { name: 'tour-schedule', ...schedule },
    {
      name: 'tour-schedule-new',
      ...ofTour('&view=dates&schedule=new'),
      ready: '[role=tabpanel] form input:visible',
    },
    { name: 'tour-date-new', ...schedule, open: press('manage.occurrence.addOne') },
    {
      name: 'tour-date',
      ...schedule,
      open: async (page, locale) => {
        await page.locator('[role=tabpanel] ol li:last-child button[aria-haspopup=menu]').click();
        await page.getByRole('menuitem', { name: say(locale, 'manage.occurrence.edit'), exact: true }).click();
        await page.locator(`${DIALOG} [role=radiogroup]`).waitFor();
      },
    },

    { name: 'calendar', person: 'owner', path: '/tours/calendar', ready: '[data-date]' },
    { name: 'calendar-week', person: 'office', path: '/tours/calendar?view=week', ready: '[data-date]' },
    { name: 'calendar-list', person: 'office', path: '/tours/calendar?view=agenda', ready: '[data-departure]' },
    { name: 'calendar-day', ...dayOf(late.date) },
    {
      name: 'calendar-filter',
      person: 'office',
      path: '/tours/calendar?view=month',
      ready: '[data-date]',
      needsReload: true,
      open: async (page, locale) => {
        await page.getByRole('button', { name: say(locale, 'calendar.filter.guide'), exact: true }).click();
        await page
          .getByRole('checkbox')
          .or(page.getByRole('menuitemcheckbox'))
          .or(page.getByRole('option'))
          .first()
          .waitFor();
      },
    },
    ...(['cancel', 'move', 'guide', 'close', 'own'] as const).map((what): ShownScreen => ({
      name: `calendar-${what}`,
      ...dayOf(late.date),
      ...(what === 'own' ? { person: 'owner' } : {}),
      open: async (page, locale) => {
        await act(late.id, what)(page, locale);
        if (what === 'own') await page.locator(DIALOG).locator('fieldset').first().waitFor();
      },
    })),
    {
      // Fewer seats than booked: refused, and a reason is asked for.
      name: 'calendar-capacity',
      ...dayOf(day.date),
      open: async (page, locale) => {
        await act(day.id, 'capacity')(page, locale);
        const field = page.locator(DIALOG).getByRole('textbox', { name: say(locale, 'calendar.field.capacity') });
        await field.fill('1');
        await page
          .locator(DIALOG)
          .getByRole('textbox', { name: say(locale, 'calendar.field.reason') })
          .waitFor();
      },
    },
    {
      name: 'calendar-selected',
      ...dayOf(away.date),
      open: async (page) => {
        const boxes = page.locator('[data-pane] li, [role=dialog] li').getByRole('checkbox');
        for (const box of (await boxes.all()).slice(0, 2)) await box.check();
      },
    },
    {
      // A guide who is away: refused, with the option to confirm.
      name: 'calendar-refused',
      ...dayOf(away.date),
      open: async (page, locale) => {
        await act(away.id, 'guide')(page, locale);
        await inDialog(page, 'radio', away.name).check();
        await send(page);
        await page.locator(`${DIALOG} [role=alert]`).waitFor();
      },
    },

    { name: 'planner-week', ...LANES },
    { name: 'planner-day', ...LANES, path: '/tours/calendar2?view=day' },
    { name: 'planner-tour', ...LANES, path: '/tours/calendar2?by=tour' },
    {
      name: 'planner-assign',
      person: 'owner',
      path: `/tours/calendar2?on=${day.date}`,
      ready: '[data-drag]',
      open: async (page) => {
        await page.locator(`[data-drag="${day.id} ${idOf('person:guide')}"]`).click();
        await page.locator(DIALOG).first().waitFor();
      },
    },
    {
      name: 'planner-ignore-conflicts',
      person: 'owner',
      path: `/tours/calendar2?on=${away.date}`,
      ready: '[data-drag]',
      isOfDesks: true,
      open: async (page) => {
        await page.locator(`[data-drag="${away.id} ${away.lead}"]`).dragTo(page.locator(`[data-lane="${away.guide}"]`));
        await page.locator(DIALOG).waitFor();
      },
    },
    { name: 'planner-add', ...LANES, open: headAction('planner.add') },
    {
      name: 'planner-add-wrong',
      ...LANES,
      needsReload: true,
      open: async (page, locale) => {
        await headAction('planner.add')(page, locale);
        await page.locator(`${DIALOG} select`).waitFor();
        await send(page);
        await page.locator(`${DIALOG} [aria-invalid=true]`).waitFor();
      },
    },
    { name: 'planner-suggest', ...LANES, path: `/tours/calendar2?on=${away.date}`, open: press('planner.suggest') },
    {
      name: 'planner-suggest-summary',
      ...LANES,
      path: `/tours/calendar2?on=${away.date}`,
      needsReload: true,
      open: async (page, locale) => {
        // A colleague was faster: only the response is faked, and the demo stays as it is.
        await page.route('**/rpc/assign_guide*', (route) => route.fulfill({ json: { status: 'stale' } }));
        await press('planner.suggest')(page, locale);
        await page.locator(`${DIALOG} button[type=submit]:not([aria-disabled=true])`).click();
        await page.locator(`${DIALOG} [role=alert]`).waitFor();
        await page.unroute('**/rpc/assign_guide*');
      },
    },
    { name: 'guide-hours', ...LANES, open: press('planner.hours') },
    ...(['month', 'off', 'hours'] as const).map((tab): ShownScreen => ({
      name: tab === 'month' ? 'my-schedule' : `my-schedule-${tab}`,
      person: 'guide',
      path: '/check-in',
      ready: 'a[href*="departure="]',
      open: ownTime(tab),
    })),
  ];
}
