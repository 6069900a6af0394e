/**
 * Receipts, invoices and credit notes: every change of the ledger is documented once, under numbers without gaps (ADR
 * 046).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playSequence } from '../support/booking-sequence.ts';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { COMPANY_ROLES, makeBooking, makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import type { Database, Persona, Query } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { caseCount, runUntilCovered } from '../../src/lib/testing/random-cases.ts';

let db: Database;
let stage: Stage;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
  await db.query(`update public.tours set vat_rate = 25 where id = $1`, [stage.company.tourId]);
  await db.query(`update public.price_categories set vat_rate = 12.5 where id = $1`, [stage.categories.CHILD]);
  await db.query(`update public.price_categories set vat_rate = 0 where id = $1`, [stage.categories.FAMILY]);
});
afterAll(() => db?.close());

interface Line {
  type: string | null;
  quantity: number | null;
  unit: number | null;
  rate: number | null;
  gross: number;
  net: number;
  vat: number;
}
interface Issued {
  id: string;
  kind: string;
  number: string;
  gross: number;
  net: number;
  vat: number;
  lines: Line[];
  buyer: object | null;
  refers_to: string[];
}
const documentsOf = (booking: string, from: { query: Query } = db) =>
  from.query<Issued>(
    `select id, kind, private.document_number(d) as number, gross::int, net::int, vat::int, lines, buyer, refers_to
     from public.documents as d where booking_id = $1 order by issued_at, number`,
    [booking],
  );
const summaries = (documents: readonly Issued[]) => documents.map(({ kind, gross, vat }) => [kind, gross, vat]);
const act = <T extends object = { status: string }>(
  name: string,
  booking: string,
  change: object,
  person: Persona = stage.company.people.office,
) => db.rpc<T & { status: string }>(person, name, { request: randomUUID(), booking, change });

async function book(party: (keyof Stage['categories'])[] = ['ADULT', 'ADULT']): Promise<string> {
  const departure = await makeDeparture(db, stage.company, { localDate: '2035-07-01', capacity: 200 });
  const made = await db.rpc<{ status: string; booking_id: string }>(stage.company.people.office, 'hold_booking', {
    request: randomUUID(),
    departure,
    booking: {
      state: 'CONFIRMED',
      contact: { name: 'Anna Holm', email: 'anna@holm.test', locale: 'da' },
      guests: party.map((category) => ({ price_category_id: stage.categories[category] })),
    },
  });
  expect(made).toMatchObject({ status: 'ok' });
  return made.booking_id;
}
const pay = (booking: string, amount: number | 'due' = 'due') =>
  act('record_payment', booking, { amount, currency: 'DKK', method: 'cash' });

const BUYER = { name: 'Nordlys ApS', address: 'Havnegade 1\n1058 København', vat_number: 'DK12345678' };

/** Finds every inconsistency between ledger and documents of a company; it must return no rows. */
const WRONG = `
  with money as (
    select b.id as booking,
      coalesce((select sum(amount) from public.payments as p where p.booking_id = b.id and p.status = 'RECEIVED' and p.method not in ('moved', 'on_account') and p.provider is distinct from 'opening'), 0)
      - coalesce((select sum(amount) from public.refunds as r where r.booking_id = b.id and r.status = 'REFUNDED' and coalesce(r.method, 'other') not in ('moved', 'on_account')), 0) as ledger,
      coalesce((select sum(case kind when 'credit_note' then -gross else gross end) from public.documents as d where d.booking_id = b.id), 0) as paper,
      coalesce((select amount from private.open_invoices as o where o.booking_id = b.id), 0) as open,
      coalesce((select sum(case kind when 'credit_note' then -vat else vat end) from public.documents as d where d.booking_id = b.id), 0) as vat,
      private.paid_amount(b.id) - private.on_account(b.id) - coalesce((select sum(amount) from public.payments as p where p.booking_id = b.id and (p.method = 'moved' or p.provider = 'opening')), 0)
        + coalesce((select sum(amount) from public.refunds as r where r.booking_id = b.id and r.method = 'moved'), 0) as balance
    from public.bookings as b where b.company_id = $1
  ), sums as (
    select d.id, sum((line ->> 'gross')::bigint) as gross, sum((line ->> 'net')::bigint) as net, sum((line ->> 'vat')::bigint) as vat,
      bool_and((line ->> 'net')::bigint + (line ->> 'vat')::bigint = (line ->> 'gross')::bigint and (line ->> 'gross')::bigint > 0) as whole
    from public.documents as d, jsonb_array_elements(d.lines) as line where d.company_id = $1 group by 1
  )
  select 'ledger' as what, to_jsonb(money) as of from money where ledger <> paper - open or ledger <> balance
  union all select 'vat of nothing', to_jsonb(money) from money where paper = 0 and vat <> 0
  union all select 'lines', to_jsonb(sums) from sums join public.documents as d using (id) where (sums.gross, sums.net, sums.vat) <> (d.gross, d.net, d.vat) or not sums.whole
  union all select 'gap', to_jsonb(n) from (
    select kind, year, number, row_number() over (partition by kind, year order by issued_at, number) as place from public.documents where company_id = $1) as n
  where number <> place`;

