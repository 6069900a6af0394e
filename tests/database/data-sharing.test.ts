/** What an acting partner sees of the company's guests, with data sharing and without. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import {
  makeBooking,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';

interface Pull {
  status: string;
  cursor: unknown;
  rows: {
    bookings: Record<string, unknown>[];
    guests: Record<string, unknown>[];
    actions: { kind: string; payload: Record<string, unknown> }[];
  };
}

const today = () => new Date().toISOString().slice(0, 10);

describe('data sharing', () => {
  let db: Database;
  let company: Company;
  let partner: Awaited<ReturnType<typeof makeOrganisation>>;
  let departureId: string;
  let party: Awaited<ReturnType<typeof makeBooking>>;
  beforeAll(async () => {
    db = await openPostgres();
    company = await makeCompany(db);
    partner = await makeOrganisation(db, [company]);
    departureId = await makeDeparture(db, company, { localDate: today() });
    party = await makeBooking(db, company, { departureId, guests: 2 });
    await db.query(
      `update public.bookings set contact_email = 'soren@example.test', contact_phone = '+45 20 30 40 50', note = 'Uses a wheelchair' where id = $1`,
      [party.bookingId],
    );
    const device = makeDevice();
    await db.rpc(company.people.owner, 'check_in_push', {
      device: device.header(),
      actions: [
        device.action('note', {
          company,
          departureId,
          bookingId: party.bookingId,
          payload: { text: 'Allergic to nuts' },
        }),
        device.action('walk_in', {
          company,
          departureId,
          bookingId: crypto.randomUUID(),
          payload: {
            reference: 'WWW222',
            contact_name: 'Late Larsen',
            contact_phone: '+45 11 22 33 44',
            contact_email: null,
            total_amount: 5000,
            currency: 'DKK',
            guests: [
              {
                id: crypto.randomUUID(),
                price_category_id: company.priceCategoryId,
                name: 'Lone Larsen',
                ticket_code: 'WWWW22223333',
              },
            ],
          },
        }),
      ],
    });
    await db.rpc(partner.admin, 'impersonate', { company: company.id });
  });
  afterAll(() => db?.close());

  const share = (yes: boolean) =>
    db.query('update public.organisation_companies set data_sharing = $1 where organisation_id = $2', [
      yes,
      partner.id,
    ]);
  const pull = (person: string, cursor: unknown = null) =>
    db.rpc<Pull>(person, 'check_in_pull', {
      company: company.id,
      from_date: today(),
      to_date: today(),
      cursor,
      page_size: 1000,
    });
  const lookUp = async (person: string) =>
    (
      await db.rpc<{ match: Record<string, unknown> }>(person, 'check_in_look_up', {
        company: company.id,
        departure: null,
        code: { kind: 'ticket', value: party.guests[0]!.ticketCode },
      })
    ).match;
  const readableCounts = async (person: string) => {
    const counts = await Promise.all(
      ['bookings', 'guests', 'check_in_actions'].map(
        async (table) =>
          (await db.as(person, (query) => query(`select id from public.${table} where company_id = $1`, [company.id])))
            .length,
      ),
    );
    return counts;
  };
  const PERSONAL = /Søren|Müller|Larsen|example\.test|\+45|wheelchair|nuts/;

  test('without consent, a partner gets references and codes, but no name, contact or note', async () => {
    await share(false);
    const result = await pull(partner.admin);
    expect(result.status).toBe('ok');
    expect(result.rows.bookings).toHaveLength(2);
    expect(result.rows.guests).toHaveLength(3);
    expect(result.rows.bookings.find((row) => row['id'] === party.bookingId)).toMatchObject({
      contact_name: party.reference,
      reference: party.reference,
    });
    expect(result.rows.guests.map((row) => row['ticket_code'])).toContain(party.guests[0]!.ticketCode);
    expect(result.rows.actions.map(({ kind }) => kind).sort()).toEqual(['note', 'walk_in']);
    expect(JSON.stringify(result)).not.toMatch(PERSONAL);
    const match = await lookUp(partner.admin);
    expect(match).toMatchObject({ contact_name: party.reference, guest_name: null, guest_id: party.guests[0]!.id });
    expect(JSON.stringify(match)).not.toMatch(PERSONAL);
    expect(await readableCounts(partner.admin)).toEqual([0, 0, 0]);
  });

  test('with consent, a partner sees what the owner sees, from the next pull on', async () => {
    await share(false);
    const before = await pull(partner.admin);
    await share(true);
    const input = await pull(partner.admin, before.cursor);
    expect(input.rows.bookings.find((row) => row['id'] === party.bookingId)).toMatchObject({
      contact_email: 'soren@example.test',
    });
    expect(input.rows.guests).toHaveLength(3);
    expect(input.rows.actions.find(({ kind }) => kind === 'note')?.payload).toEqual({ text: 'Allergic to nuts' });
    expect(await lookUp(partner.admin)).toMatchObject({ contact_name: 'Søren Müller' });
    expect(await readableCounts(partner.admin)).toEqual([2, 3, 2]);
    await share(false);
    const taken = await pull(partner.admin, input.cursor);
    expect(taken.rows.bookings).toHaveLength(2);
    expect(taken.rows.actions).toHaveLength(2);
    expect(JSON.stringify(taken)).not.toMatch(PERSONAL);
  });

  test('the company’s staff and the platform see guests either way', async () => {
    await share(false);
    const platform = await makePerson(db, { role: 'platform_admin' });
    for (const person of [company.people.owner, company.people.office, platform]) {
      expect(JSON.stringify(await pull(person))).toMatch(/Lone Larsen.*Allergic to nuts|Allergic to nuts.*Lone Larsen/);
      expect(await readableCounts(person)).toEqual([2, 3, 2]);
    }
  });

  test('a payment in another currency than the booking’s is refused', async () => {
    const device = makeDevice();
    const pay = (currency: string) =>
      device.action('payment', {
        company,
        departureId,
        bookingId: party.bookingId,
        payload: { amount: 5000, currency, method: 'cash' },
      });
    const result = await db.rpc<{ outcomes: { status: string; code?: string }[] }>(
      company.people.owner,
      'check_in_push',
      {
        device: device.header(),
        actions: [pay('EUR'), pay('DKK')],
      },
    );
    expect(result.outcomes).toMatchObject([{ status: 'refused', code: 'malformed' }, { status: 'applied' }]);
  });
});
