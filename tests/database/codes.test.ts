/** Discounts and gift vouchers: their worth, their limits of use, and their return after a cancellation (ADR 049). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { setPersona, type Database, type Session } from '../support/database.ts';
import { endedOrWaiting, openPostgres, waitsForLock } from '../support/database-postgres.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';

interface GuestResult {
  status: string;
  booking: {
    id: string;
    state: string;
    money: { total: number; due: number; due_now: number; balance: number };
    codes: { discount: { code: string; amount: number } | null; gift: { code: string; amount: number } | null };
  };
}
interface Code {
  id: string;
  code: string;
  version: number;
  uses: number;
  balance: number | null;
}

let db: Database;
let stage: Stage;
let departure: string;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
});
afterAll(() => db?.close());
beforeEach(async () => {
  await db.exec('delete from private.rate_limit_buckets');
  departure = await makeDeparture(db, stage.company, { localDate: '2035-07-01', capacity: 200 });
});

const owner = () => stage.company.people.owner;
const office = () => stage.company.people.office;
const PERCENT = { kind: 'percentage', percent: 25 };
let number = 0;
async function make(input: object, { code = `CODE-${(number += 1)}`, id = randomUUID(), version = 0 } = {}) {
  const result = await db.rpc<{ status: string; codes: Code[] }>(owner(), 'save_code', {
    company: stage.company.id,
    code_id: id,
    version,
    input: { code, ...input },
  });
  return { ...result, code, id };
}
const codeOf = async (id: string) =>
  (await db.rpc<{ codes: Code[] }>(owner(), 'read_codes', { company: stage.company.id })).codes.find(
    (code) => code.id === id,
  )!;

/** Holds seats for adults at 5000 each. */
async function hold(adults = 2, token = makeToken()) {
  const guests = Array.from({ length: adults }, () => ({ price_category_id: stage.categories.ADULT }));
  const held = await holdAsGuest(db, { departure, guests, token });
  return { token, id: (held as unknown as GuestResult).booking.id };
}
const redeem = (token: string, code: string, request: string = randomUUID()) =>
  callAsGuest<GuestResult>(db, 'redeem', { request, token, code });
const confirm = (token: string) =>
  callAsGuest<GuestResult>(db, 'confirm', {
    request: randomUUID(),
    token,
    details: { contact: { name: 'Anna Holm', email: 'anna@holm.test' } },
  });
const act = <T extends object = object>(name: string, booking: string, change: object = {}) =>
  db.rpc<T & { status: string }>(office(), name, { request: randomUUID(), booking, change });
const expireHold = (id: string) =>
  db.query(`update public.bookings set expires_at = now() - interval '1 minute' where id = $1`, [id]);
const totalOf = async (id: string) =>
  (await db.query<{ n: number }>('select total_amount::int as n from public.bookings where id = $1', [id]))[0]!.n;
const guestsOf = async (id: string) =>
  (await db.query<{ id: string }>('select id from public.guests where booking_id = $1 order by id', [id])).map(
    (guest) => guest.id,
  );
/** Returns how a gift voucher's code is masked. */
const maskedCode = (code: string) => `…${code.slice(-Math.min(4, Math.floor(code.length / 2)))}`;
const refundsOf = (id: string) =>
  db.query(`select amount::int, method, status, provider from public.refunds where booking_id = $1 order by amount`, [
    id,
  ]);

