/** Every screen and main dialog, for axe and the screenshots. Screens that aren't described here have one state. */
import type { Page } from 'playwright';
import { matchPath } from 'react-router';
import { ROUTES } from '../../src/app/routing/routes.ts';
import type { Locale } from '../../src/lib/locales.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import { COMPANIES, ORGANISATIONS } from '../../supabase/seed/people.ts';
import { idOf } from '../../supabase/seed/random.ts';
import type { Query } from '../support/database.ts';
import { localizedUrl } from '../support/browser-wait.ts';
import { danishFile, windows1252 } from '../support/import-files.ts';
import { advancedScreens } from './advanced-screens.ts';
import { authScreens, paymentScreens } from './auth-screens.ts';
import { guestScreens } from './guest-screens.ts';
import { integrationScreens } from './integration-screens.ts';
import { planningScreens } from './planning-screens.ts';
import { rollCallScreens, rollCallFailures } from './roll-call-screens.ts';
import { DIALOG, press, say, type ShownScreen } from './shown-screen.ts';

export const addressOf = ({ path }: ShownScreen, locale: Locale): string => localizedUrl(path, locale);

const SETTINGS_SECTIONS = [
  'page',
  'place',
  'bookings',
  'payment',
  'codes',
  'documents',
  'tickets',
  'email-templates',
  'guests',
  'partners',
  'signIn',
  'company',
  'log',
] as const;
const ORGANISATION_SECTIONS = ['profile', 'page', 'members', 'commission', 'agreements'] as const;

/** Beside the list where there is room, otherwise over it. */
const PARTY = '[role=dialog], [data-pane]';
/** The input is hidden behind a button. */
const FILE = 'main:has(input[type=file])';
const ROW = '[data-part="primary"]';

/** Opens a dialog about a partner's account, as the company's owner. */
const ofPartner = (what: 'limit' | 'account') => async (page: Page, locale: Locale) => {
  const more = say(locale, 'agreements.more', { name: ORGANISATIONS.nordic.name });
  await page.getByRole('button', { name: more, exact: true }).click();
  await page.getByRole('menuitem', { name: say(locale, `agreements.${what}`), exact: true }).click();
  await page.locator(`${DIALOG} ${what === 'limit' ? 'form' : 'article'}`).waitFor();
};

const inAccount = (then?: MessageId) => async (page: Page, locale: Locale) => {
  await page.locator(`button[aria-label^="${say(locale, 'frame.account', { name: '' })}"]`).click();
  await page.getByRole('menuitem', { name: say(locale, 'frame.ownAccount') }).click();
  const dialog = page.locator(DIALOG);
  await dialog.getByRole('listitem').first().waitFor();
  if (!then) return;
  await dialog.getByRole('button', { name: say(locale, then), exact: true }).click();
  await dialog.locator('form input:visible').first().waitFor();
};

const chooseFile = (text: string) => async (page: Page, _locale: Locale) => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bookings.csv', mimeType: 'text/csv', buffer: Buffer.from(windows1252(text)) });
  await page.locator('li select').first().waitFor();
};

/** Opens an entry in the menu of the pane beside the list. */
const fromMenu = (id: MessageId) => async (page: Page, locale: Locale) => {
  await page
    .locator('[data-pane]')
    .getByRole('button', { name: say(locale, 'app.more'), exact: true })
    .click();
  await page.getByRole('menuitem', { name: say(locale, id), exact: true }).click();
  await page.locator(DIALOG).first().waitFor();
};