test('receipts less credit notes equal the ledger after each step of random histories', async () => {
  let step = 0;
  const invoiceOne = async (n: number) => {
    const recent = await db.query<{ id: string }>(
      `select id from public.bookings where company_id = $1 and created_at > now() - interval '1 hour' order by created_at desc, id limit 6`,
      [stage.company.id],
    );
    const booking = recent[n % recent.length];
    if (!booking) return;
    const issued = await act<{ status: string }>('issue_invoice', booking.id, BUYER);
    // The model does not know of these invoices, so their log entries are removed.
    if (issued.status === 'ok')
      await db.query(
        `delete from public.audit_events where id = (
             select id from public.audit_events where subject_id = $1 and action = 'issue_invoice' order by happened_at desc limit 1)`,
        [booking.id],
      );
  };
  const kinds = new Map<string, number>();
  const play = async (seed: number) => {
    await playSequence(db, stage, {
      seed,
      steps: 24,
      after: async () => {
        // In every second history invoices are issued, paid or not.
        step += 1;
        if (seed % 2 === 0 && step % 5 === 0) await invoiceOne(step);
        expect(await db.query(WRONG, [stage.company.id])).toEqual([]);
      },
    });
    const rows = await db.query<{ kind: string; count: number }>(
      `select kind, count(*)::int as count from public.documents where company_id = $1 group by 1`,
      [stage.company.id],
    );
    for (const { kind, count } of rows) kinds.set(kind, count);
  };
  // A history without payments and refunds proves nothing.
  const isCovered = () => ['receipt', 'invoice', 'credit_note'].every((kind) => kinds.get(kind)! > 5);
  await runUntilCovered(isCovered, play, caseCount(60));
  expect(kinds).toSatisfy(isCovered);
});