describe('a discount', () => {
  test('lowers the price, is shown with it, and is replaced by another discount', async () => {
    const [percentage, fixed] = [await make(PERCENT), await make({ kind: 'amount', amount: 1500 })];
    const { token } = await hold();
    const request = randomUUID();
    const result = await redeem(token, percentage.code.toLowerCase(), request);
    expect(result).toMatchObject({
      status: 'ok',
      booking: {
        money: { total: 7500, due: 7500 },
        codes: { discount: { code: percentage.code, amount: 2500 }, gift: null },
      },
    });
    expect(await redeem(token, percentage.code.toLowerCase(), request)).toMatchObject({
      booking: { money: { total: 7500 } },
    });
    expect(await redeem(token, fixed.code)).toMatchObject({ booking: { money: { total: 8500 } } });
    expect([(await codeOf(percentage.id)).uses, (await codeOf(fixed.id)).uses]).toEqual([0, 1]);
  });

  test('lowers the agreed total of an imported booking as well', async () => {
    const [percentage, fixed] = [await make(PERCENT), await make({ kind: 'amount', amount: 1500 })];
    const { token, id } = await hold();
    await db.query('update public.guests set amount = null where booking_id = $1', [id]);
    await db.query('update public.bookings set total_amount = 9000 where id = $1', [id]);
    expect(await redeem(token, percentage.code)).toMatchObject({
      booking: { money: { total: 6750 }, codes: { discount: { amount: 2250 } } },
    });
    expect(await redeem(token, fixed.code)).toMatchObject({ booking: { money: { total: 7500 } } });
    const more = await act<{ money: { total: number } }>('change_party', id, {
      add: [{ price_category_id: stage.categories.ADULT }],
    });
    expect(more.money.total).toBe(12_500);
  });

  test('never takes the price of a booking with an agreed total below zero', async () => {
    const { code } = await make(PERCENT);
    const { token, id } = await hold(3);
    await db.query('update public.guests set amount = null where booking_id = $1', [id]);
    await db.query('update public.bookings set total_amount = 4000 where id = $1', [id]);
    await redeem(token, code);
    await confirm(token);
    await act('change_party', id, { remove: [(await guestsOf(id))[0]] });
    const [priced] = await db.query<{ total: number; off: number }>(
      `select total_amount::int as total, (price_snapshot #>> '{discount,amount}')::int as off from public.bookings where id = $1`,
      [id],
    );
    expect(priced).toEqual({ total: 0, off: 0 });
    await act('change_party', id, { add: [{ price_category_id: stage.categories.ADULT }] });
    expect(await totalOf(id)).toBe(3750);
  });

  test('is capped at the price; a booking for nothing is confirmed at once', async () => {
    const { code } = await make({ kind: 'amount', amount: 99_000 });
    const { token } = await hold();
    expect(await redeem(token, code)).toMatchObject({ booking: { money: { total: 0, due: 0 } } });
    expect(await confirm(token)).toMatchObject({ booking: { state: 'CONFIRMED' } });
  });

  test('is recalculated to the øre when the party changes and when the booking is split or merged', async () => {
    const { code } = await make(PERCENT);
    const { token, id } = await hold(3);
    await redeem(token, code);
    await confirm(token);
    const total = (of = id) => totalOf(of);
    expect(await total()).toBe(11_250);
    await act('change_party', id, { add: [{ price_category_id: stage.categories.ADULT }] });
    expect(await total()).toBe(15_000);
    const guests = await guestsOf(id);
    const split = await act<{ new_booking_id: string }>('split_booking', id, { guests: [guests[0]] });
    expect([await total(), await total(split.new_booking_id)]).toEqual([11_250, 3750]);
    expect(await act('merge_bookings', id, { other: split.new_booking_id, confirm: true })).toMatchObject({
      status: 'ok',
    });
    expect(await total()).toBe(15_000);
  });

  test.each([
    ['60 % off two tickets', 2, 60, 1, [2000, 2000]],
    ['half off four tickets', 4, 50, 3, [2500, 7500]],
  ])('%s is split by what each ticket costs', async (_, adults, percent, going, totals) => {
    const { code } = await make({ kind: 'percentage', percent });
    const { token, id } = await hold(adults);
    await redeem(token, code);
    await confirm(token);
    const guests = (await guestsOf(id)).slice(0, going);
    const { new_booking_id } = await act<{ new_booking_id: string }>('split_booking', id, { guests });
    expect([await totalOf(id), await totalOf(new_booking_id)]).toEqual(totals);
  });

  test.each([
    ['had no discount', null, 5000],
    ['had another discount', 100, 0],
  ])('restores the former total when merged guests are removed again; they %s', async (_, percent, brought) => {
    const [own, theirs] = [await make({ kind: 'percentage', percent: 10 }), await make({ ...PERCENT, percent })];
    const [first, second] = [await hold(1), await hold(1)];
    await redeem(first.token, own.code);
    if (percent) await redeem(second.token, theirs.code);
    for (const { token } of [first, second]) await confirm(token);
    const guests = await guestsOf(second.id);
    await act('merge_bookings', first.id, { other: second.id, confirm: true });
    expect(await totalOf(first.id)).toBe(4500 + brought);
    await act('change_party', first.id, { remove: guests });
    expect(await totalOf(first.id)).toBe(4500);
  });

  test('still counts as used after its booking was merged into another', async () => {
    const { code, id } = await make({ ...PERCENT, max_uses: 1 });
    const [first, second, late] = [await hold(), await hold(), await hold()];
    await redeem(second.token, code);
    for (const { token } of [first, second]) await confirm(token);
    await act('merge_bookings', first.id, { other: second.id, confirm: true });
    expect(await totalOf(first.id)).toBe(17_500);
    expect((await codeOf(id)).uses).toBe(1);
    expect((await redeem(late.token, code)).status).toBe('code_used_up');
  });

  test('is refused for other tours, dates and companies, when off, and after too many tries', async () => {
    const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const otherTour = randomUUID();
    await db.query(
      `insert into public.tours (id, company_id, slug, duration_minutes, capacity, status)
       select $1, company_id, 'other-' || slug, duration_minutes, capacity, status from public.tours where id = $2`,
      [otherTour, stage.company.tourId],
    );
    const elsewhere = await makeCompany(db);
    await db.rpc(elsewhere.people.owner, 'save_code', {
      company: elsewhere.id,
      code_id: randomUUID(),
      version: 0,
      input: { ...PERCENT, code: 'ELSEWHERE' },
    });
    const { token } = await hold();
    expect((await redeem(token, (await make({ ...PERCENT, first_day: inThreeDays })).code)).status).toBe(
      'not_these_days',
    );
    expect((await redeem(token, (await make({ ...PERCENT, last_day: '2026-01-01' })).code)).status).toBe(
      'not_these_days',
    );
    expect((await redeem(token, (await make({ ...PERCENT, is_disabled: true })).code)).status).toBe('unknown_code');
    expect((await redeem(token, (await make({ ...PERCENT, tours: [otherTour] })).code)).status).toBe('other_tour');
    expect((await redeem(token, 'ELSEWHERE')).status).toBe('unknown_code');
    expect((await redeem(token, (await make({ ...PERCENT, tours: [stage.company.tourId] })).code)).status).toBe('ok');
    const found = new Set<string>();
    for (let n = 0; n < 12; n += 1) found.add((await redeem(token, `GUESS-${n}`)).status);
    expect(found).toEqual(new Set(['unknown_code', 'rate_limited']));
  });

  test.each([
    { first: 0, last: 0, status: 'ok' },
    { first: -1, last: 1, status: 'ok' },
    { first: 1, last: 2, status: 'not_these_days' },
    { first: -2, last: -1, status: 'not_these_days' },
  ])('from $first to $last days from today in the company’s time zone: $status', async ({ first, last, status }) => {
    const [days] = await db.query<{ first_day: string; last_day: string }>(
      `select (today + $2::int)::text as first_day, (today + $3::int)::text as last_day
       from (select (clock_timestamp() at time zone time_zone)::date as today from public.companies where id = $1) as c`,
      [stage.company.id, first, last],
    );
    const { token } = await hold();
    expect((await redeem(token, (await make({ ...PERCENT, ...days })).code)).status).toBe(status);
  });

  test('counts while its booking is active: an ended one frees it, a restored one needs a free use', async () => {
    const { code, id } = await make({ ...PERCENT, max_uses: 1 });
    const [first, second] = [await hold(), await hold()];
    expect((await redeem(first.token, code)).status).toBe('ok');
    expect((await redeem(second.token, code)).status).toBe('code_used_up');
    await expireHold(first.id);
    expect((await redeem(second.token, code)).status).toBe('ok');
    // The first guest wants the hold back.
    expect(await callAsGuest(db, 'extend', { request: randomUUID(), token: first.token })).toMatchObject({
      status: 'code_used_up',
    });
    await confirm(second.token);
    await act('cancel_booking', second.id);
    expect((await codeOf(id)).uses).toBe(0);
    expect(await callAsGuest(db, 'extend', { request: randomUUID(), token: first.token })).toMatchObject({
      status: 'ok',
    });
    expect((await act('restore_booking', second.id)).status).toBe('code_used_up');
  });

  test('stays on a hold whose party is changed', async () => {
    const { code, id } = await make({ ...PERCENT, max_uses: 1 });
    const { token } = await hold(2);
    await redeem(token, code);
    await hold(4, token);
    expect(await callAsGuest<GuestResult>(db, 'read_booking', { token })).toMatchObject({
      booking: { money: { total: 15_000 }, codes: { discount: { code } } },
    });
    expect((await codeOf(id)).uses).toBe(1);
  });

  test('is on the receipt, whose lines add up to the amount paid', async () => {
    const { code } = await make(PERCENT);
    const { token, id } = await hold();
    await redeem(token, code);
    await confirm(token);
    await act('record_payment', id, { amount: 'due', currency: 'DKK', method: 'cash' });
    const [receipt] = await db.query<{ gross: number; subject: object; lines: { gross: number }[] }>(
      'select gross::int, subject, lines from public.documents where booking_id = $1',
      [id],
    );
    expect(receipt).toMatchObject({ gross: 7500, subject: { total: 7500, discount: { code, amount: 2500 } } });
    expect(receipt!.lines.reduce((sum, { gross }) => sum + gross, 0)).toBe(7500);
  });
});

