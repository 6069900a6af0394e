/** A guest books and cancels in WebKit and Firefox. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { noteLeftOut } from '../run/report.ts';
import { openQuery } from '../support/browser-database.ts';
import { eventually } from '../support/browser-wait.ts';
import { makeCompanyOf, makeDeparture, type Company } from '../support/database-fixtures.ts';
import type { EngineBrowser } from '../support/engine.ts';
import { firefox } from '../support/engine-firefox.ts';
import { EngineDriver } from '../support/engine-driver.ts';
import { webkit } from '../support/engine-webkit.ts';

const DAY = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

for (const engine of [webkit, firefox]) {
  if (engine.missing) noteLeftOut(`In ${engine.name}, a guest’s booking: ${engine.missing}`);
  describe.skipIf(engine.missing)(`in ${engine.name}, a guest`, () => {
    const query = openQuery(inject('databaseUrl'));
    let company: Company<{ guide: null }>;
    let departure: string;
    let browser: EngineBrowser;
    let guest: EngineDriver;
    const booking = async () => {
      const [row] = await query<{ status: string; contact_name: string; guests: number }>(
        `select status, contact_name, (select count(*)::int from public.guests as g where g.booking_id = b.id and not g.is_cancelled) as guests
         from public.bookings as b where departure_id = $1`,
        [departure],
      );
      return row;
    };

    beforeAll(async () => {
      const db = { query };
      company = await makeCompanyOf(db, async () => ({ guide: null }), { tag: randomUUID().slice(0, 8) });
      departure = await makeDeparture(db, company, {
        startsAt: new Date(`${DAY}T10:00:00Z`),
        guides: [],
      });
      browser = await engine.start();
      guest = new EngineDriver(browser);
    });
    afterAll(() => browser?.quit());

    /** Returns the accessible name of the element that a selector finds, once it exists. */
    const nameOf = (selector: string) =>
      eventually(
        () =>
          browser.run((css) => {
            const found = document.querySelector(css);
            return found && (found.getAttribute('aria-label') ?? found.textContent ?? '').trim();
          }, selector),
        (name) => name !== null,
      ) as Promise<string>;

    test('goes from the calendar to a booking, which is stored with their name', async () => {
      await browser.go(`${inject('backendUrl')}/en/booking/isolated/company-${company.id}`);
      await guest.press(await nameOf(`[data-date="${DAY}"][aria-disabled=false]`));
      await guest.press(await nameOf('.bk-time'));
      await guest.press('One more: Adult');
      await guest.press('Continue');
      await guest.write('Name', 'Anna Holm');
      await guest.write('Email', 'anna@holm.test');
      await guest.press('Book for 2 people');
      await guest.see('text', 'You’re booked');
      expect(await booking()).toEqual({ status: 'CONFIRMED', contact_name: 'Anna Holm', guests: 2 });
    });

    test('cancels it after seeing the cost', async () => {
      await guest.press('Cancel booking');
      await guest.see('text', 'You haven’t paid anything and owe nothing.');
      await guest.press('Cancel for 2 people');
      await guest.see('text', 'Cancelled');
      expect(await booking()).toMatchObject({ status: 'CANCELLED' });
    });
  });
}