describe('issued documents', () => {
  test('a payment gets a receipt with the lines and VAT rates of the day', async () => {
    const booking = await book(['ADULT', 'ADULT', 'CHILD', 'FAMILY']);
    await pay(booking);
    const [receipt, ...more] = await documentsOf(booking);
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({ kind: 'receipt', gross: 27_500, vat: 2278, net: 25_222, buyer: null });
    expect(receipt!.lines).toEqual([
      { type: 'ADULT', quantity: 2, unit: 5000, rate: 25, gross: 10_000, net: 8000, vat: 2000 },
      { type: 'CHILD', quantity: 1, unit: 2500, rate: 12.5, gross: 2500, net: 2222, vat: 278 },
      { type: 'FAMILY', quantity: 1, unit: 15_000, rate: 0, gross: 15_000, net: 15_000, vat: 0 },
    ]);
    // A later change of the rate does not affect it.
    await db.query(`update public.tours set vat_rate = 10 where id = $1`, [stage.company.tourId]);
    expect(await documentsOf(booking)).toEqual([receipt]);
    await db.query(`update public.tours set vat_rate = 25 where id = $1`, [stage.company.tourId]);
  });

  test('part payments are split by line, and refunds use the rates that were charged', async () => {
    const booking = await book(['ADULT', 'CHILD']);
    await pay(booking, 1000);
    await pay(booking);
    const refund = await act<{ refund_id: string }>('record_refund', booking, { amount: 2501, method: 'cash' });
    expect(refund.status).toBe('ok');
    await act('record_refund', booking, { amount: 4999, method: 'bank' });
    const documents = await documentsOf(booking);
    expect(summaries(documents)).toEqual([
      ['receipt', 1000, 170],
      ['receipt', 6500, 1108],
      ['credit_note', 2501, 426],
      ['credit_note', 4999, 852],
    ]);
    expect(documents[2]!.refers_to).toEqual([documents[0]!.number, documents[1]!.number]);
  });

  test('partial refunds take back exactly the VAT that was charged', async () => {
    const booking = await book(['ADULT']);
    await pay(booking);
    for (const amount of [1666, 1667, 1667]) await act('record_refund', booking, { amount, method: 'cash' });
    expect(summaries(await documentsOf(booking))).toEqual([
      ['receipt', 5000, 1000],
      ['credit_note', 1666, 333],
      ['credit_note', 1667, 333],
      // Rounded on its own it would be 333, and one øre of VAT would be left.
      ['credit_note', 1667, 334],
    ]);
  });

  test('undone cash and a failed refund get documents of their own', async () => {
    const booking = await book();
    await pay(booking);
    const [{ id: payment } = { id: '' }] = await db.query<{ id: string }>(
      `update public.payments set status = 'UNDONE' where booking_id = $1 returning id`,
      [booking],
    );
    await db.query(`update public.payments set status = 'RECEIVED' where id = $1`, [payment]);
    await act('record_refund', booking, { amount: 10_000, method: 'card' });
    await db.query(`update public.refunds set status = 'REFUND_FAILED', refunded_at = null where booking_id = $1`, [
      booking,
    ]);
    expect(summaries(await documentsOf(booking))).toEqual([
      ['receipt', 10_000, 2000],
      ['credit_note', 10_000, 2000],
      ['receipt', 10_000, 2000],
      ['credit_note', 10_000, 2000],
      ['receipt', 10_000, 2000],
    ]);
  });

  test('opening balances and moved money get no documents', async () => {
    const departure = await makeDeparture(db, stage.company, { localDate: '2035-07-02' });
    const { bookingId } = await makeBooking(db, stage.company, { departureId: departure, guests: 2 });
    await db.query(`insert into public.payments (company_id, booking_id, amount, currency, method, provider)
      values ('${stage.company.id}', '${bookingId}', 500, 'DKK', 'other', 'opening')`);
    const booking = await book(['ADULT', 'ADULT']);
    await pay(booking);
    const [guest] = await db.query<{ id: string }>(`select id from public.guests where booking_id = $1 limit 1`, [
      booking,
    ]);
    const split = await act<{ new_booking_id: string }>('split_booking', booking, { guests: [guest!.id] });
    expect(split.status).toBe('ok');
    expect(await documentsOf(bookingId)).toEqual([]);
    expect(await documentsOf(split.new_booking_id)).toEqual([]);
    expect(summaries(await documentsOf(booking))).toEqual([['receipt', 10_000, 2000]]);
  });

  test('previews and rollbacks use up no number', async () => {
    const booking = await book();
    await act('record_payment', booking, { amount: 'due', currency: 'DKK', method: 'cash', preview: true });
    expect(await documentsOf(booking)).toEqual([]);
    await expect(
      db.as(stage.company.people.office, async (query) => {
        await query(`select public.record_payment($1, $2, $3)`, [
          randomUUID(),
          booking,
          JSON.stringify({ amount: 'due', currency: 'DKK', method: 'cash' }),
        ]);
        await query(`set constraints all immediate`);
        await query(`select 1 / 0`);
      }),
    ).rejects.toThrow(/division/);
    expect(await documentsOf(booking)).toEqual([]);
    await pay(booking);
    expect(await documentsOf(booking)).toHaveLength(1);
    expect(await db.query(WRONG, [stage.company.id])).toEqual([]);
  });
});

