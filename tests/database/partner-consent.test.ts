/**
 * Links, commission, statements and agreements: who reads them, and that nothing in them identifies a guest, with data
 * sharing and without.
 */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCompany } from '../support/database-fixtures.ts';
import { openPostgres, expireChangeEventPause } from '../support/database-postgres.ts';
import {
  ago,
  bookedBy,
  call,
  company,
  db,
  departureIn,
  makeLink,
  monthBefore,
  openScene,
  other,
  partner,
  setScene,
  type RpcResult,
} from './referral-scene.ts';

const PERSONAL = /Søren|example\.test|\+45|wheelchair/;
const CONTACT = { name: 'Søren Müller', email: 'soren@example.test', phone: '+4520304050' };
const received: string[] = [];
let listener: Client;
let people: Record<string, string>;
let booking = '';
let statement = '';
let agreement = '';
const accountPayment = randomUUID();

beforeAll(async () => {
  let url = '';
  await openScene(async () => {
    const opened = await openPostgres();
    ({ url } = opened);
    return opened;
  });
  await setScene();
  await expireChangeEventPause(db as Parameters<typeof expireChangeEventPause>[0]);
  listener = new Client({ connectionString: url });
  await listener.connect();
  listener.on('notification', ({ payload }) => received.push(payload!));
  await listener.query('listen muster_change_event');
  const stranger = await makeCompany(db);
  people = {
    owner: company.people.owner,
    office: company.people.office,
    accountant: company.people.accountant,
    guide: company.people.guide,
    admin: partner.admin,
    agent: partner.agent,
    'another partner’s admin': other.admin,
    'another company’s owner': stranger.people.owner,
  };
  const { code } = await makeLink(partner);
  const departure = await departureIn(48);
  booking = await bookedBy(partner, departure, 2, { referral: code, contact: CONTACT, note: 'Uses a wheelchair' });
  await ago(departure, 40 * 24);
  await call(partner.admin, 'create_statement', {
    organisation: partner.id,
    company: company.id,
    month: monthBefore(1),
  });
  [{ id: agreement }] = (await db.query<{ id: string }>(
    `select id from public.organisation_companies where organisation_id = $1 and company_id = $2`,
    [partner.id, company.id],
  )) as [{ id: string }];
  [{ id: statement }] = (await db.query<{ id: string }>(
    `select id from private.commission_statements where company_id = $1`,
    [company.id],
  )) as [{ id: string }];
  await db.query(
    `insert into private.account_payments (id, organisation_id, company_id, amount, currency, paid_on) values ($1, $2, $3, 500, 'DKK', current_date)`,
    [accountPayment, partner.id, company.id],
  );
  // Both act for the company: what it owes one partner is not shown to the other.
  for (const admin of [partner.admin, other.admin]) await call(admin, 'impersonate', { company: company.id });
}, 120_000);
afterAll(async () => {
  await listener?.end();
  await db?.close();
});

/** Reading RPCs, their arguments, and who may call them. */
const READS: [string, () => Record<string, unknown>, string[]][] = [
  ['read_referrals', () => ({ organisation: partner.id }), ['admin', 'agent']],
  ['read_referrals', () => ({ company: company.id }), ['owner']],
  ['read_statement', () => ({ statement }), ['owner', 'admin', 'agent']],
  ['read_agreements', () => ({ organisation: partner.id }), ['admin']],
  ['read_agreements', () => ({ company: company.id }), ['owner']],
  ['read_account', () => ({ organisation: partner.id, company: company.id, month: null }), ['owner', 'admin']],
  [
    'read_partner_availability',
    () => ({ organisation: partner.id, tour: company.tourId, month: new Date().toISOString().slice(0, 7) }),
    ['admin', 'agent'],
  ],
];
/** Writing RPCs; refused callers have no effect. */
const WRITES: [string, () => Record<string, unknown>, string[]][] = [
  ['create_statement', () => ({ organisation: partner.id, company: company.id, month: monthBefore(1) }), ['admin']],
  ['answer_statement', () => ({ statement, agrees: null, reason: null }), ['owner']],
  ['delete_referral_link', () => ({ link: null }), []],
  // An acting partner must not give the company's seats to itself.
  ['set_allotments', () => ({ agreement, allotments: '[]', expected: '[]' }), ['owner']],
  ['set_account_limit', () => ({ agreement, credit_limit: -1, expected: null }), ['owner']],
  ['record_account_payment', () => ({ payment: null, agreement, amount: 0, currency: 'DKK', paid_on: null, reference: null }), ['owner']], // prettier-ignore
  ['correct_account_payment', () => ({ correction: null, payment: accountPayment, reason: null }), ['owner']],
];
const TABLES = ['referral_links', 'link_clicks', 'referrals', 'referred_guests', 'commission_lines', 'commission_statements', 'statement_lines', 'allotments', 'partner_bookings', 'partner_accounts', 'account_payments']; // prettier-ignore

describe.each([
  ['with data sharing', true],
  ['without data sharing', false],
])('%s', (_, shares) => {
  beforeAll(() => db.query(`update public.organisation_companies set data_sharing = $1`, [shares]));

  test.each([...READS, ...WRITES])('%s answers only the people it is for', async (name, input, allowed) => {
    for (const [who, person] of Object.entries(people)) {
      const result = await call(person, name, input());
      expect([who, result.status === 'not_permitted']).toEqual([who, !allowed.includes(who)]);
      expect(JSON.stringify(result)).not.toMatch(PERSONAL);
    }
    expect(await call('anon', name, input()).catch((error: unknown) => String(error))).toMatch(/permission denied/);
  });

  test('acting partners see guests with data sharing only; others keep their own permissions', async () => {
    for (const [who, person] of Object.entries(people)) {
      const result: RpcResult = await call(person, 'read_booking', { booking });
      const sees =
        { owner: true, office: true, accountant: true, admin: shares, 'another partner’s admin': shares }[who] ?? null;
      if (sees === null)
        expect([who, result.status === 'ok' && PERSONAL.test(JSON.stringify(result))]).toEqual([who, false]); // prettier-ignore
      else expect([who, result.status, PERSONAL.test(JSON.stringify(result))]).toEqual([who, 'ok', sees]);
    }
  });

  test('the export of a partner’s bookings contains names only with data sharing', async () => {
    for (const [who, person] of Object.entries(people)) {
      const result = await call(person, 'find_partner_bookings', { organisation: partner.id, page_size: 1000 });
      const isPartners = who === 'admin' || who === 'agent';
      expect([who, result.status]).toEqual([who, isPartners ? 'ok' : 'not_permitted']);
      if (isPartners) expect((result['bookings'] as { id: string }[]).map(({ id }) => id)).toContain(booking);
      expect([who, PERSONAL.test(JSON.stringify(result))]).toEqual([who, isPartners && shares]);
    }
  });

  test.each(TABLES)('nobody reads private.%s', async (table) => {
    for (const person of Object.values(people))
      await expect(db.as(person, (query) => query(`select * from private.${table}`))).rejects.toThrow(/permission denied/); // prettier-ignore
  });

  test('a change event of a partner’s booking names neither guest nor partner', async () => {
    received.length = 0;
    await expireChangeEventPause(db as Parameters<typeof expireChangeEventPause>[0]);
    await bookedBy(partner, await departureIn(20), 1, { contact: CONTACT });
    await listener.query('select 1');
    expect(received.length).toBeGreaterThan(0);
    for (const event of received) {
      expect(event).not.toMatch(PERSONAL);
      expect(Object.keys(JSON.parse(event) as object)).not.toContain('organisation_id');
      expect(event).not.toContain(partner.id);
    }
  });
});
