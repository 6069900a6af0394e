/**
 * A partner's poster, from the scanned code to the commission statement that the company disputes and agrees to, while
 * the company stops sharing guest data; and allotments on account.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { chooseTime, timeOf } from '../support/browser-guest.ts';
import { test } from '../support/browser-test.ts';
import { eventually } from '../support/browser-wait.ts';
import {
  makeBooking,
  makeCompanyOf,
  makeDeparture,
  makeOrganisation,
  makePerson,
} from '../support/database-fixtures.ts';

const DAY = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const STARTS_AT = new Date(`${DAY}T10:00:00Z`);
const DESK = { viewport: { width: 1440, height: 900 } };

const accountOf = (role: string, tag: string) => ({ email: `${role}-${tag}@muster.test`, name: `${role} of ${tag}` });

async function scanPng(png: Uint8Array): Promise<string> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const [read] = await readBarcodes(png, { formats: ['QRCode'], tryHarder: true });
  return read?.text ?? '';
}

test('a poster leads to a booking, whose commission is stated, disputed, corrected and settled', async ({
  device,
  query,
  expect,
}) => {
  const tag = randomUUID().slice(0, 8);
  const [owner, admin] = [accountOf('owner', tag), accountOf('partner', tag)];
  const company = await makeCompanyOf(
    { query },
    async (id) => ({ guide: null, owner: await makePerson({ query }, { role: 'owner', company: id, signsIn: owner }) }),
    { tag },
  );
  const organisation = await makeOrganisation({ query }, [company]);
  const partner = await makePerson({ query }, { role: 'partner_admin', organisation: organisation.id, signsIn: admin });
  await query(`update public.organisation_companies set terms = $2, data_sharing = true where organisation_id = $1`, [
    organisation.id,
    JSON.stringify({ kind: 'percent', percent: 10, tours: [], click: 'last', window_days: 30 }),
  ]);
  const departure = await makeDeparture({ query }, company, { startsAt: STARTS_AT, guides: [] });

  const desk = await (await device(DESK)).login(admin, '/organisation/referrals');
  await desk.locator('header').getByRole('button', { name: 'New link' }).click();
  await desk.getByRole('textbox', { name: 'Placement' }).fill('Lobby');
  await desk.getByRole('button', { name: 'Create link' }).click();
  await desk.getByRole('button', { name: 'Poster for Lobby' }).click();
  await desk.getByRole('radio', { name: 'Dansk' }).click();
  await desk.getByText('Scan koden').waitFor();
  const address = await scanPng(await desk.getByRole('dialog').getByRole('article').getByRole('img').screenshot());
  await desk.keyboard.press('Escape');

  const guest = (await device({ viewport: { width: 390, height: 844 } })).page;
  await guest.goto(address);
  await guest.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
  await chooseTime(guest, timeOf(STARTS_AT));
  await guest.getByRole('button', { name: 'Én mere: Voksen' }).click();
  await guest.getByRole('button', { name: 'Fortsæt' }).click();
  await guest.getByLabel('Navn', { exact: true }).fill('Anna Holm');
  await guest.getByLabel('Mail', { exact: true }).fill('anna@holm.test');
  await guest.getByRole('button', { name: /^Book til/ }).click();
  await guest.waitForURL(/\/booking\/isolated\/view\//);

  const figures = desk.getByRole('list', { name: 'Commission' });
  await desk.reload();
  const link = desk.getByRole('listitem').filter({ hasText: 'Lobby' });
  await link.filter({ hasText: /1 click .*1 booking/ }).waitFor();
  const pending = /Pending.*DKK\s(?!0)/;
  await figures.filter({ hasText: pending }).waitFor();

  // The partner sees the company's guests for as long as the company shares them.
  await query(`update public.users set impersonated_company_id = $2 where id = $1`, [partner, company.id]);
  const acting = await (await device(DESK)).login(admin, '/bookings');
  await acting.getByText('Anna Holm').first().waitFor();
  const settings = await (await device(DESK)).login(owner, '/company-settings?section=partners');
  await settings.getByRole('button', { name: 'More for City Partners' }).click();
  await settings.getByRole('menuitem', { name: 'Stop sharing' }).click();
  await settings.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
  await eventually(
    async () => (await query<{ shares: boolean }>(`select data_sharing as shares from public.organisation_companies where company_id = $1`, [company.id]))[0]?.shares, // prettier-ignore
    (shares) => shares === false,
  );
  await acting.reload();
  await acting.getByRole('heading', { name: 'Bookings' }).first().waitFor();
  await acting.getByText('Anna Holm').first().waitFor({ state: 'detached' });

  // Another party from the partner, without a link.
  const missed = await makeBooking({ query }, company, { departureId: departure });
  await query(`update public.bookings set organisation_id = $2 where id = $1`, [missed.bookingId, organisation.id]);

  // Moves the tour to last month; guests whom nobody marked count as arrived.
  const month = new Date(new Date().setUTCDate(0));
  const pastDate = `${month.toISOString().slice(0, 8)}15`;
  await query(
    `update public.departures set starts_at = $2::timestamptz, ends_at = $2::timestamptz + interval '90 minutes', local_date = $3, status = 'completed' where id = $1`,
    [departure, `${pastDate}T10:00:00Z`, pastDate],
  );
  await desk.goto(desk.url());
  await figures.filter({ hasText: /Earned.*DKK\s(?!0)/ }).waitFor();
  const name = month.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  async function createStatement() {
    await desk.getByRole('button', { name: `More for ${company.name}` }).click();
    await desk.getByRole('menuitem', { name: `Create statement for ${name}` }).click();
  }
  const openStatement = (screen: Page, state: string) =>
    screen
      .getByRole('listitem')
      .filter({ hasText: state })
      .getByRole('button', { name: `View ${name}` })
      .click();
  await createStatement();
  await openStatement(desk, 'Awaiting approval');
  const sheet = desk.getByRole('dialog').getByRole('article');
  const [booking] = await query<{ reference: string; amount: string }>(
    `select b.reference, (b.total_amount / 1000)::text as amount from public.bookings as b where b.departure_id = $1 and b.referral is not null`,
    [departure],
  );
  await sheet
    .getByRole('row', { name: new RegExp(`${booking!.reference}.*Lobby.*DKK\\s${booking!.amount}`) })
    .waitFor();
  expect(await sheet.textContent()).not.toContain('Anna');
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(`${pastDate},${booking!.reference}`);
  // The print contains only the sheet.
  await desk.evaluate(() => Object.assign(window, { print: () => undefined }));
  await desk.getByRole('button', { name: 'Print' }).click();
  await desk.emulateMedia({ media: 'print' });
  const paper = desk.locator('[data-print]').getByRole('article');
  await paper.getByText(booking!.reference).waitFor();
  expect(await desk.getByRole('button', { name: 'Export as CSV' }).isVisible()).toBe(false);
  await desk.emulateMedia({ media: 'screen' });
  await desk.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await desk.keyboard.press('Escape');

  // A party never came: the company disputes it, and notes it on the booking.
  const partners = settings.url();
  await settings.reload();
  await openStatement(settings, 'Awaiting approval');
  await settings.getByRole('button', { name: 'Dispute…' }).click();
  const disputing = settings.getByRole('dialog', { name: 'Dispute this statement' });
  await disputing.getByRole('textbox', { name: 'What’s wrong?' }).fill(`${missed.reference} never came`);
  await disputing.getByRole('button', { name: 'Dispute', exact: true }).click();
  await settings.getByText(`disputes it: ${missed.reference} never came`).waitFor();
  await settings.goto(`/bookings?booking=${missed.bookingId}`);
  await settings.getByRole('button', { name: 'Mark as no-show…' }).click();
  await settings.getByRole('dialog').getByRole('button', { name: 'Mark 1 no-show' }).click();
  await settings.getByRole('dialog').waitFor({ state: 'detached' });

  // The partner reads why, withdraws the statement and makes a new one, without the wrong line.
  await desk.reload();
  await openStatement(desk, 'Disputed');
  await desk.getByText(`${company.name} disputes it: ${missed.reference} never came`).waitFor();
  await desk.getByRole('button', { name: 'Withdraw…' }).click();
  const withdrawing = desk.getByRole('dialog', { name: 'Withdraw this statement?' });
  await withdrawing.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await withdrawing.waitFor({ state: 'detached' });
  await desk.getByText('Withdrawn by', { exact: false }).waitFor();
  await desk.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await desk.getByRole('dialog').waitFor({ state: 'detached' });
  await createStatement();
  await openStatement(desk, 'Awaiting approval');
  const corrected = sheet.getByRole('row', { name: missed.reference });
  await corrected.filter({ hasText: /−DKK\s5/ }).waitFor();
  expect(await corrected.count()).toBe(2);
  await sheet.getByRole('row', { name: new RegExp(`^Total DKK\\s${booking!.amount}$`) }).waitFor();
  await desk.keyboard.press('Escape');

  await settings.goto(partners);
  await openStatement(settings, 'Awaiting approval');
  await settings.getByRole('button', { name: 'Approve', exact: true }).click();
  const earned = Number(booking!.amount) * 100;
  await eventually(
    () => query<{ state: string; amount: string }>(`select state, amount from private.commission_statements where company_id = $1 order by made_at`, [company.id]), // prettier-ignore
    (statements) => statements.map(({ state, amount }) => `${state} ${amount}`).join() === `withdrawn ${earned + 500},agreed ${earned}`, // prettier-ignore
  );
  await desk.reload();
  await figures.filter({ hasText: /Earned.*DKK\s0.*Settled.*DKK\s(?!0)/ }).waitFor();
});

test('allotted seats are booked by the partner’s agent on account and check in with nothing due', async ({
  device,
  query,
  expect,
}) => {
  const tag = randomUUID().slice(0, 8);
  const [owner, guide, agent] = [accountOf('owner', tag), accountOf('guide', tag), accountOf('agent', tag)];
  const company = await makeCompanyOf(
    { query },
    async (id) => ({
      owner: await makePerson({ query }, { role: 'owner', company: id, signsIn: owner }),
      guide: await makePerson({ query }, { role: 'guide', company: id, signsIn: guide }),
    }),
    { tag },
  );
  const organisation = await makeOrganisation({ query }, [company]);
  await makePerson({ query }, { role: 'partner_agent', organisation: organisation.id, signsIn: agent });
  const startsAt = new Date(Date.now() + 40 * 60_000);
  const departure = await makeDeparture({ query }, company, { startsAt, capacity: 3 });
  const [{ day, slug }] = (await query<{ day: string; slug: string }>(
    `select d.local_date::text as day, c.slug from public.departures as d join public.companies as c on c.id = d.company_id where d.id = $1`,
    [departure],
  )) as [{ day: string; slug: string }];

  const settings = await (await device(DESK)).login(owner, '/company-settings?section=partners');
  await settings.getByRole('button', { name: 'More for City Partners' }).click();
  await settings.getByRole('menuitem', { name: 'Set allotments…' }).click();
  await settings.getByRole('textbox', { name: 'Seats per departure' }).fill('3');
  await settings.getByRole('textbox', { name: 'Release (hours before start)' }).fill('0');
  await settings.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await settings.getByText(`3 seats allotted on ${company.tourTitle}, until the start`, { exact: false }).waitFor();

  // The partner pays once a month for what its people book on account.
  await settings.getByRole('button', { name: 'More for City Partners' }).click();
  await settings.getByRole('menuitem', { name: 'Set credit limit…' }).click();
  await settings.getByRole('switch', { name: 'Allow booking on account' }).click();
  await settings.getByRole('textbox', { name: 'Credit limit' }).fill('60');
  await settings.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await settings.getByText(/On account up to DKK\s60/).waitFor();

  // Nobody else can book them.
  const guest = (await device({ viewport: { width: 390, height: 844 } })).page;
  await guest.goto(`/booking/isolated/${slug}?tour=walk&date=${day}`);
  await guest.getByRole('button', { name: /, Sold out$/i }).waitFor();

  const desk = await (await device(DESK)).login(agent, '/organisation/bookings?new=1');
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('radio', { name: /3 seats left.*3 of them reserved for you until/ }).waitFor();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Olga Own');
  await dialog.getByRole('textbox', { name: 'Your voucher' }).fill('CP/77-1234');
  await dialog.getByRole('radio', { name: /^We do, on account \(DKK\s60 left\)$/, checked: true }).waitFor();
  await dialog.getByRole('button', { name: /^Book 1 guest/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await desk.getByText('Olga Own').first().waitFor();

  const calendar = await (await device(DESK)).login(owner, `/tours/calendar?day=${day}`);
  const pane = calendar.getByRole('region', { name: 'Day' });
  await pane.getByText('2 seats reserved for City Partners until', { exact: false }).waitFor();
  await pane.getByText('Olga Own').waitFor();

  // Both see the debt; the guest is not asked for it at the meeting point.
  await settings.getByRole('button', { name: 'More for City Partners' }).click();
  await settings.getByRole('menuitem', { name: 'View account…', exact: true }).click();
  await settings.getByRole('row', { name: /CP\/77-1234.*DKK\s50/ }).waitFor();

  const gate = checkInScreen(await (await device()).login(guide, placeOf(departure)));
  await gate.checkInButton('Olga Own').waitFor();
  await gate.page.getByRole('button', { name: 'Scan', exact: true }).click();
  const panel = gate.page.getByRole('dialog');
  await panel.getByText(/No camera found|Camera access is blocked/).waitFor();
  await panel.getByRole('textbox').fill('cp/77-1234');
  await gate.page.keyboard.press('Enter');
  await gate.page.locator('[data-scan-result=ok]').waitFor();
  await gate.page.keyboard.press('Escape');
  await gate.undoButton('Olga Own').waitFor();
  await gate.saved();
  expect(
    await query(`select kind from public.check_in_actions where departure_id = $1 and kind = 'check_in'`, [departure]),
  ).not.toEqual([]);
});