describe('a gift voucher', () => {
  const gift = (amount: number) => make({ kind: 'gift', amount });

  test.each([
    ['with', {}, ['booking-confirmed', 'booking-document', 'booking-refunded']],
    ['without', { mail: false }, []],
  ])('is redeemed and credited %s mails, as the office chooses', async (_, choice, templates) => {
    const { code } = await gift(10_000);
    const { token, id } = await hold();
    await redeem(token, code);
    const contact = { name: 'Anna Holm', email: 'anna@holm.test' };
    expect(await act('confirm_booking', id, { contact, ...choice })).toMatchObject({ status: 'ok' });
    expect(await act('cancel_booking', id, { refund: 'full', ...choice })).toMatchObject({ status: 'ok' });
    expect(await refundsOf(id)).toEqual([{ amount: 10_000, method: 'voucher', status: 'REFUNDED', provider: 'gift' }]);
    const mails = await db.query<{ template: string }>(
      'select template from private.outbox_messages where booking_id = $1 order by template',
      [id],
    );
    expect(mails.map(({ template }) => template)).toEqual(templates);
  });

  test('is reserved by a hold and redeemed on confirmation; its balance pays for other bookings', async () => {
    const { code, id } = await gift(12_000);
    const { token, id: booking } = await hold();
    expect(await redeem(token, code)).toMatchObject({
      booking: { money: { total: 10_000, due: 0, balance: 0 }, codes: { gift: { amount: 10_000 } } },
    });
    expect((await codeOf(id)).balance).toBe(2000);
    expect(await confirm(token)).toMatchObject({ booking: { state: 'CONFIRMED', money: { due: 0, balance: 10_000 } } });
    expect(
      await db.query('select amount::int, method, provider, status from public.payments where booking_id = $1', [
        booking,
      ]),
    ).toEqual([{ amount: 10_000, method: 'voucher', provider: 'gift', status: 'RECEIVED' }]);
    const other = await hold();
    expect(await redeem(other.token, code)).toMatchObject({ booking: { money: { due: 8000 } } });
    const third = await hold();
    expect((await redeem(third.token, code)).status).toBe('code_used_up');
    await expireHold(other.id);
    expect((await redeem(third.token, code)).status).toBe('ok');
  });

  test('gets its part back on cancellation; the cash part waits to be paid back by hand', async () => {
    const { code, id } = await gift(4000);
    const { token, id: booking } = await hold();
    await redeem(token, code);
    await confirm(token);
    await act('record_payment', booking, { amount: 'due', currency: 'DKK', method: 'cash' });
    await act('cancel_booking', booking, { refund: 10_000 });
    expect(await refundsOf(booking)).toEqual([
      { amount: 4000, method: 'voucher', status: 'REFUNDED', provider: 'gift' },
      { amount: 6000, method: null, status: 'REFUND_PENDING', provider: null },
    ]);
    expect((await codeOf(id)).balance).toBe(4000);
    const [paper] = await db.query(
      `select sum(case kind when 'credit_note' then -gross else gross end)::int as gross from public.documents where booking_id = $1`,
      [booking],
    );
    expect(paper).toEqual({ gross: 6000 });
  });

  test('gets its part back from split and merged bookings, too, and is never paid out in cash', async () => {
    const { code, id } = await gift(8000);
    const [first, second] = [await hold(2), await hold(1)];
    await redeem(first.token, code);
    for (const { token } of [first, second]) await confirm(token);
    await act('record_payment', first.id, { amount: 'due', currency: 'DKK', method: 'cash' });
    const { new_booking_id: half } = await act<{ new_booking_id: string }>('split_booking', first.id, {
      guests: (await guestsOf(first.id)).slice(0, 1),
    });
    expect((await codeOf(id)).balance).toBe(0);
    await act('cancel_booking', half, { refund: 'full' });
    expect(await refundsOf(half)).toEqual([{ amount: 5000, method: 'voucher', status: 'REFUNDED', provider: 'gift' }]);
    expect((await codeOf(id)).balance).toBe(5000);
    await act('merge_bookings', second.id, { other: first.id, confirm: true });
    expect((await codeOf(id)).balance).toBe(5000);
    await act('cancel_booking', second.id, { refund: 'full' });
    expect(await refundsOf(second.id)).toEqual([
      { amount: 2000, method: null, status: 'REFUND_PENDING', provider: null },
      { amount: 3000, method: 'voucher', status: 'REFUNDED', provider: 'gift' },
    ]);
    expect((await codeOf(id)).balance).toBe(8000);
  });

  test('stays on the booking when another voucher finds nothing due', async () => {
    const [voucher, other] = [await gift(4000), await gift(1000)];
    const { token, id } = await hold();
    await redeem(token, voucher.code);
    await act('record_payment', id, { amount: 10_000, currency: 'DKK', method: 'card' });
    expect((await act('redeem_code', id, { code: other.code })).status).toBe('nothing_due');
    expect([(await codeOf(voucher.id)).balance, (await codeOf(other.id)).balance]).toEqual([0, 1000]);
  });

  test('combines with a discount; the office adds either to a booking', async () => {
    const [percentage, present] = [await make(PERCENT), await gift(2000)];
    const { token, id } = await hold();
    await redeem(token, present.code);
    await redeem(token, percentage.code);
    expect(await confirm(token)).toMatchObject({ booking: { money: { total: 7500, due: 5500, balance: 2000 } } });
    const other = await make({ kind: 'amount', amount: 500 });
    // A preview has no effect.
    expect(await act('redeem_code', id, { code: other.code, preview: true })).toMatchObject({
      status: 'ok',
      preview: true,
      money: { total: 9500, due: 7500 },
    });
    expect([(await codeOf(percentage.id)).uses, (await codeOf(other.id)).uses, await totalOf(id)]).toEqual([
      1, 0, 7500,
    ]);
    const more = await gift(1000);
    expect((await act('redeem_code', id, { code: more.code })).status).toBe('has_code');
    expect(await db.rpc(office(), 'read_booking', { booking: id })).toMatchObject({
      booking: {
        codes: { discount: { code: percentage.code }, gift: { code: maskedCode(present.code), amount: 2000 } },
      },
    });
  });
});