describe('an invoice', () => {
  test('replaces receipts, is idempotent, and later payments are invoiced too', async () => {
    const booking = await book(['ADULT', 'CHILD']);
    await pay(booking, 3000);
    const request = randomUUID();
    const issueInvoice = () =>
      db.rpc<{ status: string; document_id: string }>(stage.company.people.office, 'issue_invoice', {
        request,
        booking,
        change: BUYER,
      });
    const first = await issueInvoice();
    expect(first.status).toBe('ok');
    expect(await issueInvoice()).toEqual(first);
    await pay(booking);
    const documents = await documentsOf(booking);
    expect(documents.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['receipt', 3000],
      ['credit_note', 3000],
      ['invoice', 7500],
    ]);
    // Guests added later are invoiced when they pay.
    await act('change_party', booking, { add: [{ price_category_id: stage.categories.ADULT }] });
    await pay(booking);
    documents.push((await documentsOf(booking)).at(-1)!);
    expect(documents.at(-1)).toMatchObject({ kind: 'invoice', gross: 5000 });
    expect(documents.map(({ buyer }) => buyer)).toEqual([null, null, BUYER, BUYER]);
    expect(documents[1]!.refers_to).toEqual([documents[0]!.number]);
    expect(await db.query(WRONG, [stage.company.id])).toEqual([]);
  });

  test('covers all that is due after money without a receipt was refunded', async () => {
    const booking = await book(['ADULT', 'ADULT']);
    await db.query(
      `insert into public.payments (company_id, booking_id, amount, currency, method, provider)
       values ($1, $2, 7000, 'DKK', 'other', 'opening')`,
      [stage.company.id, booking],
    );
    const refund = { amount: 1000, currency: 'DKK', method: 'other' };
    expect(await act('record_refund', booking, refund)).toMatchObject({ status: 'ok' });
    expect(await act('issue_invoice', booking, BUYER)).toMatchObject({ status: 'ok' });
    expect(summaries(await documentsOf(booking)).map(([kind, gross]) => [kind, gross])).toEqual([
      ['credit_note', 1000],
      ['invoice', 4000],
    ]);
    expect(await db.query(WRONG, [stage.company.id])).toEqual([]);
  });

  test('can precede payment: payments for it need no receipt, and reduced amounts get a credit note', async () => {
    const booking = await book(['ADULT', 'ADULT']);
    expect(await act('issue_invoice', booking, BUYER)).toMatchObject({ status: 'ok' });
    const open = async () =>
      (await db.rpc<{ booking: { open_invoice: number } }>(stage.company.people.office, 'read_booking', { booking }))
        .booking.open_invoice;
    const papers = async () => (await documentsOf(booking)).map(({ kind, gross }) => [kind, gross]);
    const [invoice] = await db.query<{ due: number }>(
      `select (subject ->> 'due')::int as due from public.documents where booking_id = $1`,
      [booking],
    );
    expect([await papers(), invoice!.due, await open()]).toEqual([[['invoice', 10_000]], 10_000, 10_000]);
    await pay(booking, 4000);
    expect([await papers(), await open()]).toEqual([[['invoice', 10_000]], 6000]);
    // An undone payment leaves the amount open again.
    await db.query(`update public.payments set status = 'UNDONE' where booking_id = $1`, [booking]);
    expect([await papers(), await open()]).toEqual([[['invoice', 10_000]], 10_000]);
    await pay(booking, 4000);
    const [guest] = await db.query<{ id: string }>('select id from public.guests where booking_id = $1 limit 1', [
      booking,
    ]);
    await act('change_party', booking, { remove: [guest!.id] });
    expect([await papers(), await open()]).toEqual([
      [
        ['invoice', 10_000],
        ['credit_note', 5000],
      ],
      1000,
    ]);
    await act('cancel_booking', booking, { refund: 'none' });
    expect((await papers()).at(-1)).toEqual(['credit_note', 1000]);
    expect([await open(), (await db.query(WRONG, [stage.company.id])).length]).toEqual([0, 0]);
    // A second invoice replaces the first and covers everything. Without payments or dues there is none.
    const ended = await book();
    await act('cancel_booking', ended, {});
    expect(await act('issue_invoice', ended, BUYER)).toMatchObject({ status: 'nothing_paid' });
    const twice = await book();
    await act('issue_invoice', twice, BUYER);
    await pay(twice, 2000);
    await act('issue_invoice', twice, { ...BUYER, name: 'Other ApS' });
    expect((await documentsOf(twice)).map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', 10_000],
      ['credit_note', 10_000],
      ['invoice', 10_000],
    ]);
    await pay(twice);
    expect(await documentsOf(twice)).toHaveLength(3);
    expect(await db.query(WRONG, [stage.company.id])).toEqual([]);
  });

  test('follows a split: the moved amount is credited here and invoiced to the same buyer there', async () => {
    const booking = await book(['ADULT', 'ADULT']);
    await act('issue_invoice', booking, BUYER);
    const [guest] = await db.query<{ id: string }>('select id from public.guests where booking_id = $1 limit 1', [
      booking,
    ]);
    const { new_booking_id: made } = await act<{ new_booking_id: string }>('split_booking', booking, {
      guests: [guest!.id],
    });
    for (const of of [booking, made]) await pay(of);
    expect((await documentsOf(booking)).map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', 10_000],
      ['credit_note', 5000],
    ]);
    expect((await documentsOf(made)).map(({ kind, gross, buyer }) => [kind, gross, buyer])).toEqual([
      ['invoice', 5000, BUYER],
    ]);
    expect(await db.query(WRONG, [stage.company.id])).toEqual([]);
  });

  test('requires the buyer’s name and address', async () => {
    const booking = await book();
    await pay(booking);
    for (const change of [{ name: 'Nordlys' }, { address: 'Havnegade' }, { name: ' ', address: 'Havnegade' }])
      expect(await act('issue_invoice', booking, change)).toMatchObject({ status: 'invalid' });
  });
});

