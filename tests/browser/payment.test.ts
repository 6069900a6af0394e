/** Online payment by guests, on the local backend's stand-in for a provider's page. */
import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { chooseTime, timeOf } from '../support/browser-guest.ts';
import { blockStorage, tabTo, useOtherSite } from '../support/browser-site.ts';
import { test } from '../support/browser-test.ts';
import { countChangeEvents } from '../support/browser-wait.ts';
import { makeBooking, makeCompanyOf, makeDeparture, makePerson } from '../support/database-fixtures.ts';

const DAY = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const STARTS_AT = new Date(`${DAY}T10:00:00Z`);

describe('an online payment', () => {
  test('is refused, expires, then succeeds: only a payment books the seats', async ({ device, query, expect }) => {
    const tag = randomUUID().slice(0, 8);
    const office = { email: `office-${tag}@muster.test`, name: 'Lea Lund' };
    const makeOffice = async (company: string) => {
      await makePerson({ query }, { role: 'office', company, signsIn: office });
      return { guide: null };
    };
    const company = await makeCompanyOf({ query }, makeOffice, { tag });
    await query(`update public.tours set vat_rate = 25 where id = $1`, [company.tourId]);
    const departure = await makeDeparture({ query }, company, { startsAt: STARTS_AT, guides: [] });
    await query(`insert into private.payment_settings (company_id, mode, provider) values ($1, 'online', 'test')`, [
      company.id,
    ]);
    const readBooking = async () =>
      (
        await query<{ status: string; paid: number }>(
          `select status, private.paid_amount(id)::int as paid from public.bookings where departure_id = $1`,
          [departure],
        )
      )[0];
    const { page } = await device();
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
    await page.goto(`/booking/isolated/company-${company.id}`);
    await page.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
    await chooseTime(page, timeOf(STARTS_AT));
    await press('One more: Adult');
    await press('Continue');
    await page.getByLabel('Name', { exact: true }).fill('Anna Holm');
    await page.getByLabel('Email').fill('anna@holm.test');
    await page.getByText('Due now').waitFor();
    await press('Continue to payment');

    await page.getByRole('heading', { name: 'Payment' }).waitFor();
    await page.getByText('DKK 100').first().waitFor();
    await press('Pay DKK 100');
    await press('Decline payment');
    await page.getByText('Your payment was declined').waitFor();
    await press('Pay DKK 100');
    await press('Let it expire');
    await page.getByText('The payment timed out.').waitFor();
    expect(await readBooking()).toEqual({ status: 'ON_HOLD', paid: 0 });

    // On another device by the same link, while this one still shows what is due.
    const paymentUrl = page.url().split('#')[0]!;
    const other = (await device()).page;
    await other.goto(paymentUrl);
    await other.getByRole('button', { name: 'Pay DKK 100' }).click();
    await other.getByRole('button', { name: 'Pay', exact: true }).click();
    await other.getByRole('img', { name: /Show this code/ }).waitFor();
    expect(new URL(other.url()).pathname).toMatch(/\/booking\/isolated\/view\//);
    expect(await readBooking()).toEqual({ status: 'CONFIRMED', paid: 10_000 });

    await page.goto(paymentUrl);
    await page.reload();
    await page.getByText('Paid in full').waitFor();
    expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);

    // The office finds the receipt, refunds a part, and finds the credit note.
    const [refund] = await query<{ booking: string }>(
      `insert into public.refunds (company_id, booking_id, amount, currency, status)
       select company_id, id, 2500, currency, 'REFUND_PENDING' from public.bookings where departure_id = $1 returning booking_id as booking`,
      [departure],
    );
    await query(`update private.jobs set run_at = now() where kind = 'refund_payment' and company_id = $1`, [
      company.id,
    ]);
    const readDocuments = () =>
      query<{ kind: string; gross: number; vat: number }>(
        `select kind, gross::int, vat::int from public.documents where company_id = $1 order by issued_at`,
        [company.id],
      );
    await expect.poll(readDocuments).toEqual([
      { kind: 'receipt', gross: 10_000, vat: 2000 },
      { kind: 'credit_note', gross: 2500, vat: 500 },
    ]);
    const desk = await (
      await device({ viewport: { width: 1440, height: 900 } })
    ).login(office, `/bookings?booking=${refund!.booking}`);
    await desk.getByRole('button', { name: /^Receipt R-\d{4}-0001$/ }).click();
    await desk.getByText('VAT 25% on 80.00').waitFor();
    await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await desk.getByRole('button', { name: /^Credit note C-\d{4}-0001$/ }).click();
    await desk.getByText(/Refers to R-\d{4}-0001/).waitFor();
  });

  test('of a deposit books the seats; a payment after the seats are gone is refunded', async ({
    device,
    query,
    expect,
  }) => {
    const company = await makeCompanyOf({ query }, async () => ({ guide: null }));
    await query(
      `insert into private.payment_settings (company_id, mode, provider, deposit_percent) values ($1, 'online', 'test', 30)`,
      [company.id],
    );
    const departure = await makeDeparture({ query }, company, { startsAt: STARTS_AT, guides: [], capacity: 4 });
    const { page } = await device();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const book = async (name: string) => {
      await page.goto(`/booking/isolated/company-${company.id}`);
      await page.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
      await chooseTime(page, timeOf(STARTS_AT));
      await press('One more: Adult');
      await press('Continue');
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Email').fill('anna@holm.test');
      await press('Continue to payment');
      await press('Pay DKK 30');
      await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    };
    const readBooking = () =>
      query<{ status: string; paid: number; back: number }>(
        `select b.status, private.paid_amount(b.id)::int as paid,
          (select coalesce(sum(r.amount), 0)::int from public.refunds as r where r.booking_id = b.id) as back
        from public.bookings as b where b.departure_id = $1 and b.contact_name like '%Holm' order by b.contact_name`,
        [departure],
      );
    await book('Anna Holm');
    await press('Pay');
    await page.getByRole('img', { name: /Show this code/ }).waitFor();
    await page.getByText('DKK 70').first().waitFor();
    expect(await readBooking()).toEqual([{ status: 'CONFIRMED', paid: 3000, back: 0 }]);

    await book('Bo Holm');
    await query(
      `update public.bookings set expires_at = now() - interval '1 minute' where departure_id = $1 and status = 'ON_HOLD'`,
      [departure],
    );
    await makeBooking({ query }, company, { departureId: departure });
    await press('Pay');
    await page.getByText('Your payment arrived after your spots were gone.').waitFor();
    await expect.poll(readBooking).toEqual([
      { status: 'CONFIRMED', paid: 3000, back: 0 },
      { status: 'EXPIRED', paid: 0, back: 3000 },
    ]);
  });

  test('by QR code on the guide’s tablet reaches the tablet by a change event', async ({ device, query, expect }) => {
    const crew = await makeCrew(query);
    await query(`insert into private.payment_settings (company_id, mode, provider) values ($1, 'online', 'test')`, [
      crew.companyId,
    ]);
    const { id } = await crew.departure([{ names: ['Anna Holm', 'Bo Holm'], due: 10_000 }]);
    const tablet = await device({ viewport: { width: 820, height: 1180 } });
    const { page } = tablet;
    const events = countChangeEvents(page);
    await tablet.login(crew.people.guide, placeOf(id));
    await page.getByRole('button', { name: /^Anna Holm/ }).click();
    const [link] = await Promise.all([
      page.waitForResponse(/read_payment_link/),
      page.getByRole('button', { name: 'Show payment code' }).click(),
    ]);
    const dialog = page.getByRole('dialog', { name: 'Anna Holm pays on their own phone' });
    await dialog.getByRole('img', { name: 'QR code for payment' }).waitFor();
    await dialog.getByText('Waiting for the payment').waitFor();

    const phone = (await device({ viewport: { width: 360, height: 740 } })).page;
    const { token } = (await link.json()) as { token: string };
    await phone.goto(`/booking/isolated/payment/${token}`);
    await phone.getByRole('button', { name: 'Pay DKK 100' }).click();
    await phone.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    const before = events();
    await Promise.all([
      phone.getByRole('button', { name: 'Pay', exact: true }).click(),
      dialog.getByText('DKK 100 paid').waitFor(),
    ]);
    // By a change event, not by polling.
    expect(events()).toBeGreaterThan(before);
    await dialog.getByRole('button', { name: 'Check in 2' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: /^Undo check-in for/ })
      .first()
      .waitFor();
    await expect
      .poll(() => query(`select method, amount::int from public.payments where company_id = $1`, [crew.companyId]))
      .toEqual([{ method: 'online', amount: 10_000 }]);
  });
});