describe('a gift voucher’s code, which is worth money', () => {
  const expectMasked = async (code: string, places: Record<string, unknown>) => {
    for (const [place, content] of Object.entries(places)) {
      expect([place, JSON.stringify(content).includes(code)]).toEqual([place, false]);
      expect([place, JSON.stringify(content).includes(maskedCode(code))]).toEqual([place, true]);
    }
  };

  test.each(['ANNA-9731-KWXT', 'XK42'])('is masked except for at most its last four characters: %s', async (code) => {
    const made = await make({ kind: 'gift', amount: 10_000 }, { code });
    const { token, id } = await hold();
    const redeemed = await redeem(token, code);
    await confirm(token);
    await expectMasked(code, {
      typed: redeemed,
      guest: await callAsGuest(db, 'read_booking', { token }),
      office: await db.rpc(office(), 'read_booking', { booking: id }),
      ledger: await db.query('select * from public.payments where booking_id = $1', [id]),
      history: await db.query('select * from public.audit_events where subject_id = $1', [id]),
      log: await db.query(`select * from public.audit_events where action = 'save_code' and after ->> 'id' = $1`, [
        made.id,
      ]),
    });
    expect((await codeOf(made.id)).code).toBe(code);
  });

  test('cannot be guessed by staff: failed previews count against that person only', async () => {
    const { code } = await make({ kind: 'gift', amount: 10_000 });
    const { token, id } = await hold();
    await confirm(token);
    const previewCode = async (typed: string) => (await act('redeem_code', id, { code: typed, preview: true })).status;
    expect(await previewCode('GUESS-0')).toBe('unknown_code');
    expect(
      await db.query(`update private.rate_limit_buckets set tokens = 2 where key like 'redeem_by:%' returning key`),
    ).toEqual([{ key: `redeem_by:${office()}:${stage.company.id}` }]);
    expect([await previewCode('GUESS-1'), await previewCode('GUESS-2'), await previewCode(code)]).toEqual([
      'unknown_code',
      'unknown_code',
      'rate_limited',
    ]);
    expect(
      await db.rpc(stage.company.people.reservations, 'redeem_code', {
        request: randomUUID(),
        booking: id,
        change: { code },
      }),
    ).toMatchObject({ status: 'ok' });
    // A person without access to the booking gets the same result each time, and uses no rate limit.
    expect(
      await db.rpc(stage.outsider, 'redeem_code', { request: randomUUID(), booking: id, change: { code } }),
    ).toEqual({ status: 'not_found' });
    expect(
      await db.query(`select from private.rate_limit_buckets where key like $1`, [`redeem_by:${stage.outsider}%`]),
    ).toEqual([]);
  });

  test('is in no archive of the company, and neither is a ticket’s code', async () => {
    const { code } = await make({ kind: 'gift', amount: 10_000 }, { code: 'KEPT-IN-NO-FILE' });
    const { token, id } = await hold();
    await redeem(token, code);
    await confirm(token);
    const [guest] = await db.query<{ ticket: string }>(
      'select ticket_code as ticket from public.guests where booking_id = $1',
      [id],
    );
    const pages = await db.query<{ content: string | null }>(
      `select page.content from private.export_files() as f cross join lateral private.export_page($1, f.ordinal, '') as page`,
      [stage.company.id],
    );
    const archive = pages.map(({ content }) => content).join('');
    expect(archive).toContain(id);
    expect(archive).not.toContain(code);
    expect(archive).not.toContain(guest!.ticket);
  });
});