describe('permissions', () => {
  test('people who may see guests read documents; people who may change bookings issue them', async () => {
    const booking = await book();
    await pay(booking);
    const [receipt] = await documentsOf(booking);
    const buyer = { name: 'Anna', address: 'Havn' };
    const read = (person: Persona) => db.rpc<{ status: string }>(person, 'read_document', { document: receipt!.id });
    for (const role of ['owner', 'office', 'reservations', 'accountant'] as const)
      expect(await read(stage.company.people[role])).toMatchObject({ status: 'ok', document: { gross: 10_000 } });
    for (const person of [stage.company.people.guide, stage.outsider]) {
      expect(await read(person)).toEqual({ status: 'not_found' });
      expect(await act('issue_invoice', booking, buyer, person)).toEqual({ status: 'not_found' });
      expect(await db.as(person, (query) => query(`select from public.documents`))).toEqual([]);
    }
    expect(await act('issue_invoice', booking, buyer, stage.company.people.accountant)).toEqual({
      status: 'not_permitted',
    });
  });

  test('nobody changes or deletes a document', async () => {
    for (const role of COMPANY_ROLES)
      for (const sql of [`update public.documents set gross = 1`, `delete from public.documents`])
        await expect(db.as(stage.company.people[role], (query) => query(sql))).rejects.toThrow(/permission denied/);
    for (const sql of [
      `update public.documents set gross = gross`,
      `delete from public.documents`,
      `truncate public.documents`,
    ])
      await expect(db.query(sql)).rejects.toThrow(/issued documents cannot be changed/);
  });
});

test('four connections with rollbacks number documents without gaps in order of time', async () => {
  const real = await openPostgres();
  const four = await Promise.all(Array.from({ length: 4 }, () => real.connect()));
  try {
    const there = await makeStage(real);
    const departure = await makeDeparture(real, there.company, { localDate: '2035-07-01', capacity: 200 });
    const bookings: string[] = [];
    for (let n = 0; n < 8; n += 1)
      bookings.push((await makeBooking(real, there.company, { departureId: departure, guests: 1 })).bookingId);
    const PAID = `insert into public.payments (company_id, booking_id, amount, currency, method) values ($1, $2, 5000, 'DKK', 'cash')`;
    const BACK = `insert into public.refunds (company_id, booking_id, amount, currency, method, status, refunded_at) values ($1, $2, 2000, 'DKK', 'cash', 'REFUNDED', now())`;
    await Promise.all(
      four.map(async (session, at) => {
        for (let n = 0; n < 20; n += 1) {
          const values = [there.company.id, bookings[(at * 3 + n) % bookings.length]];
          await session.exec('begin');
          // Alternating orders must not deadlock.
          for (const sql of (at + n) % 2 ? [PAID, BACK] : [BACK, PAID]) await session.query(sql, values);
          await session.exec('set constraints all immediate');
          await session.exec((at + n) % 5 === 0 ? 'rollback' : 'commit');
        }
      }),
    );
    expect(await real.query(WRONG, [there.company.id])).toEqual([]);
    const counted = await real.query(
      `select kind, count(*)::int as n, max(number) as last from public.documents where company_id = $1 group by 1 order by 1`,
      [there.company.id],
    );
    expect(counted).toEqual([
      { kind: 'receipt', n: 64, last: 64 },
      { kind: 'credit_note', n: 64, last: 64 },
    ]);
  } finally {
    await Promise.all(four.map((session) => session.close()));
    await real.close();
  }
});