/** Adds what the demo lacks: a receipt and a credit note with VAT, and a payment that the provider does not know. */
const withDocuments = async (query: Query, booking: string): Promise<void> => {
  await query(
    `with seller as (
       update public.companies set legal_name = 'Københavns Byvandringer ApS', legal_address = E'Havnegade 1\n1058 København K', vat_number = 'DK12345678',
         document_note = 'IBAN DK50 0040 0440 1162 43' where id = $1)
     update public.tours set vat_rate = 25 where company_id = $1`,
    [COMPANIES.copenhagen.id],
  );
  await query(
    `insert into public.payments (company_id, booking_id, amount, currency, method, idempotency_key)
     select company_id, id, 45000, currency, 'card', 'screens' from public.bookings where id = $1 on conflict do nothing`,
    [booking],
  );
  await query(
    `insert into public.refunds (company_id, booking_id, amount, currency, method, status, refunded_at, idempotency_key)
     select company_id, id, 12550, currency, 'card', 'REFUNDED', now(), 'screens' from public.bookings where id = $1 on conflict do nothing`,
    [booking],
  );
  await query(
    `insert into private.payment_differences (company_id, provider, is_refund, reference, difference, booking_id, amount, currency)
     select company_id, 'stripe', false, 'pi_3QwErTyUiOpAsDfGhJkLzXcV', 'missing_at_provider', id, 45000, currency
     from public.bookings where id = $1 on conflict do nothing`,
    [booking],
  );
};

/** Gives bookings of the departure the longest marks of the roll-call, which the demo shows on some days only. */
const withMarks = async (query: Query, day: { id: string; booking: string }): Promise<void> => {
  const marked = await query(
    `with parties as (select id, row_number() over (order by paid_amount, id) as place from public.bookings
       where departure_id = $1 and status in ('CONFIRMED', 'PENDING') and id <> $2)
     update public.bookings b set
       status = case place when 1 then 'PENDING' else b.status end,
       late_minutes = case place when 2 then 120 else b.late_minutes end
     from parties where b.id = parties.id and place <= 2 returning b.id`,
    [day.id, day.booking],
  );
  if (marked.length < 2) throw new Error('The departure has too few bookings');
};