describe('the owner', () => {
  test('makes and changes codes, cannot lower the value of redeemed ones, and hides them from the office', async () => {
    const made = await make({ kind: 'gift', amount: 5000 });
    expect(made.status).toBe('ok');
    const newCode = { kind: 'gift', amount: 5000, is_disabled: true };
    expect((await make(newCode, made)).status).toBe('stale');
    expect((await make(newCode, { ...made, version: 1 })).status).toBe('ok');
    expect((await make(PERCENT, { code: made.code })).status).toBe('code_taken');
    for (const bad of [
      { kind: 'percentage', percent: 101 },
      { kind: 'amount' },
      { kind: 'x' },
      { ...PERCENT, tours: [randomUUID()] },
      { ...PERCENT, first_day: '2027-02-01', last_day: '2027-01-01' },
      { ...PERCENT, max_uses: 0 },
    ])
      expect((await make(bad)).status).toBe('invalid');
    const used = await make({ kind: 'gift', amount: 5000 });
    const { token } = await hold();
    await redeem(token, used.code);
    await confirm(token);
    expect((await make({ kind: 'gift', amount: 4000 }, { ...used, version: 1 })).status).toBe('in_use');
    expect((await make(PERCENT, { ...used, version: 1 })).status).toBe('in_use');
    expect((await make({ kind: 'gift', amount: 6000 }, { ...used, version: 1 })).status).toBe('ok');
    expect(await db.rpc(office(), 'read_codes', { company: stage.company.id })).toEqual({ status: 'not_permitted' });
  });
});