test('numbers start again each year in the company’s time zone', async () => {
  const booking = await book();
  const [company] = await db.query<{ time_zone: string }>(`select time_zone from public.companies where id = $1`, [
    stage.company.id,
  ]);
  // Fourteen hours before or after UTC: on some day of any year, one of the two is in another year than UTC.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await db.query(`update public.companies set time_zone = $2 where id = $1`, [stage.company.id, zone]);
    await pay(booking, 100);
    const [row] = await db.query<{ right: boolean }>(
      `select issued_on = (issued_at at time zone $2)::date and year = extract(year from issued_at at time zone $2) as right
       from public.documents where booking_id = $1 order by issued_at desc limit 1`,
      [booking, zone],
    );
    expect(row).toEqual({ right: true });
  }
  await db.query(`update public.companies set time_zone = $2 where id = $1`, [stage.company.id, company!.time_zone]);
  const other = await makeCompany(db);
  const departureId = await makeDeparture(db, other, { localDate: '2035-07-01' });
  const { bookingId } = await makeBooking(db, other, { departureId, guests: 1 });
  await db.query(
    `insert into private.document_counters values ($1, 'receipt', extract(year from now()) - 1, 41, now() - interval '1 year')`,
    [other.id],
  );
  await db.query(
    `insert into public.payments (company_id, booking_id, amount, currency, method) values ($1, $2, 5000, 'DKK', 'cash')`,
    [other.id, bookingId],
  );
  expect((await documentsOf(bookingId)).map(({ number }) => number)).toEqual([
    `R-${String(new Date().getFullYear())}-0001`,
  ]);
});