describe('an online payment in an embedded page', () => {
  const site = useOtherSite();

  test('opens the provider in a new tab, and the frame without storage shows every outcome', async ({
    device,
    query,
    expect,
  }) => {
    const company = await makeCompanyOf({ query }, async () => ({ guide: null }));
    await query(`insert into private.payment_settings (company_id, mode, provider) values ($1, 'online', 'test')`, [
      company.id,
    ]);
    const departure = await makeDeparture({ query }, company, { startsAt: STARTS_AT, guides: [] });
    const readBooking = () =>
      query<{ status: string; paid: number }>(
        `select status, private.paid_amount(id)::int as paid from public.bookings where departure_id = $1`,
        [departure],
      );
    const guest = await device();
    const { page, network } = guest;
    await blockStorage(page);
    const operator = `company-${company.id}`;
    site.html = `<!doctype html><title>Hotel</title>
      <script>window.receivedEvents = []; addEventListener('muster', (event) => receivedEvents.push(event.detail));</script>
      <div data-muster="${operator}" data-muster-referral="lobby"></div>
      <script async src="${network.url}/embed.js"></script>`;
    await page.goto(`http://localhost:${site.port}/`);
    const frame = page.frameLocator('iframe');
    const innerFrame = () => page.frames().at(-1)!;
    const press = (name: string | RegExp) => frame.getByRole('button', { name }).click();
    const bookedEvents = () =>
      page.evaluate(() =>
        (window as unknown as { receivedEvents: { type: string }[] }).receivedEvents.filter(
          ({ type }) => type === 'booked',
        ),
      );
    await frame.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
    await chooseTime(frame, timeOf(STARTS_AT));
    await press('Continue');
    await frame.getByLabel('Name', { exact: true }).fill('Anna Holm');
    await frame.getByLabel('Email').fill('anna@holm.test');
    await press('Continue to payment');
    await frame.getByRole('heading', { name: 'Payment' }).waitFor();

    /** By keyboard: the button that opens the provider’s page has the focus. */
    const begin = async () => {
      await tabTo(page, '.bk-primary', innerFrame());
      await page.keyboard.press('Enter');
      await expect
        .poll(() => innerFrame().evaluate(() => document.activeElement?.textContent))
        .toBe('Open payment page');
    };
    const providerPage = async () => {
      const [paymentPage] = await Promise.all([guest.context.waitForEvent('page'), page.keyboard.press('Enter')]);
      await paymentPage.getByRole('heading', { name: 'Test payment' }).waitFor();
      return paymentPage;
    };
    await begin();
    // Closed, it can be opened again.
    await (await providerPage()).close();
    const refused = await providerPage();
    await refused.getByRole('button', { name: 'Decline payment' }).click();
    await refused.getByText('Your payment was declined').waitFor();
    await frame.getByText('Your payment was declined').waitFor();
    await refused.close();
    expect(await readBooking()).toEqual([{ status: 'ON_HOLD', paid: 0 }]);
    expect(await bookedEvents()).toEqual([]);

    await begin();
    const paid = await providerPage();
    await paid.getByRole('button', { name: 'Pay', exact: true }).click();
    await paid.getByRole('img', { name: /Show this code/ }).waitFor();
    // Long before the next poll.
    await frame.getByRole('img', { name: /Show this code/ }).waitFor();
    expect(await readBooking()).toEqual([{ status: 'CONFIRMED', paid: 5000 }]);
    expect(await bookedEvents()).toEqual([
      { muster: 1, type: 'booked', operator, reference: expect.stringMatching(/^[A-Z0-9]{6}$/) },
    ]);
    expect(await query(`select referral from public.bookings where departure_id = $1`, [departure])).toEqual([
      { referral: 'lobby' },
    ]);
  });
});
