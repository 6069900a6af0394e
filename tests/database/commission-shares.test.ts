/** Which bookings and guests commission is for, how reported attendance decides it, and what a statement keeps. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeOrganisation, makePerson } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';
import {
  act,
  adults,
  ago,
  agree,
  bookedBy,
  call,
  checkIn,
  company,
  db,
  departureIn,
  guestsOf,
  linesOf,
  makeLink,
  monthBefore,
  openScene,
  other,
  partner,
  referrals,
  setScene,
  slugOf,
  sums,
  terms,
} from './referral-scene.ts';

beforeAll(() => openScene());
afterAll(() => db?.close());
beforeEach(setScene);

const commissionOf = async (booking: string) => (await linesOf(booking)).reduce((all, { amount }) => all + amount, 0);
const setAttendanceRule = (name: string) =>
  db.query(`update public.companies set attendance_rule = $2 where id = $1`, [company.id, name]);
const merge = (into: string, from: string) => act('merge_bookings', into, { other: from, confirm: true });

describe('merged bookings', () => {
  test('earn each partner commission for the guests it brought, and for no others', async () => {
    await agree(other, terms({ percent: 20 }));
    const departure = await departureIn(48);
    const [mine, theirs, direct] = [
      await bookedBy(partner, departure, 2),
      await bookedBy(other, departure, 1),
      await bookedBy(null, departure, 3),
    ];
    expect(await merge(direct, mine)).toMatchObject({ status: 'ok' });
    expect(await merge(direct, theirs)).toMatchObject({ status: 'ok' });
    expect([await commissionOf(mine), await commissionOf(theirs), await commissionOf(direct)]).toEqual([1000, 1000, 0]);
    // Guests added later belong to no partner; a lower total lowers each partner's share.
    await act('change_party', direct, { add: adults(2) });
    expect([await commissionOf(mine), await commissionOf(theirs), await commissionOf(direct)]).toEqual([1000, 1000, 0]);
    await db.query(`update public.bookings set total_amount = 20000 where id = $1`, [direct]);
    expect([await commissionOf(mine), await commissionOf(theirs)]).toEqual([500, 500]);
    const [shown] = (await referrals())['partners'] as { bookings: number }[];
    expect(shown!.bookings).toBe(1);
    await act('cancel_booking', direct);
    expect([await commissionOf(mine), await commissionOf(theirs)]).toEqual([0, 0]);
    expect(((await referrals())['partners'] as { bookings: number }[])[0]!.bookings).toBe(0);
  });

  test('keep commission with the partner that sent the guests after splits, merges and reassignment', async () => {
    const departure = await departureIn(48);
    const [mine, theirs] = [await bookedBy(partner, departure, 2), await bookedBy(other, departure, 2)];
    const sent = await guestsOf(theirs);
    await merge(mine, theirs);
    const split = await act('split_booking', mine, { guests: [sent[0]], override: 'asked' });
    expect(split).toMatchObject({ status: 'ok' });
    const part = String(split['new_booking_id']);
    expect([await commissionOf(mine), await commissionOf(theirs), await commissionOf(part)]).toEqual([1000, 1000, 0]);
    // A guest that the booking's own partner brought counts for the split-off booking.
    const ownGuest = (await guestsOf(mine)).find((id) => !sent.includes(id));
    const second = String(
      (await act('split_booking', mine, { guests: [ownGuest], override: 'asked' }))['new_booking_id'],
    );
    expect([await commissionOf(mine), await commissionOf(second), await commissionOf(theirs)]).toEqual([
      500, 500, 1000,
    ]);
    await act('assign_partner', second, { organisation_id: null });
    await merge(part, second);
    await merge(part, mine);
    expect([
      await commissionOf(mine),
      await commissionOf(second),
      await commissionOf(theirs),
      await commissionOf(part),
    ]).toEqual([500, 0, 1000, 0]);
    // The office corrects which partner sent them.
    await act('assign_partner', theirs, { organisation_id: partner.id });
    expect(await sums()).toMatchObject({ pending: 1500 });
    expect(await sums(other)).toMatchObject({ pending: 0 });
  });

  test('earn by the guests of each partner who came', async () => {
    const departure = await departureIn(48);
    await agree(other, terms({ kind: 'per_guest', amount: 700 }));
    const [mine, theirs] = [await bookedBy(partner, departure, 2), await bookedBy(other, departure, 2)];
    const sent = await guestsOf(theirs);
    await merge(mine, theirs);
    await setAttendanceRule('check_ins_count');
    await checkIn(departure, mine, sent[0]!);
    await ago(departure, 20);
    expect(await sums()).toMatchObject({ pending: 0, earned: 0 });
    expect(await sums(other)).toMatchObject({ pending: 0, earned: 700 });
  });

  test('earn for both partners once a pending merge is confirmed', async () => {
    const departure = await departureIn(48);
    const pending = { state: 'PENDING' };
    const [mine, theirs] = [
      await bookedBy(partner, departure, 2, pending),
      await bookedBy(other, departure, 2, pending),
    ];
    expect(await merge(mine, theirs)).toMatchObject({ status: 'ok' });
    expect([await commissionOf(mine), await commissionOf(theirs)]).toEqual([0, 0]);
    expect(await act('confirm_booking', mine)).toMatchObject({ status: 'ok' });
    expect([await commissionOf(mine), await commissionOf(theirs)]).toEqual([1000, 1000]);
  });

  test('cannot be made while acting for the company: link and commission would outlive the acting', async () => {
    const departure = await departureIn(48);
    const [mine, second, direct] = [
      await bookedBy(partner, departure),
      await bookedBy(partner, departure),
      await bookedBy(null, departure),
    ];
    await db.query('update public.users set impersonated_company_id = $2 where id = $1', [partner.admin, company.id]);
    const mergeAsPartner = (into: string, from: string) =>
      act('merge_bookings', into, { other: from, confirm: true }, partner.admin);
    expect(await mergeAsPartner(mine, direct)).toEqual({ status: 'not_permitted' });
    expect(await mergeAsPartner(direct, mine)).toEqual({ status: 'not_permitted' });
    expect(await mergeAsPartner(mine, second)).toEqual({ status: 'not_permitted' });
  });
});

describe('attendance', () => {
  const device = makeDevice();
  const push = async (...actions: unknown[]) => {
    const sent = { device: device.header(), actions };
    const result = await db.rpc<{ outcomes: { code?: string }[] }>(company.people.owner, 'check_in_push', sent);
    expect(result.outcomes.flatMap(({ code }) => code ?? [])).toEqual([]);
  };
  async function lockReport(departureId: string, attended: number, replaces: string[] = []) {
    const submitted = device.action('report_submit', {
      company,
      departureId,
      payload: {
        replaces,
        lines: [{ type: 'ADULT', attended }],
        walk_ins: 0,
        guide_id: null,
        minutes_late: 0,
        incidents: null,
        note: null,
        handed_over: 0,
        currency: 'DKK',
      } as never,
    });
    const lock = device.action('report_lock', { company, departureId, payload: { report: submitted.id } });
    await push(submitted, lock);
    return { submitted, lock };
  }

  test('follows the locked report when all or nobody attended, and a corrected report', async () => {
    await setAttendanceRule('check_ins_count');
    const departure = await departureIn(48);
    const booking = await bookedBy(partner, departure, 2);
    await ago(departure, 20);
    expect(await sums()).toMatchObject({ earned: 0 });
    const { submitted, lock } = await lockReport(departure, 2);
    expect(await sums()).toMatchObject({ earned: 1000 });
    const payload = { locks: [lock.id], reason: 'They stayed away' };
    await push(device.action('report_unlock', { company, departureId: departure, payload }));
    expect(await sums()).toMatchObject({ earned: 0 });
    await lockReport(departure, 0, [submitted.id]);
    expect(await sums()).toMatchObject({ earned: 0 });
    expect((await linesOf(booking)).filter(({ state }) => state === 'earned')).toHaveLength(2);
  });

  test('follows the rule in force when it was counted, not the company’s later one', async () => {
    const [earned, reported, later] = [await departureIn(48), await departureIn(50), await departureIn(52)];
    for (const departure of [earned, reported, later]) await bookedBy(partner, departure, 2);
    await ago(earned, 20);
    expect(await sums()).toMatchObject({ pending: 2000, earned: 1000 });
    // Locked before it is earned, by that day's rule; one of two is neither all nor nobody.
    await ago(reported, 3);
    await lockReport(reported, 1);
    await setAttendanceRule('check_ins_count');
    await ago(reported, 21);
    expect(await sums()).toMatchObject({ pending: 1000, earned: 2000 });
    await ago(later, 22);
    expect(await sums()).toMatchObject({ pending: 0, earned: 2000 });
    // Recalculating changes nothing.
    await db.query(`select private.update_referral_commission(id) from private.referrals where company_id = $1`, [
      company.id,
    ]);
    expect(await sums()).toMatchObject({ pending: 0, earned: 2000 });
  });

  test('cannot be changed to another rule while acting for the company', async () => {
    const { owner } = company.people;
    await db.rpc(partner.admin, 'impersonate', { company: company.id });
    const read = await call(partner.admin, 'read_company_settings', { company: company.id });
    const save = (as: string, changes: object, version = read['version']) =>
      call(as, 'save_company_settings', {
        company: company.id,
        version,
        input: { ...(read['settings'] as object), ...changes },
      });
    const otherRule = { attendance_rule: 'check_ins_count' };
    expect(await save(partner.admin, otherRule)).toEqual({ status: 'not_permitted' });
    expect(await save(partner.admin, { contact_phone: '+4512345678' })).toMatchObject({ status: 'ok', version: 2 });
    expect(await save(owner, otherRule, 2)).toMatchObject({ status: 'ok' });
  });
});

describe('a statement', () => {
  const createStatement = (month = monthBefore(1)) =>
    call(partner.admin, 'create_statement', { organisation: partner.id, company: company.id, month });
  const all = async () => (await referrals())['statements'] as { id: string; state: string; amount: number }[];

  test('keeps its lines when its bookings or link change later', async () => {
    const departure = await departureIn(48);
    const { id, code } = await makeLink(partner);
    const booking = await bookedBy(partner, departure, 2, { referral: code });
    await ago(departure, 40 * 24);
    await createStatement();
    const [made] = await all();
    const read = async () => (await call(company.people.owner, 'read_statement', { statement: made!.id }))['lines'];
    const before = await read();
    expect(before).toMatchObject([{ guests: 2, price: 10000, amount: 1000, rate: { percent: 10 }, link: 'Lobby' }]);
    await act('mark_no_show', booking);
    await db.query(`update public.bookings set reference = '234567', total_amount = 1 where id = $1`, [booking]);
    await db.query(`update public.departures set local_date = local_date - 1 where id = $1`, [departure]);
    await db.query(`update public.tour_translations set title = 'Another walk' where tour_id = $1`, [company.tourId]);
    await db.query(`update public.guests set is_cancelled = true where booking_id = $1`, [booking]);
    await db.query(`update private.referral_links set name = 'Bar' where id = $1`, [id]);
    expect(await read()).toEqual(before);
  });

  test('is withdrawn by the partner before it is agreed, and made again with current facts', async () => {
    const { owner } = company.people;
    const departure = await departureIn(48);
    const [attended, missed] = [await bookedBy(partner, departure), await bookedBy(partner, departure)];
    await ago(departure, 40 * 24);
    await createStatement();
    const [first] = await all();
    expect(first).toMatchObject({ amount: 2000 });
    const reply = (agrees: boolean) =>
      call(owner, 'answer_statement', { statement: first!.id, agrees, reason: 'One stayed away' });
    const withdraw = (as: string, statement = first!.id) => call(as, 'withdraw_statement', { statement });
    await reply(false);
    await act('mark_no_show', missed);
    expect(await createStatement()).toEqual({ status: 'nothing' });
    for (const who of [owner, partner.agent, other.admin])
      expect(await withdraw(who)).toEqual({ status: 'not_permitted' });
    const may = async (as: string) => (await call(as, 'read_statement', { statement: first!.id }))['may_withdraw'];
    expect([await may(partner.admin), await may(partner.agent), await may(owner)]).toEqual([true, false, false]);
    for (let times = 0; times < 2; times += 1) expect(await withdraw(partner.admin)).toEqual({ status: 'ok' });
    expect(await reply(true)).toEqual({ status: 'withdrawn' });
    expect(await sums()).toMatchObject({ earned: 1000, settled: 0 });
    expect(await createStatement()).toEqual({ status: 'ok', created: 1 });
    const second = (await all()).find(({ state: its }) => its === 'issued');
    expect(second).toMatchObject({ amount: 1000 });
    // The withdrawn one stays readable as it was.
    const old = await call(owner, 'read_statement', { statement: first!.id });
    expect(old).toMatchObject({ state: 'withdrawn', amount: 2000, dispute_reason: 'One stayed away' });
    expect(old['lines']).toHaveLength(2);
    expect(await call(owner, 'answer_statement', { statement: second!.id, agrees: true })).toEqual({ status: 'ok' });
    expect(await withdraw(partner.admin, second!.id)).toEqual({ status: 'agreed' });
    expect(await sums()).toMatchObject({ earned: 0, settled: 1000 });
    expect(await linesOf(attended)).toContainEqual({ state: 'earned', amount: 1000 });
    const log = await db.query(`select 1 from public.audit_events where company_id = $1 and action = 'withdraw_statement'`, [company.id]); // prettier-ignore
    expect(log).toHaveLength(1);
  });

  test('cannot contain a line of another statement; the database refuses it even to its owner', async () => {
    const departure = await departureIn(60);
    await bookedBy(partner, departure);
    await ago(departure, 40 * 24);
    await createStatement();
    await expect(
      db.query(
        `with made as (insert into private.commission_statements (organisation_id, company_id, month, currency, amount)
           select organisation_id, company_id, month - interval '1 month', currency, amount from private.commission_statements where company_id = $1 returning id)
         insert into private.statement_lines (line_id, statement_id, facts)
         select t.line_id, made.id, t.facts from private.statement_lines as t join private.commission_statements as s on s.id = t.statement_id, made where s.company_id = $1`,
        [company.id],
      ),
    ).rejects.toThrow(/in only one statement/);
  });
});

test('a deleted link opens the page and keeps its commission, but brings no new bookings', async () => {
  const { id, code } = await makeLink(partner);
  const [page, day] = [await slugOf(partner), new Date().toISOString().slice(0, 10)];
  const departure = await departureIn(48);
  const click = () => callAsGuest<{ days: number }>(db, 'record_click', { code });
  const organisationOfHold = async (more: Record<string, unknown>) => {
    const { booking } = await holdAsGuest(db, { departure, guests: adults(1), more });
    const [row] = await db.query<{ organisation_id: string | null }>('select organisation_id from public.bookings where id = $1', [booking.id]); // prettier-ignore
    return row!.organisation_id;
  };
  const brought = await bookedBy(partner, departure, 2, { referral: code });
  expect(await click()).toMatchObject({ days: 30 });
  expect(await organisationOfHold({ organisation: page, referral: code })).toBe(partner.id);
  const remove = (as: string) => call(as, 'delete_referral_link', { link: id });
  const stranger = await makePerson(db, {});
  for (const who of [other.admin, company.people.owner, stranger])
    expect(await remove(who)).toEqual({ status: 'not_permitted' });
  for (let times = 0; times < 2; times += 1) expect(await remove(partner.agent)).toEqual({ status: 'ok' });
  expect(await click()).toEqual({ status: 'ok', days: 0 });
  for (const more of [
    { organisation: page, referral: code },
    { referral: code },
    { clicks: [{ ref: code, day }] },
    { organisation: page, referral: code, clicks: [{ ref: code, day }] },
  ])
    expect([more, await organisationOfHold(more)]).toEqual([more, null]);
  // The partner's own page without the link, and another partner's page, still count.
  expect(await organisationOfHold({ organisation: page })).toBe(partner.id);
  expect(await organisationOfHold({ organisation: await slugOf(other), referral: code })).toBe(other.id);
  const shown = await callAsGuest(db, 'read_operator', { operator: `company-${company.id}`, organisation: page });
  expect(shown).toMatchObject({ status: 'ok', organisation: { slug: page } });
  const links = (await referrals())['links'] as object[];
  expect(links).toMatchObject([{ clicks: 1, bookings: 1, is_ended: true, is_active: false }]);
  expect(await linesOf(brought)).toEqual([{ state: 'pending', amount: 1000 }]);
});

test('a guest sees the partner on whose page they booked, and none for an earlier click', async () => {
  const { code } = await makeLink(partner);
  const departure = await departureIn(48);
  const holdAndShow = async (more: Record<string, unknown>) => {
    const token = makeToken();
    const { booking } = await holdAsGuest(db, { departure, guests: adults(1), token, more });
    const [row] = await db.query<{ organisation_id: string | null }>('select organisation_id from public.bookings where id = $1', [booking.id]); // prettier-ignore
    return [row!.organisation_id, booking.organisation?.slug ?? null];
  };
  const day = new Date().toISOString().slice(0, 10);
  const [page, otherPage] = [await slugOf(partner), await slugOf(other)];
  expect(await holdAndShow({ clicks: [{ ref: code, day }] })).toEqual([partner.id, null]);
  expect(await holdAndShow({ organisation: page })).toEqual([partner.id, page]);
  // The first partner earns; the guest sees the one whose page it is.
  await agree(partner, terms({ click: 'first' }));
  expect(await holdAndShow({ organisation: otherPage, clicks: [{ ref: code, day }] })).toEqual([partner.id, otherPage]);
  const stranger = await makeOrganisation(db, []);
  expect(await holdAndShow({ organisation: await slugOf(stranger) })).toEqual([null, null]);
});