async function describedScreens(query: Query): Promise<ShownScreen[]> {
  const [day] = await query<{ id: string; date: string; booking: string }>(
    `select d.id, d.local_date::text as date, (select b.id from public.bookings b where b.departure_id = d.id and b.status = 'CONFIRMED'
       and b.paid_amount < b.total_amount limit 1) as booking
     from public.departures d join public.departure_guides g on g.departure_id = d.id join auth.users u on u.id = g.user_id
     where u.email = 'guide@muster.test' and d.status = 'scheduled' and d.starts_at > now()
       and exists (select from public.bookings b where b.departure_id = d.id and b.status = 'CONFIRMED' and b.paid_amount < b.total_amount)
     order by d.starts_at limit 1`,
  );
  // Far enough ahead that no guest has arrived: an arrived guest has no code to show.
  const [paid] = await query<{ booking: string; reference: string; name: string }>(
    `select b.id as booking, b.reference, b.contact_name as name from public.bookings b join public.departures d on d.id = b.departure_id
     where b.company_id = $1 and b.status = 'CONFIRMED' and b.paid_amount > 0 and b.contact_email is not null and d.starts_at > now() + interval '1 day'
       and (select count(*) from public.guests g where g.booking_id = b.id and not g.is_cancelled) > 1
     order by d.starts_at, b.id limit 1`,
    [COMPANIES.copenhagen.id],
  );
  const [big] = await query<{ id: string }>(
    `select departure_id as id from public.guests g join public.departures d on d.id = g.departure_id
     where d.local_date between current_date - 1 and current_date + 1 group by departure_id order by count(*) desc limit 1`,
  );
  /** A departure with recorded attendance, and a cancelled one. */
  const [ended] = await query<{ booking: string; cancelled: string }>(
    `select (select b.id from public.bookings b join public.departures d on d.id = b.departure_id
         where b.company_id = $1 and b.status = 'CONFIRMED' and d.status in ('departed', 'completed') order by d.starts_at desc, b.id limit 1) as booking,
       (select b.id from public.bookings b where b.company_id = $1 and b.status = 'CANCELLED' and b.reason is distinct from 'merged' order by b.id limit 1) as cancelled`,
    [COMPANIES.copenhagen.id],
  );
  if (!day || !paid || !big) throw new Error('The demo has no departure to show');
  await withDocuments(query, paid.booking);
  await withMarks(query, day);
  const [receipt] = await query<{ number: string }>(
    `select private.document_number(p) as number from public.documents as p where p.booking_id = $1 and p.kind = 'receipt' order by p.number limit 1`,
    [paid.booking],
  );
  const open = `/check-in?departure=${day.id}`;
  return [
    { name: 'login', person: null, path: '/login', ready: 'form input[type=password]' },
    // Navigation between two screens goes through this page, so only a load tells its states apart.
    {
      name: 'not-found',
      person: null,
      path: '/booking/tester/nowhere',
      ready: 'h1, form input[type=password]',
      needsReload: true,
    },
    ...(await authScreens(query)),
    ...(await guestScreens(query, paid.booking)),
    ...(await paymentScreens(query)),
    { name: 'departures', person: 'guide', path: '/check-in', ready: 'a[href*="departure="]' },
    { name: 'guests', person: 'guide', path: open, ready: ROW },
    { name: 'guests-500', person: 'office', path: `/check-in?departure=${big.id}`, ready: ROW },
    { name: 'party', person: 'guide', path: `${open}&party=${day.booking}`, ready: PARTY },
    { name: 'scan', person: 'guide', path: open, ready: ROW, open: press('checkIn.scan.open') },
    { name: 'walk-in', person: 'guide', path: open, ready: ROW, open: press('checkIn.walkIn.open') },
    { name: 'depart', person: 'guide', path: open, ready: ROW, open: press('checkIn.depart.open') },
    { name: 'recount', person: 'guide', path: open, ready: ROW, open: press('checkIn.recount.open') },
    ...(await rollCallScreens(query, { departure: day.id, unpaid: day.booking, ready: ROW })),
    ...(await planningScreens(query, day)),
    { name: 'account', person: 'office', path: '/bookings', ready: '[data-entry]', open: inAccount() },
    ...(['profile', 'email', 'password'] as const).map((part): ShownScreen => ({
      name: `account-${part}`,
      person: 'office',
      path: '/bookings',
      ready: '[data-entry]',
      open: inAccount(`myAccount.change.${part}`),
    })),
    {
      name: 'account-factors',
      person: 'office',
      path: '/bookings',
      ready: '[data-entry]',
      open: async (page, locale) => {
        await inAccount()(page, locale);
        for (const id of ['mfa.change', 'mfa.add', 'mfa.next'] as const)
          await page
            .locator(DIALOG)
            .getByRole('button', { name: say(locale, id), exact: true })
            .click();
        await page.locator(`${DIALOG} input[name=code]`).waitFor();
      },
    },
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
    { name: 'referrals', person: 'partner', path: '/organisation/referrals', ready: 'main h2' },
    {
      name: 'referral-new',
      person: 'partner',
      path: '/organisation/referrals',
      ready: 'main h2',
      open: press('referrals.new'),
    },
    {
      name: 'partner-bookings',
      person: { email: 'concierge@muster.test' },
      path: '/organisation/bookings',
      ready: '[data-entry]',
    },
    {
      name: 'partner-booking-new',
      person: { email: 'concierge@muster.test' },
      path: '/organisation/bookings?new=1',
      ready: DIALOG,
    },
    {
      name: 'partner-booking-on-account',
      person: 'agent',
      path: '/organisation/bookings?new=1',
      ready: `${DIALOG} [role=radiogroup]`,
      open: (page, locale) =>
        page.getByRole('radiogroup', { name: say(locale, 'partnerBookings.pays') }).scrollIntoViewIfNeeded(),
    },
    {
      name: 'partner-account',
      person: 'partner',
      path: `/organisation/bookings?account=${COMPANIES.copenhagen.id}`,
      ready: `${DIALOG} article`,
    },
    { name: 'companies', person: 'partner', path: '/organisation/companies', ready: '[data-entry]' },
    {
      name: 'company',
      person: 'partner',
      path: `/organisation/companies?company=${COMPANIES.copenhagen.id}`,
      ready: '[data-pane]',
    },
    { name: 'tour-numbers', person: 'owner', path: '/report-tour-numbers', ready: '[data-entry]' },
    { name: 'tour-numbers-guide', person: 'guide', path: '/report-tour-numbers', ready: '[data-entry]' },
    { name: 'statements', person: 'owner', path: '/report-tour-numbers?view=statement', ready: '[data-entry]' },
    {
      name: 'statement',
      person: 'owner',
      path: `/report-tour-numbers?view=statement&guide=${idOf('person:guide')}`,
      ready: '[data-pane]',
    },
    { name: 'statement-own', person: 'guide', path: '/report-tour-numbers?view=statement', ready: 'main li' },
    { name: 'bookings', person: 'office', path: '/bookings', ready: '[data-entry]' },
    // Charts render once they know their width.
    { name: 'dashboard', person: 'owner', path: '/dashboard?range=90', ready: 'section section svg a' },
    {
      name: 'dashboard-accountant',
      person: 'accountant',
      path: '/dashboard',
      ready: 'section section svg a',
      locales: ['da'],
    },
    {
      name: 'dashboard-table',
      person: 'office',
      path: '/dashboard?show=revenue',
      ready: 'section section svg a',
      locales: ['es'],
      open: async (page, locale) => {
        const title = say(locale, 'dashboard.booked.revenue');
        await page.getByRole('button', { name: say(locale, 'dashboard.asTable', { title }) }).click();
        await page.locator('section section table a').first().waitFor();
      },
    },
    { name: 'booking', person: 'office', path: `/bookings?booking=${day.booking}`, ready: '[data-pane] ol' },
    { name: 'booking-read', person: 'accountant', path: `/bookings?booking=${day.booking}`, ready: '[data-pane] ol' },
    { name: 'booking-new', person: 'office', path: '/bookings?new=1', ready: '[role=dialog] [role=spinbutton]' },
    {
      name: 'booking-move',
      person: 'office',
      path: `/bookings?booking=${day.booking}`,
      ready: '[data-pane] ol',
      open: press('bookings.action.move'),
    },
    {
      name: 'bookings-outbox',
      person: 'office',
      path: '/bookings?outbox=all',
      ready: '[role=dialog] li, [role=dialog] h2',
    },
    {
      name: 'booking-document',
      person: 'office',
      path: `/bookings?booking=${paid.booking}`,
      ready: '[data-pane] ol',
      open: async (page) => {
        await page.getByRole('button', { name: new RegExp(`${receipt!.number}$`) }).click();
        await page.locator('[role=dialog] article').waitFor();
      },
    },
    {
      name: 'booking-invoice',
      person: 'office',
      path: `/bookings?booking=${paid.booking}`,
      ready: '[data-pane] ol',
      open: press('bookings.action.invoice'),
    },
    {
      name: 'bookings-daily-close',
      person: 'office',
      path: `/bookings?closing=${new Date().toISOString().slice(0, 10)}`,
      ready: '[role=dialog] table',
    },
    { name: 'bookings-none', person: 'office', path: '/bookings?search=nobody', ready: 'main h2, main button' },
    { name: 'bookings-filtered', person: 'office', path: '/bookings?due=due&from=2026-01-01', ready: '[data-entry]' },
    ...(
      [
        ['booking-cancel', 'bookings.action.cancel'],
        ['booking-party', 'bookings.action.party'],
        ['booking-merge', 'bookings.action.merge'],
        ['booking-split', 'bookings.action.split'],
        ['booking-edit', 'bookings.action.edit'],
        ['booking-refund', 'bookings.action.refund'],
        ['booking-tag', 'bookings.action.tag'],
        ['booking-code', 'bookings.action.code'],
      ] as const
    ).map(([name, act]) => ({
      name,
      person: 'office' as const,
      path: `/bookings?booking=${paid.booking}`,
      ready: '[data-pane] ol',
      open: fromMenu(act),
    })),
    {
      name: 'booking-payment',
      person: 'office',
      path: `/bookings?booking=${day.booking}`,
      ready: '[data-pane] ol',
      open: press('bookings.action.payment'),
    },
    ...(
      [
        ['booking-no-show', ended!.booking, 'bookings.action.noShow'],
        ['booking-restore', ended!.cancelled, 'bookings.action.restore'],
      ] as const
    ).map(([name, booking, act]) => ({
      name,
      person: 'office' as const,
      path: `/bookings?booking=${booking}`,
      ready: '[data-pane] ol',
      open: press(act),
    })),
    { name: 'bookings-advanced', person: 'office', path: '/bookings-advanced', ready: '[data-entry]' },
    { name: 'import-file', person: 'office', path: '/bookings-advanced?import=file', ready: FILE },
    {
      name: 'import-columns',
      person: 'office',
      path: '/bookings-advanced?import=file',
      ready: FILE,
      open: chooseFile(danishFile({ tour: 'Rundtur', days: ['2027-05-02', '2027-05-13'] })),
    },
    {
      name: 'import-questions',
      person: 'office',
      path: '/bookings-advanced?import=file',
      ready: FILE,
      open: async (page, locale) => {
        await chooseFile(danishFile({ tour: 'Rundtur', days: ['2027-05-02', '2027-05-03'] }))(page, locale);
        await page.getByRole('button', { name: say(locale, 'import.columns.on'), exact: true }).click();
        await page.getByRole('radiogroup').first().waitFor();
      },
    },
    {
      name: 'import-preview',
      person: 'owner',
      path: '/tours/manage?import=file',
      ready: FILE,
      open: async (page, locale) => {
        await chooseFile('Slug;Title;Duration;Capacity\r\ncastle;The castle;60;20\r\nharbour;The harbour;long;20\r\n')(
          page,
          locale,
        );
        await page.getByRole('button', { name: say(locale, 'import.columns.on'), exact: true }).click();
        await page.locator('[data-entry], main [role=list] > *').first().waitFor();
      },
    },
    {
      name: 'import-summary',
      person: 'owner',
      path: '/tours/manage?import=file',
      ready: FILE,
      needsReload: true,
      open: async (page, locale) => {
        // A tour that does not exist yet: unchanged rows are not imported again.
        const slug = `pictured-${Date.now().toString(36)}`;
        await chooseFile(`Slug;Title;Duration;Capacity\r\n${slug};The castle;60;20\r\nharbour;The harbour;long;20\r\n`)(
          page,
          locale,
        );
        await page.getByRole('button', { name: say(locale, 'import.columns.on'), exact: true }).click();
        await page.locator('[data-entry], main [role=list] > *').first().waitFor();
        await page.getByRole('button', { name: /^Import\S* 1 / }).click();
        await page.locator('main [role=alert]').waitFor();
      },
    },
    {
      name: 'bookings-advanced-filter',
      person: 'office',
      path: `/bookings-advanced?filter=${encodeURIComponent(
        JSON.stringify({
          all: [
            { field: 'status', in: ['CONFIRMED'] },
            {
              any: [
                { field: 'due', from: 1 },
                { field: 'date', from: '2026-01-01' },
              ],
            },
          ],
        }),
      )}`,
      ready: '[data-entry]',
      open: async (page) => {
        await page.getByRole('button', { name: /\(3\)$/ }).click();
        await page.locator(DIALOG).first().waitFor();
      },
    },
    {
      name: 'bookings-advanced-export',
      person: 'office',
      path: '/bookings-advanced',
      ready: '[data-entry]',
      open: async (page, locale) => {
        const button = page.getByRole('button', { name: say(locale, 'advanced.export'), exact: true });
        // On a phone it is in the header's menu.
        if (await button.isVisible()) await button.click();
        else {
          await page.getByRole('button', { name: say(locale, 'app.more'), exact: true }).click();
          await page.getByRole('menuitem', { name: say(locale, 'advanced.export') }).click();
        }
        await page.locator(DIALOG).first().waitFor();
      },
    },
    {
      name: 'bookings-advanced-totals',
      person: 'office',
      path: '/bookings-advanced',
      ready: '[data-entry]',
      open: async (page, locale) => {
        await page.getByRole('button', { name: say(locale, 'advanced.totals.title') }).click();
        await page.locator(DIALOG).locator('tbody tr').first().waitFor();
      },
    },
    ...(['cancel', 'move', 'paid', 'partner', 'confirm', 'tag', 'resend'] as const).map((act) => ({
      name: `bookings-advanced-${act}`,
      person: 'office' as const,
      path: `/bookings-advanced?search=${paid.reference}`,
      ready: '[data-entry]',
      open: async (page: Page, locale: Locale) => {
        await page.getByRole('checkbox', { name: say(locale, 'table.select', { name: paid.name }) }).click();
        await press(`advanced.bulk.${act}`)(page, locale);
      },
    })),
    ...(
      [
        ['columns', 'table.columns'],
        ['save', 'advanced.view.save'],
      ] as const
    ).map(([name, entry]) => ({
      name: `bookings-advanced-${name}`,
      person: 'office' as const,
      path: '/bookings-advanced',
      ready: '[data-entry]',
      open: async (page: Page, locale: Locale) => {
        await page.getByRole('button', { name: say(locale, 'app.more'), exact: true }).click();
        await page.getByRole('menuitem', { name: say(locale, entry) }).click();
        await page.locator(DIALOG).first().waitFor();
      },
    })),
    {
      // With a tag that they have afterwards: repeating the action changes nothing.
      name: 'bookings-advanced-summary',
      person: 'office',
      path: `/bookings-advanced?search=${paid.reference}`,
      ready: '[data-entry]',
      needsReload: true,
      open: async (page, locale) => {
        await page.getByRole('checkbox', { name: say(locale, 'table.select', { name: paid.name }) }).click();
        await press('advanced.bulk.tag')(page, locale);
        await page.getByRole('textbox', { name: say(locale, 'advanced.tag.add') }).fill('pictured');
        await page.locator(`${DIALOG} button[type=submit]`).click();
        await page.locator(`${DIALOG} [role=alert]`).waitFor();
      },
    },
    ...(await advancedScreens(query, paid)),
    { name: 'tester', person: 'owner', path: '/booking/tester', ready: '[role=log] [data-message=step]' },
    {
      name: 'tester-guest',
      person: null,
      path: '/booking/tester?operator=copenhagen-on-foot&code=qr&how=dialog&theme=dark',
      ready: 'iframe',
    },
    { name: 'tester-unknown-operator', person: null, path: '/booking/tester?operator=unknown', ready: 'main h2' },
    { name: 'team', person: 'owner', path: '/company-team', ready: '[data-entry]' },
    {
      name: 'team-member',
      person: 'owner',
      path: `/company-team?person=${idOf('person:guide')}`,
      ready: '[data-pane] dl',
    },
    { name: 'team-invite', person: 'owner', path: '/company-team', ready: '[data-entry]', open: press('team.invite') },
    { name: 'join-unknown', person: null, path: '/register#invitation=none', ready: 'h1' },
    { name: 'joined', person: 'owner', path: '/thanks-for-joining', ready: 'h1' },
    { name: 'settings', person: 'owner', path: '/company-settings', ready: 'main nav, form input[type=tel]:enabled' },
    ...SETTINGS_SECTIONS.map((section) => ({
      name: `settings-${section}`,
      person: 'owner' as const,
      path: `/company-settings?section=${section}`,
      ready: section === 'log' ? '[data-entry], main [role=listitem], main h2' : 'main section h2',
    })),
    {
      name: 'settings-pay-rule',
      person: 'owner',
      path: '/company-settings?section=pay',
      ready: 'main section h2',
      open: press('pay.rules.add'),
    },
    ...(['limit', 'account'] as const).map((what) => ({
      name: `settings-partner-${what}`,
      person: 'owner' as const,
      path: '/company-settings?section=partners',
      ready: 'main section li',
      open: ofPartner(what),
    })),
    {
      name: 'settings-account-payment',
      person: 'owner',
      path: '/company-settings?section=partners',
      ready: 'main section li',
      open: async (page, locale) => {
        await ofPartner('account')(page, locale);
        await page.getByRole('button', { name: say(locale, 'accounts.payment'), exact: true }).click();
        await page.locator(`${DIALOG} form`).waitFor();
      },
    },
    {
      name: 'settings-code',
      person: 'owner',
      path: '/company-settings?section=codes',
      ready: 'main section h2',
      open: press('codes.add'),
    },
    {
      name: 'settings-email-template',
      person: 'owner',
      path: '/company-settings?section=email-templates',
      ready: 'main section h2',
      open: async (page, locale) => {
        const template = say(locale, 'emailTemplates.name.booking-confirmed');
        const name = say(locale, 'emailTemplates.change', { template });
        await page.getByRole('button', { name, exact: true }).click();
        await page.locator(`${DIALOG} form`).waitFor();
      },
    },
    ...(await integrationScreens(query)),
    ...ORGANISATION_SECTIONS.map((section) => ({
      name: `organisation-settings-${section}`,
      person: 'partner' as const,
      path: `/organisation-settings?section=${section}`,
      ready: 'main section h2',
    })),
    {
      name: 'commands',
      person: 'owner',
      path: '/company-settings',
      ready: 'main nav',
      open: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').getByRole('combobox').waitFor();
      },
    },
    ...rollCallFailures(query, { departure: day.id, unpaid: day.booking, ready: ROW }),
  ];
}