describe('the books', () => {
  const day = async () =>
    (
      await db.query<{ day: string }>(
        `select to_char(now() at time zone time_zone, 'YYYY-MM-DD') as day from public.companies where id = $1`,
        [books.company.id],
      )
    )[0]!.day;
  let books: Stage;
  let booking: string;
  beforeAll(async () => {
    books = { ...stage, company: await makeCompany(db) };
    await db.query(`update public.tours set vat_rate = 25 where id = $1`, [books.company.tourId]);
    const departureId = await makeDeparture(db, books.company, { localDate: '2035-07-01' });
    const made = await db.rpc<{ booking_id: string }>(books.company.people.office, 'hold_booking', {
      request: randomUUID(),
      departure: departureId,
      booking: {
        state: 'CONFIRMED',
        contact: { name: '=Anna' },
        guests: [{ price_category_id: books.company.priceCategoryId }],
      },
    });
    booking = made.booking_id;
    const { office, owner } = books.company.people;
    const take = (amount: number, method: string, person: Persona) =>
      act('record_payment', booking, { amount, currency: 'DKK', method }, person);
    await take(2000, 'cash', office);
    await take(1000, 'cash', owner);
    await take(2500, 'card', office);
    await act('record_refund', booking, { amount: 500, method: 'cash' }, owner);
    // Half an hour apart on two local days, but on one UTC day; the later one precedes all of today's payments.
    await db.query(
      `insert into public.payments (company_id, booking_id, amount, currency, method, received_at)
       select $1, $2, paid.amount, 'DKK', 'bank', $3::date::timestamp at time zone 'Europe/Copenhagen' + paid.after
       from (values (700, interval '-30 minutes'), (300, interval '1 second')) as paid (amount, after)`,
      [books.company.id, booking, await day()],
    );
  });
  interface Row {
    method: string;
    actor: { id: string } | null;
    received: number;
    refunded: number;
  }
  const closing = (on: string, person: Persona = books.company.people.accountant) =>
    db.rpc<{ status: string; rows: Row[] }>(person, 'read_daily_close', { company: books.company.id, day: on });

  test('the daily close groups by method and person, by the company’s clock', async () => {
    const { office, owner } = books.company.people;
    const today = await day();
    const rows = (await closing(today)).rows.map(({ method, actor, received, refunded }) => [
      method,
      actor?.id,
      received,
      refunded,
    ]);
    expect(rows).toEqual([
      ['cash', office, 2000, 0],
      ['cash', owner, 1000, 500],
      ['card', office, 2500, 0],
      ['bank', undefined, 300, 0],
    ]);
    const before = new Date(Date.parse(`${today}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
    expect((await closing(before)).rows.map(({ method, received }) => [method, received])).toEqual([['bank', 700]]);
  });

  test('the bookkeeper gets each payment with its documents, and each document by rate', async () => {
    const today = await day();
    const read = (from: string, to: string, person: Persona = books.company.people.accountant) =>
      db.rpc<{
        status: string;
        money: { amount: number; is_refund: boolean; documents: string }[];
        documents: { number: string; rates: object[] }[];
      }>(person, 'read_ledger_export', { company: books.company.id, from_date: from, to_date: to });
    const all = await read(today, today);
    const year = today.slice(0, 4);
    expect(all.money.map(({ amount, is_refund, documents }) => [amount, is_refund, documents])).toEqual([
      [300, false, `R-${year}-0005`],
      [2000, false, `R-${year}-0001`],
      [1000, false, `R-${year}-0002`],
      [2500, false, `R-${year}-0003`],
      [500, true, `C-${year}-0001`],
    ]);
    // Yesterday's payment was recorded today and numbered today.
    expect(all.documents.map(({ number }) => number)).toEqual([
      `R-${year}-0001`,
      `R-${year}-0002`,
      `R-${year}-0003`,
      `R-${year}-0004`,
      `R-${year}-0005`,
      `C-${year}-0001`,
    ]);
    expect(all.documents[0]!.rates).toEqual([{ rate: 25, gross: 2000, net: 1600, vat: 400 }]);
    expect(await read(today, '2020-01-01')).toEqual({ status: 'invalid' });
    expect(await read('2020-01-01', today)).toEqual({ status: 'invalid' });
  });

  test('the books are for people who read all bookings of the company', async () => {
    const today = await day();
    for (const person of [books.company.people.guide, stage.outsider]) {
      expect(await closing(today, person)).toEqual({ status: 'not_permitted' });
      expect(
        await db.rpc(person, 'read_ledger_export', { company: books.company.id, from_date: today, to_date: today }),
      ).toEqual({ status: 'not_permitted' });
    }
  });

  test('a document is mailed once per request, to the given address', async () => {
    const [receipt] = await documentsOf(booking);
    const request = randomUUID();
    const send = (recipient: string, person: Persona = books.company.people.office) =>
      db.rpc<{ status: string; message_id: string }>(person, 'send_document', {
        request,
        document: receipt!.id,
        recipient,
      });
    expect(await send('nobody')).toEqual({ status: 'invalid' });
    expect(await send('a@b.test', books.company.people.accountant)).toEqual({ status: 'not_permitted' });
    expect(await send('a@b.test', stage.outsider)).toEqual({ status: 'not_found' });
    const sent = await send('anna@holm.test');
    expect(sent.status).toBe('ok');
    expect(await send('anna@holm.test')).toEqual(sent);
    const prepared = await db.rpc<{ mail: { template: string; data: Record<string, unknown>; secrets: object } }>(
      'service_role',
      'read_mail_to_send',
      { message: sent.message_id },
    );
    expect(prepared.mail).toMatchObject({
      recipient: 'anna@holm.test',
      template: 'booking-document',
      data: { document: { number: receipt!.number, gross: 2000 }, currency: 'DKK' },
      secrets: { token: expect.any(String) as string },
    });
  });
});