describe('a discount in use', () => {
  test.each([
    ['percentage', PERCENT, { kind: 'percentage', percent: 80 }, 7500],
    ['amount', { kind: 'amount', amount: 1500 }, { kind: 'amount', amount: 9000 }, 8500],
  ])('keeps its value and allows every other change: %s', async (_, input, other, total) => {
    const code = await make(other);
    expect((await make(input, { ...code, version: 1 })).status).toBe('ok');
    const { token, id } = await hold();
    await redeem(token, code.code);
    await confirm(token);
    expect((await make(other, { ...code, version: 2 })).status).toBe('in_use');
    const rest = { last_day: '2035-01-01', max_uses: 3, is_disabled: true, note: 'Summer' };
    expect((await make({ ...input, ...rest }, { ...code, version: 2 })).status).toBe('ok');
    const guests = await guestsOf(id);
    await act('change_party', id, { add: [{ price_category_id: stage.categories.ADULT }] });
    await act('change_party', id, { remove: (await guestsOf(id)).filter((guest) => !guests.includes(guest)) });
    expect(await totalOf(id)).toBe(total);
  });
});

test('a code in use can be switched off after the company’s currency changed', async () => {
  const code = await make({ kind: 'gift', amount: 5000 });
  const { token } = await hold();
  await redeem(token, code.code);
  const setCurrency = (currency: string) =>
    db.query('update public.companies set currency = $2 where id = $1', [stage.company.id, currency]);
  await setCurrency('EUR');
  const saved = await make({ kind: 'gift', amount: 5000, is_disabled: true }, { ...code, version: 1 });
  await setCurrency('DKK');
  expect(saved.status).toBe('ok');
  expect(await codeOf(code.id)).toMatchObject({ currency: 'DKK', is_disabled: true });
});