/**
 * Returns the described screens, and for each other route that shows a screen one state: as the owner or partner sees
 * it, with everything loaded.
 */
export async function screens(query: Query): Promise<ShownScreen[]> {
  const described = await describedScreens(query);
  const paths = described.map(({ path }) => path.split(/[?#]/, 1)[0]!);
  const others = ROUTES.filter(({ load, path }) => load && !paths.some((each) => matchPath(path, each)));
  return [
    ...described,
    ...others.map(({ path, isPublic, scope }): ShownScreen => ({
      name: path.slice(1).replaceAll('/', '-'),
      person: isPublic ? null : scope === 'company' ? 'owner' : 'partner',
      path,
      ready: 'main:has(h1):not(:has([aria-busy=true]))',
    })),
  ];
}

/** Returns what overflows: the page itself, and texts that are cut off without an ellipsis. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = document.scrollingElement ?? document.documentElement;
    // A mobile browser that zooms out to fit reports a larger inner width, and everything would seem to fit.
    const width = document.documentElement.clientWidth;
    if (root.scrollWidth > width) {
      const widest = [...document.body.querySelectorAll('*')].find(
        (element) => element.childElementCount === 0 && element.getBoundingClientRect().right > width + 1,
      );
      found.push(`The page is ${root.scrollWidth} px wide in ${width}, by ${widest?.outerHTML.slice(0, 80)}`);
    }
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

/** Returns words that break inside, and references that are torn apart, judged by the position of their letters. */
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
      // Code wraps anywhere (src/ui/display/code-block.tsx).
      if (around.closest('code')) continue;
      // Text behind an ellipsis is cut on purpose, also inside a word.
      const { textOverflow, webkitLineClamp } = getComputedStyle(around);
      const ellipsed = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
      if (ellipsed && (around.scrollWidth > around.clientWidth || around.scrollHeight > around.clientHeight)) continue;
      // A URL may have to break. A break is expected between the parts of a compound, and after an ellipsis.
      for (const word of node.data.matchAll(/[^\s\u00ad/@–…-]{2,}/gu)) {
        // A random secret is not read, so it may wrap anywhere.
        if (/^(?=.*\d)\w{24,}$/.test(word[0])) continue;
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
