/** A real spreadsheet export: imported, its refused rows corrected and imported again, and the same file once more. */
import { describe, expect } from 'vitest';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import type { Query } from '../support/database.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';
import { danishFile, windows1252 } from '../support/import-files.ts';

const YEAR = new Date().getFullYear() + 1;
const DAYS = [`${YEAR}-05-02`, `${YEAR}-05-13`] as const;

async function choose(page: Page, file: { name: string; buffer: Buffer }): Promise<void> {
  await page.getByRole('button', { name: 'Choose file' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({ mimeType: 'text/csv', ...file });
}
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).press('Enter');

/** Moves the departures to noon of two days. */
async function atNoon(query: Query, ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries())
    await query(
      `update public.departures set local_date = $2, starts_at = ($2::date + time '12:00') at time zone 'Europe/Copenhagen',
         ends_at = ($2::date + time '13:30') at time zone 'Europe/Copenhagen' where id = $1`,
      [id, DAYS[at]],
    );
}

describe('the office', () => {
  test('imports another system’s list, corrects refused rows, and creates nothing twice', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const ids = [(await crew.departure([])).id, (await crew.departure([])).id];
    await atNoon(query, ids);
    const storedBookings = () =>
      query<Record<string, unknown>>(
        `select b.voucher_number as ref, b.contact_name as name, b.contact_phone as phone, b.status::text, b.total_amount::int as total, b.paid_amount::int as paid,
           b.note, d.local_date::text as day, (select count(*)::int from public.guests g where g.booking_id = b.id) as guests
         from public.bookings b join public.departures d on d.id = b.departure_id where b.company_id = $1 order by 1`,
        [crew.companyId],
      );
    const tablet = await device({ viewport: { width: 1440, height: 900 } });
    const page = await tablet.login(crew.people.office, '/bookings-advanced');
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    const file = {
      name: 'bookinger.csv',
      buffer: Buffer.from(windows1252(danishFile({ tour: crew.tourTitle, days: DAYS }))),
    };
    await choose(page, file);
    await page.getByText('bookinger.csv · 4 rows').waitFor();
    await page.getByText('Søren Ærø').first().waitFor();
    await goOn(page);
    // The date order is unambiguous because of a 13th; the amounts have no currency.
    await page.getByRole('radio', { name: 'In DKK' }).waitFor();
    expect(await page.getByText('what date is').count()).toBe(0);
    await goOn(page);
    await page.getByRole('button', { name: 'Refused 1' }).waitFor();
    expect(await storedBookings()).toEqual([]);
    await page.getByRole('button', { name: 'Import 3 bookings' }).press('Enter');
    await page.getByText('3 new bookings').waitFor();
    const first = await storedBookings();
    expect(first).toMatchObject([
      {
        ref: 'OTA-1001',
        name: 'Søren Ærø',
        phone: '+4520304050',
        status: 'CONFIRMED',
        total: 10_000,
        paid: 5000,
        note: 'Kommer med bus\nog en hund',
        day: DAYS[0],
        guests: 2,
      },
      { ref: 'OTA-1002', name: 'Åse Lund', phone: '+4520304051', day: DAYS[1], total: 5000, paid: 0 },
      { ref: 'OTA-1004', status: 'PENDING', phone: null, paid: 5000 },
    ]);

    // The file of refused rows has the original cells and the reasons; they are corrected as in a spreadsheet.
    const [savedFile] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 1 refused row' }).press('Enter'),
    ]);
    const report = readFileSync(await savedFile.path(), 'utf8');
    expect(report).toContain('Betalt: Not an amount.');
    expect(report).toContain('OTA-1003');
    const corrected = report.replace('1.50,00', '50,00');
    await page.getByRole('button', { name: 'Choose another file' }).press('Enter');
    await choose(page, { name: 'Refused bookings.csv', buffer: Buffer.from(corrected) });
    await goOn(page);
    await page.getByRole('radio', { name: 'In DKK' }).waitFor();
    await goOn(page);
    await page.getByRole('button', { name: 'Import 1 booking' }).press('Enter');
    await page.getByText('1 new booking').waitFor();
    expect((await storedBookings())[2]).toMatchObject({
      ref: 'OTA-1003',
      day: DAYS[0],
      guests: 3,
      total: 15_000,
      paid: 5000,
      phone: '+4520304052',
    });

    // The same file again.
    const before = await storedBookings();
    await page.getByRole('button', { name: 'Choose another file' }).press('Enter');
    await choose(page, file);
    await goOn(page);
    await page.getByRole('radio', { name: 'In DKK' }).waitFor();
    await goOn(page);
    await page.getByRole('button', { name: 'Unchanged 3' }).waitFor();
    await page.getByRole('button', { name: 'Nothing to import' }).waitFor();
    expect(await storedBookings()).toEqual(before);
    await page.getByRole('button', { name: 'Back' }).press('Enter');
    await page.getByRole('button', { name: 'Back' }).press('Enter');
    await page.getByRole('button', { name: 'Back' }).press('Enter');
    // The list shows them.
    await page.getByRole('row', { name: 'Åse Lund' }).waitFor();
  });
});

describe('the owner', () => {
  test('exports the tours, changes one in the file, and imports it on a phone', async ({ device, query }) => {
    const crew = await makeCrew(query);
    // A live tour must be complete in four languages, which the crew's tour is not.
    await query(`update public.tours set status = 'draft' where company_id = $1`, [crew.companyId]);
    const tablet = await device({ viewport: { width: 360, height: 740 } });
    const page = await tablet.login(crew.people.owner, '/tours/manage');
    await page.getByText(crew.tourTitle).first().waitFor();
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    const [savedFile] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
    ]);
    const text = readFileSync(await savedFile.path(), 'utf8');
    expect(text).toContain(crew.tourTitle);
    const bring = async (content: string) => {
      await choose(page, { name: 'tours.csv', buffer: Buffer.from(content) });
      await goOn(page);
    };
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    await bring(text);
    await page.getByRole('button', { name: 'Unchanged 1' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await bring(
      text.replace(',200,', ',150,').trimEnd() +
        `\r\n${text.split('\r\n')[1]!.replace('walk', 'second-walk').replace(crew.tourTitle, 'Second walk')}\r\n`,
    );
    await page.getByRole('button', { name: 'New 1' }).waitFor();
    await page.getByRole('button', { name: 'Changed 1' }).waitFor();
    await page.getByRole('button', { name: 'Import 2 tours' }).click();
    await page.getByText('1 new draft tour').waitFor();
    expect(
      await query(`select slug, capacity, status::text from public.tours where company_id = $1 order by slug`, [
        crew.companyId,
      ]),
    ).toEqual([
      { slug: 'second-walk', capacity: 200, status: 'draft' },
      { slug: 'walk', capacity: 150, status: 'draft' },
    ]);
  });
});