describe('a deposit', () => {
  const setCompanyDeposit = (percent: number | null) =>
    db.query(`insert into private.payment_providers values ('test', false) on conflict do nothing`).then(() =>
      db.query(
        `insert into private.payment_settings (company_id, mode, provider, deposit_percent) values ($1, 'online', 'test', $2)
         on conflict (company_id) do update set mode = 'online', deposit_percent = $2`,
        [stage.company.id, percent],
      ),
    );

  const begin = async (token: string) => {
    const [row] = await db.as('service_role', (query) =>
      query<{ result: object }>('select public.begin_payment($1) as result', [token]),
    );
    return row!.result;
  };

  test('of a tour overrides the company’s; a hold keeps the one it was made with', async () => {
    await setCompanyDeposit(30);
    const set = (percent: number | null) =>
      db.query('update public.tours set deposit_percent = $1 where id = $2', [percent, stage.company.tourId]);
    const dueNow = async (token: string) =>
      (await callAsGuest<GuestResult>(db, 'read_booking', { token })).booking.money.due_now;
    const { token } = await hold();
    for (const [percent, due] of [
      [50, 5000],
      [100, 10_000],
      [null, 3000],
    ] as const) {
      await set(percent);
      expect([percent, await dueNow((await hold()).token)]).toEqual([percent, due]);
    }
    await set(50);
    expect(await dueNow(token)).toBe(3000);
    await confirm(token);
    expect(await begin(token)).toMatchObject({ status: 'ok', checkout: { amount: 3000 } });
    // Where the company asks for full payment, a tour may ask for less.
    await setCompanyDeposit(null);
    expect(await dueNow((await hold()).token)).toBe(5000);
    // Where guests pay on arrival, no deposit is asked.
    await db.query(`update private.payment_settings set mode = 'on_arrival' where company_id = $1`, [stage.company.id]);
    const { token: free } = await hold();
    expect(await confirm(free)).toMatchObject({ booking: { state: 'CONFIRMED', money: { due: 10_000 } } });
    await set(null);
  });

  test('is due now and the rest on arrival; a discount lowers both, a voucher pays the deposit first', async () => {
    await setCompanyDeposit(30);
    const { token, id } = await hold();
    await redeem(token, (await make(PERCENT)).code);
    expect(await confirm(token)).toMatchObject({
      booking: { state: 'ON_HOLD', money: { total: 7500, due: 7500, due_now: 2250 } },
    });
    expect(await begin(token)).toMatchObject({ status: 'ok', checkout: { amount: 2250 } });
    await redeem(token, (await make({ kind: 'gift', amount: 2000 })).code);
    expect(await callAsGuest<GuestResult>(db, 'read_booking', { token })).toMatchObject({
      booking: { money: { due: 5500, due_now: 250 } },
    });
    // The terms at the time of the hold stay.
    await setCompanyDeposit(null);
    expect(await callAsGuest<GuestResult>(db, 'read_booking', { token })).toMatchObject({
      booking: { money: { due_now: 250 } },
    });
    expect(
      await db.query('select private.must_pay_first(b) as first from public.bookings as b where id = $1', [id]),
    ).toEqual([{ first: true }]);
    await redeem(token, (await make({ kind: 'gift', amount: 3000 })).code);
    expect(
      await db.query('select private.must_pay_first(b) as first from public.bookings as b where id = $1', [id]),
    ).toEqual([{ first: false }]);
    // A gift voucher that covers the deposit leaves nothing to pay online, though the rest is due on arrival.
    expect(await callAsGuest<GuestResult>(db, 'read_booking', { token })).toMatchObject({
      booking: { money: { due: 4500, due_now: 0 } },
    });
    expect(await begin(token)).toMatchObject({ status: 'nothing_to_pay' });
    expect(await callAsGuest(db, 'read_payment', { token })).toMatchObject({ payment: { may_pay: false } });
    expect(await confirm(token)).toMatchObject({ booking: { state: 'CONFIRMED', money: { due: 4500 } } });
    expect(await begin(token)).toMatchObject({ status: 'ok', checkout: { amount: 4500 } });
    await db.query('delete from private.payment_settings where company_id = $1', [stage.company.id]);
  });
});

