/** What partners and the platform see of overseen companies, and the status that only the platform changes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeBookings,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import { addDays, localDateIn } from '../../src/lib/local-date.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

type RpcResult = { status: string } & Record<string, unknown>;
interface CompanyFigures {
  company: string;
  next: { id: string; seats: number }[];
  bookings: number;
  guests: number;
  revenue: number;
  booked: number;
  attended: number;
}

const HOUR_MS = 3_600_000;
/** In the company's time zone, which is ahead of UTC. */
const inDays = (days: number) => addDays(localDateIn('Europe/Copenhagen', Date.now()), days);

let db: Database;
let company: Company;
let foreign: Company;
let partner: Awaited<ReturnType<typeof makeOrganisation>>;
let platform: Persona;
let departures: string[];
const call = (as: Persona, rpc: string, input: Record<string, unknown>) => db.rpc<RpcResult>(as, rpc, input);
/** Writes ids as a PostgreSQL array literal. */
const among = (...of: Company[]) => `{${of.map(({ id }) => id).join()}}`;
const figures = async (as: Persona, days = 30) =>
  (await call(as, 'read_overseen_figures', { companies: among(company, foreign), days }))[
    'companies'
  ] as CompanyFigures[];

beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
  foreign = await makeCompany(db);
  partner = await makeOrganisation(db, [company]);
  platform = await makePerson(db, { role: 'platform_admin' });
  const over = await makeDeparture(db, company, { startsAt: new Date(Date.now() - 5 * HOUR_MS) });
  departures = [];
  for (const days of [1, 2, 3, 4]) departures.push(await makeDeparture(db, company, { localDate: inDays(days) }));
  const [party] = await makeBookings(db, company, {
    departureId: over,
    requests: [{ names: ['Anna', 'Bo', 'Carl'] }, { names: ['Dora'], status: 'CANCELLED' }],
  });
  await makeBookings(db, company, { departureId: departures[0]!, requests: [{ names: ['Eva', 'Finn'] }] });
  const device = makeDevice();
  const marks = party!.guests.slice(0, 2).map(({ id }, at) =>
    device.action(at === 0 ? 'check_in' : 'no_show', {
      company,
      departureId: over,
      bookingId: party!.bookingId,
      guestId: id,
      payload: at === 0 ? { method: 'tap' } : {},
    }),
  );
  expect((await call(company.people.owner, 'check_in_push', { device: device.header(), actions: marks })).status).toBe(
    'ok',
  );
  await db.query('select private.update_figures(id) from public.companies');
});
afterAll(() => db?.close());

describe('figures of overseen companies', () => {
  test('are readable by partner admins, and for all companies by the platform; others get none', async () => {
    expect((await figures(partner.admin)).map((figure) => figure.company)).toEqual([company.id]);
    expect((await figures(platform)).map((figure) => figure.company).sort()).toEqual([company.id, foreign.id].sort());
    const other = await makeOrganisation(db);
    for (const as of [partner.agent, other.admin, company.people.owner, foreign.people.owner])
      expect(await figures(as)).toEqual([]);
    await expect(call('anon', 'read_overseen_figures', { companies: among(), days: 7 })).rejects.toThrow(
      /permission denied/,
    );
    for (const wrong of [{ days: 0 }, { days: 367 }, { companies: among(...Array.from({ length: 51 }, () => company)) }])
      expect(await call(partner.admin, 'read_overseen_figures', { companies: among(company), days: 7, ...wrong })).toEqual({ status: 'invalid' }); // prettier-ignore
  });

  test('equal the company’s own dashboard, whatever its attendance rule', async () => {
    for (const rule of ['report_always', 'check_ins_count']) {
      await db.query('update public.companies set attendance_rule = $2 where id = $1', [company.id, rule]);
      const [shown] = await figures(partner.admin);
      const ownFigures = await call(company.people.owner, 'read_figures', {
        company: company.id,
        from_date: inDays(-29),
        to_date: inDays(0),
      });
      const attendance = (ownFigures['attendance'] as { booked: number; attended: number }[])[0]!;
      expect(shown).toMatchObject({ booked: attendance.booked, attended: attendance.attended });
      expect(shown!.attended).toBe(rule === 'report_always' ? 2 : 1);
      expect(shown).toMatchObject({
        bookings: 2,
        guests: 5,
        revenue: (ownFigures['booked'] as { revenue: number }).revenue,
      });
    }
  });

  test('list the next three departures with their current seats', async () => {
    const [shown] = await figures(partner.admin);
    expect(shown!.next.map(({ id }) => id)).toEqual(departures.slice(0, 3));
    expect(shown!.next.map(({ seats }) => seats)).toEqual([2, 0, 0]);
  });

  test('end with the agreement and with a company’s deactivation', async () => {
    const sets = (status: string) => db.query('update public.organisation_companies set status = $2 where organisation_id = $1', [partner.id, status]); // prettier-ignore
    await sets('ended');
    expect(await figures(partner.admin)).toEqual([]);
    await sets('active');
    await db.query('update public.companies set is_active = false where id = $1', [company.id]);
    expect(await figures(partner.admin)).toEqual([]);
    await db.query('update public.companies set is_active = true where id = $1', [company.id]);
  });
});

describe('a company’s status', () => {
  const set = (as: Persona, more: Record<string, unknown> = {}) =>
    call(as, 'set_company_status', {
      company: company.id,
      is_active: false,
      has_subscription: true,
      reason: ' Not paid ',
      ...more,
    });
  const currentStatus = async () =>
    (
      await db.query<Record<string, boolean>>(
        'select is_active, has_active_subscription from public.companies where id = $1',
        [company.id],
      )
    )[0];

  test('is changed by the platform only, with a reason', async () => {
    const before = await currentStatus();
    for (const as of [company.people.owner, partner.admin, partner.agent, foreign.people.owner])
      expect(await set(as)).toEqual({ status: 'not_permitted' });
    for (const wrong of [{ reason: ' ' }, { reason: null }, { reason: 'x'.repeat(501) }, { is_active: null }])
      expect(await set(platform, wrong)).toEqual({ status: 'invalid' });
    expect(await set(platform, { company: crypto.randomUUID() })).toEqual({ status: 'not_found' });
    expect(await currentStatus()).toEqual(before);
  });

  test('changes are logged with person, values and reason; a repeat has no effect', async () => {
    const loggedChanges = () =>
      db.query<{ user_id: string; before: unknown; after: unknown }>(
        `select user_id, before, after from public.audit_events where company_id = $1 and action = 'set_company_status'`,
        [company.id],
      );
    const before = await currentStatus();
    expect([await set(platform), await set(platform)]).toEqual([{ status: 'ok' }, { status: 'ok' }]);
    expect(await currentStatus()).toEqual({ is_active: false, has_active_subscription: true });
    expect(await loggedChanges()).toEqual([
      { user_id: platform, before, after: { is_active: false, has_active_subscription: true, reason: 'Not paid' } },
    ]);
    expect((await call(company.people.owner, 'find_bookings', { company: company.id })).status).toBe('not_permitted');
    await set(platform, { is_active: true });
    expect((await call(company.people.owner, 'find_bookings', { company: company.id })).status).toBe('ok');
  });
});
