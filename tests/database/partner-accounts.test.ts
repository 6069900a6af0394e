/**
 * Bookings on a partner's account: up to its credit limit, seen by both sides only, and never counted as money
 * received.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCompany, makeDeparture, makeOrganisation, type Company } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database, Persona, Session } from '../support/database.ts';
import { caseCount } from '../../src/lib/testing/random-cases.ts';

type RpcResult = { status: string } & Record<string, unknown>;
type Partner = Awaited<ReturnType<typeof makeOrganisation>>;

const HOUR_MS = 3_600_000;
const today = new Date().toISOString().slice(0, 10);

describe('partner accounts', () => {
  let db: Database;
  let company: Company;
  let partner: Partner;
  let other: Partner;
  let departure: string;
  const call = (as: Persona, rpc: string, input: Record<string, unknown>) => db.rpc<RpcResult>(as, rpc, input);
  const linkOf = async (organisation: Partner) =>
    (
      await db.query<{ id: string }>(
        `select id from public.organisation_companies where organisation_id = $1 and company_id = $2`,
        [organisation.id, company.id],
      )
    )[0]!.id;
  const accountLimitOf = async (organisation: Partner) =>
    (await db.query<{ is: unknown }>(`select private.account_limit($1) as is`, [await linkOf(organisation)]))[0]!.is;
  const limit = async (
    amount: number | null,
    { as = company.people.owner, expected, of = partner }: { as?: Persona; expected?: unknown; of?: Partner } = {},
  ) =>
    call(as, 'set_account_limit', {
      agreement: await linkOf(of),
      credit_limit: amount,
      expected: JSON.stringify(expected === undefined ? await accountLimitOf(of) : expected),
    });
  const adults = (count: number) =>
    Array.from({ length: count }, () => ({ price_category_id: company.priceCategoryId }));
  const book = (count: number, more: object = {}, { as = partner.agent, of = partner, request = randomUUID() }: { as?: string; of?: Partner; request?: string } = {}) =>
    call(as, 'book_as_partner', {
      request,
      organisation: of.id,
      departure,
      booking: {
        guests: adults(count),
        contact: { name: 'Olga', email: 'olga@own.test' },
        voucher_number: 'CP-1',
        on_account: true,
        ...more,
      },
    }); // prettier-ignore
  const act = (rpc: string, booking: unknown, change: object = {}, as: Persona = company.people.office) =>
    call(as, rpc, { request: randomUUID(), booking, change });
  const accountBalance = async (of = partner) =>
    Number(
      (await db.query<{ n: string }>(`select private.account_balance($1, $2, 'DKK') as n`, [of.id, company.id]))[0]!.n,
    );
  const paidIn = async (amount: number, more: Record<string, unknown> = {}, as: Persona = company.people.owner) =>
    call(as, 'record_account_payment', {
      payment: randomUUID(),
      agreement: await linkOf(partner),
      amount,
      currency: 'DKK',
      paid_on: today,
      reference: 'Transfer 77',
      ...more,
    });
  const account = (as: Persona, month: string | null = null, of = partner) =>
    call(as, 'read_account', { company: company.id, organisation: of.id, month });
  const money = async (id: unknown) =>
    (await call(company.people.office, 'read_booking', { booking: id }))['booking'] as {
      money: Record<string, number>;
      account: { available_credit: number } | null;
      guests: { id: string }[];
      payments: object[];
      documents: object[];
    };
  const documents = (id: unknown) => db.query(`select kind from public.documents where booking_id = $1`, [id]);
  const mails = async (id: unknown) =>
    (
      await db.query<{ template: string }>(
        `select template from private.outbox_messages where booking_id = $1 order by created_at, template`,
        [id],
      )
    ).map(({ template }) => template);
  const history = (id: unknown) =>
    db.query<{ action: string; after: Record<string, unknown> }>(
      `select action, after from public.audit_events where subject_id = $1 order by happened_at`,
      [id],
    );

  beforeAll(async () => {
    db = await openPostgres();
  });
  afterAll(() => db?.close());
  beforeEach(async () => {
    company = await makeCompany(db);
    partner = await makeOrganisation(db, [company]);
    other = await makeOrganisation(db, [company]);
    departure = await makeDeparture(db, company, { startsAt: new Date(Date.now() + 72 * HOUR_MS), capacity: 40 });
  });

  test('a booking within the limit goes on account; beyond it, the refusal says what is left', async () => {
    expect(await book(1)).toEqual({ status: 'no_account' });
    expect(await limit(12_000)).toEqual({ status: 'ok' });
    const request = randomUUID();
    const made = await book(2, {}, { request });
    expect(made).toMatchObject({ status: 'ok', state: 'CONFIRMED', money: { total: 10_000, due: 0, on_account: 10_000 } }); // prettier-ignore
    // A repeat charges it once.
    expect(await book(2, {}, { request })).toEqual(made);
    expect(await accountBalance()).toBe(10_000);
    const refused = { status: 'over_limit', available_credit: 2000, currency: 'DKK' };
    expect(await book(1, { preview: true })).toEqual(refused);
    expect(await book(1)).toEqual(refused);
    expect(await db.query(`select from public.bookings where company_id = $1`, [company.id])).toHaveLength(1);
    // The guests can still pay themselves.
    expect(await book(1, { on_account: false })).toMatchObject({ status: 'ok', money: { due: 5000, on_account: 0 } });
    // Only staff can override the limit.
    expect(await book(1, { override: 'please' })).toEqual(refused);
    expect(await call(partner.agent, 'read_partner_booking_choices', { organisation: partner.id })).toMatchObject({ companies: [{ account: { available_credit: 2000 } }] }); // prettier-ignore
    expect(await call(other.agent, 'read_partner_booking_choices', { organisation: other.id })).toMatchObject({ companies: [{ account: null }] }); // prettier-ignore
    // A payment frees credit again.
    expect(await paidIn(6000)).toEqual({ status: 'ok' });
    expect(await book(1)).toMatchObject({ status: 'ok' });
  });

  test('credit counts as money nowhere: not in receipts, mails, books or webhooks', async () => {
    await limit(50_000);
    const { booking_id: id } = await book(2);
    const read = await money(id);
    expect(read).toMatchObject({ money: { due: 0, balance: 10_000, on_account: 10_000 }, documents: [] });
    expect(read.payments).toMatchObject([{ method: 'on_account', payment_status: 'RECEIVED', amount: 10_000 }]);
    expect(await documents(id)).toEqual([]);
    expect(await mails(id)).toEqual(['booking-confirmed']);
    const { office, owner } = company.people;
    expect(await call(office, 'read_daily_close', { company: company.id, day: today })).toMatchObject({ rows: [] });
    expect(await call(owner, 'read_ledger_export', { company: company.id, from_date: today, to_date: today })).toMatchObject({ money: [], documents: [] }); // prettier-ignore
    expect(await act('record_payment', id, { amount: 'due', method: 'cash', currency: 'DKK' })).toEqual({ status: 'nothing_due' }); // prettier-ignore
    expect(await act('issue_invoice', id, { name: 'Lund', address: 'Havnegade 1' })).toEqual({ status: 'nothing_paid' }); // prettier-ignore
    expect(await call(office, 'find_bookings', { company: company.id, sort: 'created' })).toMatchObject({ bookings: [{ due: 0, paid: 0, on_account: 10_000 }] }); // prettier-ignore
    const countFiltered = async (filters: object) =>
      ((await call(office, 'find_bookings', { company: company.id, sort: 'created', filters: JSON.stringify(filters) }))['bookings'] as []).length; // prettier-ignore
    expect(await countFiltered({ field: 'paid', from: 1 })).toBe(0);
    expect(await countFiltered({ field: 'due', from: 1 })).toBe(0);
    expect(await countFiltered({ field: 'account', from: 10_000 })).toBe(1);
    expect(await countFiltered({ field: 'account', from: 10_000, not: true })).toBe(0);
    const [row] = await db.query<{ is: unknown }>(`select private.webhook_booking($1) -> 'amounts' as is`, [id]);
    expect(row!.is).toEqual({ total: 10_000, paid: 0, on_account: 10_000, due: 0, to_refund: 0 });
    // Devices add what they collect to this amount, and ask for nothing.
    expect(await db.query(`select total_amount::int, paid_amount::int from public.bookings where id = $1`, [id])).toEqual([{ total_amount: 10_000, paid_amount: 10_000 }]); // prettier-ignore
  });

  test('the guest’s page and mails show neither a payment nor a refund', async () => {
    await limit(50_000);
    const { booking_id: id } = await book(2);
    const { token } = await call(company.people.office, 'preview_as_guest', { booking: id });
    expect(await call('anon', 'guest_read_booking', { token })).toMatchObject({
      booking: {
        money: { total: 0, balance: 0, due: 0, due_now: 0 },
        may: { refund: 0 },
        guests: [{ amount: 0 }, { amount: 0 }],
      },
    });
    const [own] = await db.query<{ token: string }>(`select private.create_booking_link($1) as token`, [id]);
    const cancel = { request: randomUUID(), token: own!.token, change: {} };
    const gone = await call('anon', 'guest_cancel', cancel);
    expect(gone).toMatchObject({ status: 'ok', refund: 0, booking: { state: 'CANCELLED', money: { retained: 0, owed: 0, balance: 0 } } }); // prettier-ignore
    expect(await call('anon', 'guest_cancel', cancel)).toMatchObject({ status: 'ok', refund: 0 });
    expect(gone).not.toHaveProperty('on_account');
    expect(await accountBalance()).toBe(0);
    // Cancelled before the confirmation was sent, a booking gets only the cancellation mail.
    expect(await mails(id)).toEqual(['booking-cancelled']);
    const [letter] = await db.query<{ refund: number }>(
      `select (data ->> 'refund')::int as refund from private.outbox_messages where booking_id = $1 and template = 'booking-cancelled'`,
      [id],
    );
    expect(letter).toEqual({ refund: 0 });
  });

  test('a cancellation credits by the policy at once; a restored booking is charged again', async () => {
    await limit(20_000);
    const [early, late] = [await book(2), await book(2)];
    expect(await act('cancel_booking', early['booking_id'])).toMatchObject({ status: 'ok', refund: 10_000, on_account: -10_000, money: { owed: 0, balance: 0 } }); // prettier-ignore
    expect(await accountBalance()).toBe(10_000);
    expect(await documents(early['booking_id'])).toEqual([]);
    // Other bookings have used the credit.
    await limit(15_000);
    expect(await act('restore_booking', early['booking_id'])).toMatchObject({ status: 'over_limit' });
    await limit(20_000);
    expect(await act('restore_booking', early['booking_id'])).toMatchObject({ status: 'ok', on_account: 10_000, money: { due: 0 } }); // prettier-ignore
    expect(await accountBalance()).toBe(20_000);
    // After the deadline the policy keeps the price: the partner still owes it.
    await db.query(
      `update public.departures set starts_at = now() + interval '2 hours', ends_at = now() + interval '4 hours' where id = $1`,
      [departure],
    );
    expect(await act('cancel_booking', late['booking_id'])).toMatchObject({ status: 'ok', refund: 0, money: { retained: 10_000 } }); // prettier-ignore
    expect(await accountBalance()).toBe(20_000);
    // The office may decide otherwise.
    expect(await act('decide_refund', late['booking_id'], { amount: 4000 })).toMatchObject({ status: 'ok' });
    expect(await accountBalance()).toBe(16_000);
  });

  test('follows a change of the party; beyond the limit the office gives a reason, which is logged', async () => {
    await limit(15_000);
    const { booking_id: id } = await book(2);
    expect(await act('change_party', id, { add: adults(1) })).toMatchObject({ status: 'ok', difference: 5000, on_account: 5000, money: { due: 0 } }); // prettier-ignore
    expect(await act('change_party', id, { add: adults(1) })).toEqual({ status: 'over_limit', available_credit: 0, currency: 'DKK' }); // prettier-ignore
    // The office may leave added guests to pay for themselves.
    expect(await act('change_party', id, { add: adults(1), account: false, preview: true })).toMatchObject({ status: 'ok', money: { due: 5000 } }); // prettier-ignore
    expect(await act('change_party', id, { add: adults(1), override: 'a good partner' })).toMatchObject({ status: 'ok', overridden_rules: ['account_limit'], on_account: 5000 }); // prettier-ignore
    expect((await history(id)).at(-1)).toMatchObject({ action: 'change_party', after: { overridden_rules: ['account_limit'], override: 'a good partner', on_account: 5000 } }); // prettier-ignore
    expect(await accountBalance()).toBe(20_000);
    const guests = (await money(id)).guests;
    expect(await act('change_party', id, { remove: guests.slice(0, 3).map((guest) => guest.id) })).toMatchObject({ status: 'ok', on_account: -15_000, money: { overpaid: 0, due: 0 } }); // prettier-ignore
    expect(await accountBalance()).toBe(5000);
  });

  test('the office charges what is due to the account, and refunds guests’ own payments first', async () => {
    await limit(8000);
    const { booking_id: id } = await book(2, { on_account: false });
    expect(await act('record_payment', id, { amount: 12_000, currency: 'DKK', method: 'on_account' })).toEqual({ status: 'too_much', max: 10_000 }); // prettier-ignore
    expect(await act('record_payment', id, { amount: 3000, currency: 'DKK', method: 'cash' })).toMatchObject({ status: 'ok' }); // prettier-ignore
    expect(await act('record_payment', id, { amount: 'due', currency: 'DKK', method: 'on_account' })).toMatchObject({ status: 'ok', money: { due: 0, on_account: 7000 } }); // prettier-ignore
    // Only the cash payment gets a receipt.
    expect(await documents(id)).toEqual([{ kind: 'receipt' }]);
    expect(await act('decide_refund', id, { amount: 4000 })).toMatchObject({ money: { owed: 3000, on_account: 6000 } }); // prettier-ignore
    expect(await act('record_refund', id, { amount: 6001, method: 'on_account' })).toEqual({ status: 'too_much', max: 6000 }); // prettier-ignore
    expect(await act('record_refund', id, { amount: 6000, method: 'on_account' })).toMatchObject({ status: 'ok', money: { on_account: 0 } }); // prettier-ignore
    expect(await accountBalance()).toBe(0);
    // Not without a partner.
    await act('assign_partner', id, { organisation_id: null });
    expect(await act('record_payment', id, { amount: 'due', currency: 'DKK', method: 'on_account' })).toEqual({ status: 'no_account' }); // prettier-ignore
  });

  test('splits and merges move the amount on account', async () => {
    await limit(50_000);
    const { booking_id: id } = await book(3);
    const guests = (await money(id)).guests;
    const split = await act('split_booking', id, { guests: [guests[0]!.id] });
    expect(split).toMatchObject({ status: 'ok', money: { on_account: 10_000, due: 0 } });
    expect(await money(split['new_booking_id'])).toMatchObject({ money: { on_account: 5000, due: 0 } });
    expect(await accountBalance()).toBe(15_000);
    expect(await act('cancel_booking', split['new_booking_id'], { refund: 'full' })).toMatchObject({ on_account: -5000 }); // prettier-ignore
    const { booking_id: joined } = await book(1);
    expect(await act('merge_bookings', id, { other: joined, confirm: true })).toMatchObject({ money: { on_account: 15_000 } }); // prettier-ignore
    expect(await act('cancel_booking', id)).toMatchObject({ on_account: -15_000 });
    expect(await accountBalance()).toBe(0);
    expect(await documents(id)).toEqual([]);
  });

  test('an open invoice is credited when the partner owes the amount instead', async () => {
    await limit(50_000);
    const { booking_id: id } = await book(1, { on_account: false });
    expect(await act('issue_invoice', id, { name: 'Lund', address: 'Havnegade 1' })).toMatchObject({ status: 'ok' });
    expect(await act('record_payment', id, { amount: 'due', currency: 'DKK', method: 'on_account' })).toMatchObject({ status: 'ok' }); // prettier-ignore
    expect(await documents(id)).toEqual([{ kind: 'invoice' }, { kind: 'credit_note' }]);
  });

  test('a cancelled departure credits everything and mails nobody about a refund', async () => {
    await limit(50_000);
    const { booking_id: id } = await book(2);
    await db.query(`select private.end_cancelled_departure_booking($1, 'weather')`, [id]);
    expect(await accountBalance()).toBe(0);
    expect(await mails(id)).not.toContain('booking-refunded');
  });

  test('a partner acting for the company cannot change its own account', async () => {
    await limit(50_000);
    const { booking_id: id } = await book(2);
    const { booking_id: paying } = await book(1, { on_account: false });
    await call(partner.admin, 'impersonate', { company: company.id });
    const acting = (rpc: string, booking: unknown, change: object) => act(rpc, booking, change, partner.admin);
    const refused = { status: 'not_permitted' };
    const earns = { status: 'earns_commission' };
    expect(await acting('record_payment', paying, { amount: 'due', currency: 'DKK', method: 'on_account', override: 'us' })).toEqual(refused); // prettier-ignore
    expect(await acting('record_refund', id, { amount: 1000, method: 'on_account' })).toEqual(refused);
    expect(await acting('decide_refund', id, { amount: 1000 })).toEqual(refused);
    expect(await acting('cancel_booking', id, { refund: 'full' })).toEqual(earns);
    const guests = (await money(id)).guests;
    expect(await acting('change_party', id, { remove: [guests[0]!.id] })).toEqual(earns);
    expect(await accountBalance()).toBe(10_000);
    for (const [rpc, input] of [
      [
        'set_account_limit',
        { agreement: await linkOf(partner), credit_limit: 1, expected: JSON.stringify(await accountLimitOf(partner)) },
      ],
      [
        'record_account_payment',
        {
          payment: randomUUID(),
          agreement: await linkOf(partner),
          amount: 1,
          currency: 'DKK',
          paid_on: today,
          reference: null,
        },
      ],
    ] as const)
      // prettier-ignore
      expect([rpc, await call(partner.admin, rpc, input)]).toEqual([rpc, refused]);
    expect(await acting('cancel_booking', id, {})).toEqual(earns);
  });

  test('the owner alone sets the limit, without overwriting a concurrent edit; existing debt stays', async () => {
    const { office, accountant, owner } = company.people;
    for (const who of [partner.admin, partner.agent, other.admin, office, accountant])
      expect([who, await limit(1000, { as: who })]).toEqual([who, { status: 'not_permitted' }]);
    for (const wrong of [-1, 1_000_000_000_001]) expect(await limit(wrong)).toEqual({ status: 'invalid' });
    expect(await limit(9000)).toEqual({ status: 'ok' });
    expect(await limit(9000, { expected: null })).toEqual({ status: 'ok' });
    expect(await limit(7000, { expected: null })).toEqual({ status: 'stale', account: { limit: 9000, currency: 'DKK' } }); // prettier-ignore
    await book(1);
    expect(await limit(null)).toEqual({ status: 'ok' });
    expect(await book(1)).toEqual({ status: 'no_account' });
    expect(await accountBalance()).toBe(5000);
    await limit(9000);
    const agreement = await linkOf(partner);
    expect(await call(owner, 'end_agreement', { agreement })).toEqual({ status: 'ok' });
    expect(await limit(9000)).toEqual({ status: 'ended' });
    // After a renewed agreement there is no account, but the old debt can still be paid.
    expect(await paidIn(2000)).toEqual({ status: 'ok' });
    await db.query(`update public.organisation_companies set status = 'active' where id = $1`, [agreement]);
    expect(await book(1)).toEqual({ status: 'no_account' });
    expect(await account(owner)).toMatchObject({ account: null, sums: [{ currency: 'DKK', open: 3000 }] });
    const log = await db.query(`select after from public.audit_events where company_id = $1 and action = 'set_account_limit' order by happened_at`, [company.id]); // prettier-ignore
    expect(log).toEqual([9000, null, 9000].map((sum) => ({ after: { account: sum && { limit: sum, currency: 'DKK' } } }))); // prettier-ignore
  });

  test('after a currency change the limit must be set again, and existing debt stays in the old one', async () => {
    await limit(50_000);
    await book(1);
    await db.query(`update public.companies set currency = 'EUR' where id = $1`, [company.id]);
    expect(await book(1)).toEqual({ status: 'no_account' });
    expect(await limit(50_000)).toEqual({ status: 'ok' });
    expect(await book(1)).toMatchObject({ status: 'ok' });
    expect(await account(partner.admin)).toMatchObject({
      sums: [
        { currency: 'DKK', open: 5000 },
        { currency: 'EUR', open: 5000 },
      ],
    });
  });

  test('payments are idempotent and immutable; a wrong one is reversed by another', async () => {
    await limit(50_000);
    await book(2);
    const payment = randomUUID();
    expect(await paidIn(4000, { payment })).toEqual({ status: 'ok' });
    expect(await paidIn(4000, { payment })).toEqual({ status: 'ok' });
    expect(await paidIn(5000, { payment })).toEqual({ status: 'id_reused' });
    expect(await accountBalance()).toBe(6000);
    for (const wrong of [
      { amount: 0 },
      { amount: -5 },
      { currency: 'EUR' },
      { paid_on: '2999-01-01' },
      { reference: 'x'.repeat(201) },
    ])
      // prettier-ignore
      expect([wrong, await paidIn(1000, wrong)]).toEqual([wrong, { status: 'invalid' }]);
    const correct = (correction: string, reason = 'wrong partner', as: Persona = company.people.owner) =>
      call(as, 'correct_account_payment', { correction, payment, reason });
    const correction = randomUUID();
    expect(await correct(correction, 'mine', partner.admin)).toEqual({ status: 'not_permitted' });
    expect(await correct(correction, ' ')).toEqual({ status: 'invalid' });
    expect(await correct(correction)).toEqual({ status: 'ok' });
    expect(await correct(correction)).toEqual({ status: 'ok' });
    expect(await correct(randomUUID())).toEqual({ status: 'corrected' });
    expect(await accountBalance()).toBe(10_000);
    await expect(db.query(`update private.account_payments set amount = 1 where id = $1`, [payment])).rejects.toThrow(/cannot be changed/); // prettier-ignore
    await expect(db.query(`delete from private.account_payments where id = $1`, [payment])).rejects.toThrow(/cannot be changed/); // prettier-ignore
  });

  test('only the two sides read the account, month by month with its bookings', async () => {
    await limit(50_000);
    const { booking_id: id, reference } = await book(2);
    await paidIn(4000, { paid_on: '2026-01-05' });
    await act('cancel_booking', id);
    const ours = await account(company.people.owner);
    expect(await account(partner.admin)).toEqual(ours);
    expect(ours).toMatchObject({
      status: 'ok',
      account: { limit: 50_000, currency: 'DKK' },
      sums: [{ currency: 'DKK', open: -4000 }],
      statements: [
        {
          currency: 'DKK',
          opening: 0,
          closing: -4000,
          lines: [
            {
              kind: 'booked',
              amount: 10_000,
              booking: reference,
              voucher_number: 'CP-1',
              local_date: expect.any(String),
            },
            { kind: 'paid_in', amount: -4000, reference: 'Transfer 77', paid_on: '2026-01-05' },
            { kind: 'credited', amount: -10_000, booking: reference },
          ],
        },
      ],
    });
    expect(JSON.stringify(ours)).not.toContain('Olga');
    // A later month starts with the balance; an earlier one is empty.
    expect(await account(partner.admin, '2040-01')).toMatchObject({ statements: [{ opening: -4000, closing: -4000, lines: [] }] }); // prettier-ignore
    expect(await account(partner.admin, '2020-01')).toMatchObject({ statements: [] });
    expect(await account(partner.admin, '2020-13')).toEqual({ status: 'invalid' });
    const stranger = await makeCompany(db);
    await call(other.admin, 'impersonate', { company: company.id });
    for (const who of [partner.agent, other.admin, other.agent, stranger.people.owner, company.people.office])
      expect([who, await account(who)]).toEqual([who, { status: 'not_permitted' }]);
    await expect(account('anon')).rejects.toThrow(/permission denied/);
    for (const table of ['partner_accounts', 'account_payments'])
      await expect(db.as(company.people.owner, (query) => query(`select * from private.${table}`))).rejects.toThrow(
        /permission denied/,
      );
    const listed = async (as: Persona, of: object) =>
      (await call(as, 'read_agreements', { ...of }))['agreements'] as object[];
    expect(await listed(partner.admin, { organisation: partner.id })).toMatchObject([{ account: { limit: 50_000 }, owed: [{ currency: 'DKK', open: -4000 }] }]); // prettier-ignore
    expect(await listed(other.admin, { organisation: other.id })).toMatchObject([{ account: null, owed: [] }]);
    // Nor does another partner, with its own list, learn that this booking is on account.
    const findBookings = async (who: Partner) =>
      ((await call(who.admin, 'find_partner_bookings', { organisation: who.id, sort: 'created' }))['bookings'] as { reference: string; on_account: number; paid: number }[]).find((booking) => booking.reference === second['reference']); // prettier-ignore
    const second = await book(1);
    expect(await findBookings(partner)).toMatchObject({ on_account: 5000, paid: 0 });
    expect(await findBookings(other)).toMatchObject({ on_account: 0, paid: 5000 });
    // While acting for the company, a partner does not see another partner's account.
    await call(other.admin, 'impersonate', { company: company.id });
    const read = await call(other.admin, 'read_booking', { booking: id });
    expect(read).toMatchObject({ status: 'ok', booking: { account: null } });
    expect(await money(id)).toMatchObject({ account: { available_credit: 49_000 } });
  });
});

describe('concurrent bookings', () => {
  // Each new connection first compiles the functions, which costs more than its bookings.
  const AGENTS = process.env['SOAK'] ? 32 : 12;
  const ROUNDS = caseCount(40, 2);
  let db: Awaited<ReturnType<typeof openPostgres>>;
  let crowd: (Session & { close(): Promise<void> })[];
  let company: Company;
  let partner: Partner;
  beforeAll(async () => {
    db = await openPostgres();
    crowd = await Promise.all(Array.from({ length: AGENTS }, () => db.connect()));
    company = await makeCompany(db);
    partner = await makeOrganisation(db, [company]);
    await db.query(
      `insert into private.partner_accounts (agreement_id, organisation_id, company_id, credit_limit, currency)
       select id, organisation_id, company_id, 50000, 'DKK' from public.organisation_companies where organisation_id = $1`,
      [partner.id],
    );
  });
  afterAll(async () => {
    await Promise.all((crowd ?? []).map((session) => session.close()));
    await db?.close();
  });

  test(`${AGENTS} agents, with the office changing bookings, never pass the limit or deadlock`, async () => {
    const departures = await Promise.all(
      [72, 96, 120, 144].map((hours) =>
        makeDeparture(db, company, { startsAt: new Date(Date.now() + hours * HOUR_MS), capacity: 400 }),
      ),
    );
    const adult = { price_category_id: company.priceCategoryId };
    let highest = 0;
    const refusals = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const results = await Promise.all(
        crowd.map(async (session, at) => {
          const results: RpcResult[] = [];
          for (let turn = 0; turn < 3; turn += 1) {
            const made = await session.rpc<RpcResult>(at % 2 ? partner.agent : partner.admin, 'book_as_partner', {
              request: randomUUID(),
              organisation: partner.id,
              departure: departures[(at + turn) % 4],
              booking: { guests: at % 3 ? [adult] : [adult, adult], contact: { name: 'Olga' }, on_account: true },
            });
            results.push(made);
            if (made.status !== 'ok') continue;
            const [rpc, change] = (
              [
                ['cancel_booking', {}],
                ['change_party', { add: [adult] }],
                ['move_booking', { departure_id: departures[(at + turn + 1) % 4], reprice: true }],
              ] as const
            )[(at + turn) % 3]!;
            results.push(
              await session.rpc<RpcResult>(company.people.office, rpc, {
                request: randomUUID(),
                booking: made['booking_id'],
                change,
              }),
            );
          }
          return results;
        }),
      );
      for (const { status } of results.flat()) refusals.set(status, (refusals.get(status) ?? 0) + 1);
      const [row] = await db.query<{ open: number; booked: number }>(
        `select private.account_balance($1, $2, 'DKK')::int as open,
           (select sum(total_amount)::int from public.bookings where organisation_id = $1 and status = 'CONFIRMED') as booked`,
        [partner.id, company.id],
      );
      expect(row!.open).toBeLessThanOrEqual(50_000);
      // The open amount is exactly that of the confirmed bookings.
      expect(row!.open).toBe(row!.booked);
      highest = Math.max(highest, row!.open);
      const confirmed = await db.query<{ id: string }>(
        `select id from public.bookings where organisation_id = $1 and status = 'CONFIRMED' limit 4`,
        [partner.id],
      );
      for (const { id } of confirmed)
        await db.rpc(company.people.office, 'cancel_booking', { request: randomUUID(), booking: id, change: {} });
    }
    expect([...refusals.keys()].sort()).toEqual(['ok', 'over_limit']);
    expect(highest).toBe(50_000);
  }, 120_000);
});