describe('concurrently', () => {
  let crowd: (Session & { close(): Promise<void> })[];
  beforeAll(async () => {
    crowd = await Promise.all(Array.from({ length: 12 }, () => db.connect()));
  });
  afterAll(async () => {
    await Promise.all((crowd ?? []).map((session) => session.close()));
  });
  async function makeThere(code: string, input: object, id: string = randomUUID()) {
    await db.rpc(stage.company.people.owner, 'save_code', {
      company: stage.company.id,
      code_id: id,
      version: 0,
      input: { code, ...input },
    });
    return id;
  }
  async function holdThere(token = makeToken()) {
    // Each on its own departure, because a shared one would serialise them by its lock.
    const place = await makeDeparture(db, stage.company, { localDate: '2035-07-01', capacity: 200 });
    const guests = [1, 2].map(() => ({ price_category_id: stage.categories.ADULT }));
    const held = await holdAsGuest(db, { departure: place, guests, token });
    return { token, id: (held as unknown as GuestResult).booking.id };
  }
  const redeemThere = async (session: Session, token: string, code: string) => {
    const [row] = await session.as('anon', (query) =>
      query<{ result: GuestResult }>('select public.guest_redeem($1, $2, $3) as result', [randomUUID(), token, code]),
    );
    return row!.result.status;
  };

  test.each([
    ['a discount with five uses is redeemed five times', { kind: 'percentage', percent: 10, max_uses: 5 }, 5],
    ['a voucher of 22000 pays for two bookings of 10000 and 2000 of a third', { kind: 'gift', amount: 22_000 }, 3],
  ])('%s', async (_, input, max) => {
    const id = await makeThere(`CROWD-${max}`, input);
    const held = await Promise.all(crowd.map(() => holdThere()));
    const statuses = await Promise.all(
      crowd.map((session, at) => redeemThere(session, held[at]!.token, `crowd-${max}`)),
    );
    expect(statuses.filter((status) => status === 'ok')).toHaveLength(max);
    expect(new Set(statuses)).toEqual(new Set(['ok', 'code_used_up']));
    const balances = await db.query(
      `select private.voucher_balance(c)::int as balance from private.codes as c where id = $1 and kind = 'gift'`,
      [id],
    );
    expect(balances).toEqual(input.kind === 'gift' ? [{ balance: 0 }] : []);
  });

  test.each([
    ['the last use of a discount', { kind: 'percentage', percent: 10, max_uses: 1 }],
    ['a gift voucher', { kind: 'gift', amount: 10_000 }],
  ])('%s cannot be taken by another guest while its hold, about to expire, is being confirmed', async (_, input) => {
    const code = `LAST-${input.kind}`;
    await makeThere(code, input);
    const [first, second] = [await holdThere(), await holdThere()];
    expect(await redeemThere(crowd[1]!, first.token, code)).toBe('ok');
    await db.query(`update public.bookings set expires_at = clock_timestamp() + interval '2 seconds' where id = $1`, [
      first.id,
    ]);
    await crowd[0]!.exec('begin');
    await setPersona(crowd[0]!.query, 'anon');
    const details = { contact: { name: 'Anna Holm', email: 'anna@holm.test' } };
    const [row] = await crowd[0]!.query<{ result: GuestResult }>('select public.guest_confirm($1, $2, $3) as result', [
      randomUUID(),
      first.token,
      JSON.stringify(details),
    ]);
    expect(row!.result).toMatchObject({ status: 'ok', booking: { state: 'CONFIRMED' } });
    await db.query(`select pg_sleep_until(expires_at) from public.bookings where id = $1`, [first.id]);
    const redeeming = redeemThere(crowd[1]!, second.token, code);
    await endedOrWaiting(redeeming, db);
    await crowd[0]!.exec('commit');
    expect(await redeeming).toBe('code_used_up');
  });

  test('changing a party locks its codes in the order of their ids', async () => {
    const [first, second] = [randomUUID(), randomUUID()].sort();
    await makeThere('ORDER-GIFT', { kind: 'gift', amount: 1000 }, first);
    await makeThere('ORDER-PART', PERCENT, second);
    const { token } = await holdThere();
    for (const code of ['ORDER-PART', 'ORDER-GIFT']) expect(await redeemThere(crowd[1]!, token, code)).toBe('ok');
    const lock = (id: string) => crowd[0]!.query('select from private.codes where id = $1 for update', [id]);
    await crowd[0]!.exec('begin');
    await lock(first!);
    const holding = holdThere(token);
    await waitsForLock(crowd[2]!);
    await lock(second!);
    await crowd[0]!.exec('commit');
    await holding;
    expect(await callAsGuest<GuestResult>(db, 'read_booking', { token })).toMatchObject({
      booking: { codes: { discount: { code: 'ORDER-PART' }, gift: { amount: 1000 } } },
    });
  });

  test('an import that confirms holds locks their codes in the order of their ids', async () => {
    const [first, second] = [randomUUID(), randomUUID()].sort();
    await makeThere('FILE-FIRST', PERCENT, first);
    await makeThere('FILE-SECOND', PERCENT, second);
    const held = await Promise.all(
      [1, 2].map(async () => {
        const { token, id } = await holdThere();
        const [made] = await db.query<{ departure_id: string }>(
          `update public.bookings set contact_name = 'Anna Holm' where id = $1 returning departure_id`,
          [id],
        );
        return { token, id, departureId: made!.departure_id };
      }),
    );
    // An import works by departure: row by row, the second code would be locked first.
    held.sort((a, b) => (a.departureId < b.departureId ? -1 : 1));
    const fingerprint = { when: 'a', party: 'b', contact: 'c', note: 'd', total: null, paid: 0 };
    const rows: object[] = [];
    for (const [at, code] of ['FILE-SECOND', 'FILE-FIRST'].entries()) {
      const { token, id, departureId } = held[at]!;
      expect(await redeemThere(crowd[1]!, token, code)).toBe('ok');
      const key = `r:${code.toLowerCase()}`;
      await db.query(
        `insert into private.imported_bookings (company_id, key_hash, booking_id, fingerprint) values ($1, private.import_key($1, $2), $3, $4)`,
        [stage.company.id, key, id, JSON.stringify({ ...fingerprint, state: 'ON_HOLD' })],
      );
      rows.push({
        key,
        fingerprint: { ...fingerprint, state: 'CONFIRMED' },
        departure_id: departureId,
        party: { [stage.categories.ADULT]: 2 },
        contact: { name: 'Anna Holm' },
        state: 'CONFIRMED',
      });
    }
    const lock = (id: string) => crowd[0]!.query('select from private.codes where id = $1 for update', [id]);
    await crowd[0]!.exec('begin');
    await lock(first!);
    const brought = db.rpc<{ outcomes: { outcome: string }[] }>(stage.company.people.office, 'import_bookings', {
      request: randomUUID(),
      company: stage.company.id,
      rows,
      override: null,
    });
    await waitsForLock(crowd[2]!);
    await lock(second!);
    await crowd[0]!.exec('commit');
    expect((await brought).outcomes.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
  });
});
