/** Which changes mail a guest and which do not, reminders and thanks, and who sees the outbox (ADR 043). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeStage, type RpcResult, type Stage } from '../support/booking-stage.ts';
import { makeBooking, makeDeparture, makeOrganisation } from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';

let db: Database;
let stage: Stage;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
});
afterAll(() => db?.close());
beforeEach(async () => {
  // Bookings of earlier tests must cause no mails.
  await db.exec(`delete from private.rate_limit_buckets; delete from private.jobs; delete from private.outbox_messages;
    update public.bookings set status = 'CANCELLED'`);
});

const office = () => stage.company.people.office;
const adults = (count: number) => Array.from({ length: count }, () => ({ price_category_id: stage.categories.ADULT }));
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const departureIn = (days: number) => makeDeparture(db, stage.company, { localDate: inDays(days), capacity: 20 });
const departureAt = (startsAt: Date) => makeDeparture(db, stage.company, { startsAt, capacity: 20 });
const CONTACT = { name: 'Anna Holm', email: 'anna@holm.test' };
const book = async (departure: string, more: object = {}) =>
  (
    await db.rpc<RpcResult & { booking_id: string }>(office(), 'hold_booking', {
      request: randomUUID(),
      departure,
      booking: { guests: adults(2), state: 'CONFIRMED', contact: CONTACT, ...more },
    })
  ).booking_id;
const act = (name: string, booking: unknown, change: object = {}, person: Persona = office()) =>
  db.rpc<RpcResult>(person, name, { request: randomUUID(), booking, change });
const sentTemplates = async (booking?: string) =>
  (
    await db.query<{ template: string }>(
      `select template from private.outbox_messages where $1::uuid is null or booking_id = $1 order by created_at, template`,
      [booking ?? null],
    )
  ).map(({ template }) => template);
/** Removes all mails and jobs. */
const clear = () => db.exec('delete from private.jobs; delete from private.outbox_messages');

describe('changes of a booking', () => {
  test('a hold with online payment mails the amount and deadline, again when extended', async () => {
    const departure = await departureIn(30);
    const holdByOffice = (more: object = {}) => book(departure, { state: 'ON_HOLD', minutes: 60, ...more });
    // Where guests pay on arrival, there is nothing to do before the deadline.
    const unpaid = await holdByOffice();
    expect(await act('extend_booking', unpaid, { minutes: 120 })).toMatchObject({ is_mailed: false });
    expect(await act('resend_booking', unpaid)).toEqual({ status: 'nothing_to_pay' });
    expect(await sentTemplates(unpaid)).toEqual([]);
    await db.query(`insert into private.payment_providers values ('test', false) on conflict do nothing`);
    await db.query(
      `insert into private.payment_settings (company_id, mode, provider, deposit_percent) values ($1, 'online', 'test', 30)`,
      [stage.company.id],
    );
    try {
      const id = await holdByOffice();
      expect(await sentTemplates(id)).toEqual(['booking-held']);
      const payloads = async () =>
        (
          await db.query<{ data: Record<string, unknown> | null }>(
            `select private.mail_payload(m) as data from private.outbox_messages as m where booking_id = $1`,
            [id],
          )
        ).map(({ data }) => data);
      const [{ until }] = (await db.query<{ until: string }>(
        'select private.iso(expires_at) as until from public.bookings where id = $1',
        [id],
      )) as [{ until: string }];
      expect(await payloads()).toMatchObject([{ now: 3000, due: 10_000, until, guests: 2, codes: [] }]);
      // A pending mail gets the new time; after a sent one another is queued.
      expect(await act('extend_booking', id, { minutes: 120, preview: true })).toMatchObject({ is_mailed: true });
      await act('extend_booking', id, { minutes: 120 });
      expect(await sentTemplates(id)).toEqual(['booking-held']);
      expect((await payloads())[0]!['until']).not.toBe(until);
      await db.exec(`update private.outbox_messages set state = 'sent', sent_at = now(); delete from private.jobs`);
      await act('extend_booking', id, { minutes: 180 });
      expect(await sentTemplates(id)).toEqual(['booking-held', 'booking-held']);
      await act('extend_booking', id, { minutes: 240, mail: false });
      expect(await sentTemplates(id)).toEqual(['booking-held', 'booking-held']);
      // The office can resend it with its own words, unless nothing can be paid.
      expect(await act('resend_booking', id, { message: 'Here it is' })).toMatchObject({ status: 'ok' });
      expect((await payloads()).at(-1)).toMatchObject({ now: 3000, due: 10_000, guests: 2, message: 'Here it is' });
      await act('confirm_booking', id);
      expect(await sentTemplates(id)).toEqual(['booking-held', 'booking-held', 'booking-held', 'booking-confirmed']);
      expect((await payloads()).slice(0, 3)).toEqual([null, null, null]);

      const over = await holdByOffice();
      await db.query(`update public.bookings set expires_at = now() - interval '1 minute' where id = $1`, [over]);
      expect(
        await db.query(
          `select private.mail_payload(m) as data from private.outbox_messages as m where booking_id = $1`,
          [over],
        ),
      ).toEqual([{ data: null }]);
      // No mail when suppressed, without an address, or for a guest who made the hold online.
      expect(await sentTemplates(await holdByOffice({ mail: false }))).toEqual([]);
      expect(await sentTemplates(await holdByOffice({ contact: { name: 'Anna Holm' } }))).toEqual([]);
      const token = makeToken();
      await holdAsGuest(db, { departure, guests: adults(1), token });
      await callAsGuest(db, 'confirm', { request: randomUUID(), token, details: { contact: CONTACT } });
      expect((await sentTemplates()).filter((name) => name === 'booking-held')).toHaveLength(4);
    } finally {
      await db.query('delete from private.payment_settings where company_id = $1', [stage.company.id]);
    }
  });

  test('by the office are mailed: confirmed, requested, rejected, moved, party changed, restored', async () => {
    const departure = await departureIn(30);
    const id = await book(departure);
    expect(await sentTemplates(id)).toEqual(['booking-confirmed']);
    const requested = await book(departure, { state: 'PENDING' });
    expect(await sentTemplates(requested)).toEqual(['booking-requested']);
    const repeated = { request: randomUUID(), booking: requested, change: {} };
    for (let n = 0; n < 2; n += 1)
      expect(await db.rpc(office(), 'resend_booking', repeated)).toMatchObject({ status: 'ok' });
    expect(await sentTemplates(requested)).toEqual(['booking-requested', 'booking-requested']);
    await act('confirm_booking', requested);
    expect(await sentTemplates(requested)).toEqual(['booking-requested', 'booking-requested', 'booking-confirmed']);
    const declined = await book(departure, { state: 'PENDING' });
    await act('reject_booking', declined);
    expect(await sentTemplates(declined)).toEqual(['booking-requested', 'booking-rejected']);
    await clear();
    await act('move_booking', id, { departure_id: await departureIn(31) });
    await act('change_party', id, { add: adults(1) });
    expect(await sentTemplates(id)).toEqual(['booking-changed']);
    const [waits] = await db.query<{ seconds: number }>(
      `select extract(epoch from run_at - now())::int as seconds from private.jobs`,
    );
    expect(waits!.seconds).toBeGreaterThan(100);
    await clear();
    await act('cancel_booking', id, {});
    expect(await sentTemplates(id)).toEqual([]);
    await act('restore_booking', id);
    expect(await sentTemplates(id)).toEqual(['booking-confirmed']);
  });

  test('by guests are mailed when booked and cancelled, but not for a hold', async () => {
    const token = makeToken();
    await holdAsGuest(db, { departure: await departureIn(30), guests: adults(2), token });
    expect(await sentTemplates()).toEqual([]);
    const details = { contact: CONTACT };
    const request = randomUUID();
    for (let n = 0; n < 2; n += 1)
      expect((await callAsGuest(db, 'confirm', { request, token, details })).status).toBe('ok');
    expect(await sentTemplates()).toEqual(['booking-confirmed']);
    await callAsGuest(db, 'cancel', { request: randomUUID(), token, change: { preview: true } });
    expect(await sentTemplates()).toEqual(['booking-confirmed']);
    await db.query(`update private.outbox_messages set state = 'sent', sent_at = now() where state = 'pending'`);
    await callAsGuest(db, 'cancel', { request: randomUUID(), token, change: {} });
    expect(await sentTemplates()).toEqual(['booking-confirmed', 'booking-cancelled']);
  });

  test('by guests are mailed only as cancelled if the confirmation was still pending', async () => {
    const token = makeToken();
    await holdAsGuest(db, { departure: await departureIn(30), guests: adults(2), token });
    await callAsGuest(db, 'confirm', { request: randomUUID(), token, details: { contact: CONTACT } });
    await callAsGuest(db, 'cancel', { request: randomUUID(), token, change: {} });
    expect(await sentTemplates()).toEqual(['booking-cancelled']);
  });

  test('are mailed once per refund sent, also after the tour, but not for owed or moved money', async () => {
    const id = await book(await departureIn(30));
    await act('record_payment', id, { amount: 10_000, currency: 'DKK', method: 'bank' });
    await clear();
    await act('decide_refund', id, { amount: 3000 });
    expect(await sentTemplates(id)).toEqual([]);
    await db.query(`update public.refunds set status = 'REFUNDED', refunded_at = now() where booking_id = $1`, [id]);
    await act('record_refund', id, { amount: 1000, method: 'bank' });
    expect(await sentTemplates(id)).toEqual(['booking-refunded', 'booking-refunded']);
    await clear();
    const { guests } = (
      await db.rpc<{ booking: { guests: { id: string }[] } }>(office(), 'read_booking', { booking: id })
    ).booking;
    await act('split_booking', id, { guests: [guests[0]!.id] });
    expect((await sentTemplates()).toSorted()).toEqual(['booking-changed', 'booking-confirmed']);
  });

  test('are not mailed if suppressed, without address, after the tour, or irrelevant to the guest', async () => {
    const departure = await departureIn(30);
    const unmailed = await book(departure, { mail: false });
    await act('move_booking', unmailed, { departure_id: await departureIn(31), mail: false });
    await book(departure, { contact: { name: 'Bo' } });
    await book(await departureAt(inHours(-5)), { override: 'was here' });
    await act('edit_booking', unmailed, { version: 1, note: 'Window seat' });
    await act('tag_booking', unmailed, { add: ['vip'] });
    expect(await sentTemplates()).toEqual([]);
    // The suppression covers one action only.
    await act('move_booking', unmailed, { departure_id: await departureIn(32) });
    expect(await sentTemplates()).toEqual(['booking-changed']);
  });

  test('move pending mails to a new address', async () => {
    const id = await book(await departureIn(30));
    await act('edit_booking', id, { version: 1, contact: { email: 'new@holm.test' } });
    expect(await db.query('select recipient from private.outbox_messages')).toEqual([{ recipient: 'new@holm.test' }]);
  });

  test('by an import are not mailed', async () => {
    const [first, second] = [await departureIn(30), await departureIn(31)];
    const row = (departure: string, when: string, guests: number) => ({
      key: 'r:a-1',
      fingerprint: { when, party: String(guests) },
      departure_id: departure,
      party: { [stage.categories.ADULT]: guests },
      contact: CONTACT,
      state: 'CONFIRMED',
      voucher_number: 'A-1',
    });
    const bringIn = (rows: object[]) =>
      db.rpc<RpcResult>(office(), 'import_bookings', { request: randomUUID(), company: stage.company.id, rows });
    expect(await bringIn([row(first, '1', 2)])).toMatchObject({ outcomes: [{ outcome: 'new' }] });
    expect(await bringIn([row(second, '2', 3)])).toMatchObject({ outcomes: [{ outcome: 'changed' }] });
    expect(await sentTemplates()).toEqual([]);
  });
});

describe('a changed meeting point', () => {
  const meetAt = (place: string, locale = 'en') =>
    db.query(`update public.tour_translations set meeting_point = $1 where tour_id = $2 and locale = $3`, [
      place,
      stage.company.tourId,
      locale,
    ]);

  test('of a tour mails each future guest of that language once, and nobody when changed back', async () => {
    const coming = await book(await departureIn(30));
    const danish = await book(await departureIn(30), { contact: { ...CONTACT, locale: 'da' } });
    const gone = await book(await departureIn(29));
    await act('cancel_booking', gone);
    await makeBooking(db, stage.company, { departureId: await departureAt(inHours(-30)), guests: 1 });
    await db.query(
      `insert into public.tour_translations (tour_id, locale, title, meeting_point) values ($1, 'da', 'Havnetur', 'Springvandet')`,
      [stage.company.tourId],
    );
    await clear();
    await meetAt('The old crane');
    await meetAt('The old crane at the quay');
    expect(await sentTemplates()).toEqual(['booking-changed']);
    expect(await sentTemplates(coming)).toEqual(['booking-changed']);
    await meetAt('Den gamle kran', 'da');
    expect(await sentTemplates(danish)).toEqual(['booking-changed']);
    await meetAt('The fountain');
    const [message] = await db.query<{ id: string }>('select id from private.outbox_messages where booking_id = $1', [
      coming,
    ]);
    const [row] = await db.as('service_role', (query) =>
      query<{ result: RpcResult }>('select public.read_mail_to_send($1) as result', [message!.id]),
    );
    expect(row!.result).toEqual({ status: 'unknown' });
    expect(await sentTemplates(coming)).toEqual([]);
    await db.query(`delete from public.tour_translations where tour_id = $1 and locale = 'da'`, [stage.company.tourId]);
  });

  test('of a departure mails its guests', async () => {
    const [departure, other] = [await departureIn(30), await departureIn(30)];
    const [affected] = [await book(departure), await book(other)];
    await clear();
    await db.query(`update public.departures set meeting_note = 'North gate' where id = $1`, [departure]);
    expect(await sentTemplates()).toEqual(['booking-changed']);
    expect(await sentTemplates(affected)).toEqual(['booking-changed']);
  });
});

describe('scheduled mails', () => {
  // Otherwise the same run would also queue and count report reminders to guides (tour-reports.test.ts).
  beforeAll(() =>
    db.query(`update public.companies set attendance_rule = 'check_ins_count' where id = $1`, [stage.company.id]),
  );

  const look = async () => {
    await db.query('update private.job_worker set guest_mails_at = null');
    const [row] = await db.query<{ n: number }>('select private.enqueue_due_guest_mails(500) as n');
    return row!.n;
  };
  const bookedBefore = async (departure: string, more: object = {}) => {
    const id = await book(departure, more);
    await db.query(`update public.bookings set created_at = now() - interval '9 days' where id = $1`, [id]);
    await clear();
    return id;
  };

  test('remind within the last day once, and again after a move to another day', async () => {
    const id = await bookedBefore(await departureAt(inHours(22)));
    await bookedBefore(await departureAt(inHours(30)));
    expect([await look(), await look()]).toEqual([1, 0]);
    expect(await sentTemplates()).toEqual(['booking-reminder']);
    expect(await sentTemplates(id)).toEqual(['booking-reminder']);
    await clear();
    expect(await look()).toBe(1);
  });

  const inMinutes = (minutes: number) => inHours(minutes / 60);
  const HOUR_MINUTES = 60;
  const DAY_MINUTES = 24 * HOUR_MINUTES;

  test.each([
    { minutes: HOUR_MINUTES - 5, reminders: 0 },
    { minutes: HOUR_MINUTES + 5, reminders: 1 },
    { minutes: DAY_MINUTES - 5, reminders: 1 },
    { minutes: DAY_MINUTES + 5, reminders: 0 },
  ])('$minutes minutes before the start: $reminders reminders', async ({ minutes, reminders }) => {
    await bookedBefore(await departureAt(inMinutes(minutes)));
    expect(await look()).toBe(reminders);
  });

  test.each([
    { minutes: DAY_MINUTES - 5, reminders: 0 },
    { minutes: DAY_MINUTES + 5, reminders: 1 },
  ])('booked $minutes minutes before the start: $reminders reminders', async ({ minutes, reminders }) => {
    const id = await bookedBefore(await departureAt(inHours(22)));
    await db.query(
      `update public.bookings as b set created_at = d.starts_at - make_interval(mins => $2)
       from public.departures as d where d.id = b.departure_id and b.id = $1`,
      [id, minutes],
    );
    expect(await look()).toBe(reminders);
  });

  test.each([
    { minutes: 2 * HOUR_MINUTES - 5, thanks: 0 },
    { minutes: 2 * HOUR_MINUTES + 5, thanks: 1 },
    { minutes: 2 * DAY_MINUTES - 5, thanks: 1 },
    { minutes: 2 * DAY_MINUTES + 5, thanks: 0 },
  ])('$minutes minutes after the end: $thanks mails of thanks', async ({ minutes, thanks }) => {
    const departure = await departureAt(inMinutes(-minutes));
    const id = await bookedBefore(departure, { override: 'x' });
    expect(await act('mark_attended', id)).toMatchObject({ status: 'ok' });
    await db.query(
      `update public.departures set starts_at = starts_at - (ends_at - starts_at), ends_at = starts_at where id = $1`,
      [departure],
    );
    await clear();
    expect(await look()).toBe(thanks);
  });

  test('thank the guests of a tour of 30 days', async () => {
    const departure = await departureAt(inHours(-3));
    expect(await act('mark_attended', await bookedBefore(departure, { override: 'x' }))).toMatchObject({
      status: 'ok',
    });
    await db.query(
      `update public.departures set starts_at = starts_at - interval '30 days', ends_at = starts_at where id = $1`,
      [departure],
    );
    await clear();
    expect(await look()).toBe(1);
  });

  test('are looked for every five minutes, however often the job scheduler runs', async () => {
    await bookedBefore(await departureAt(inHours(22)));
    await look();
    await clear();
    expect(await db.query('select private.enqueue_due_guest_mails(500) as n')).toEqual([{ n: 0 }]);
  });

  test('skip late bookings and moves, unconfirmed or imported bookings, and tours about to begin', async () => {
    const soon = await departureAt(inHours(22));
    await book(soon);
    await clear();
    const cancelled = await bookedBefore(soon);
    await act('cancel_booking', cancelled);
    await bookedBefore(soon, { state: 'PENDING' });
    await bookedBefore(await departureAt(inHours(0.5)));
    const off = await departureAt(inHours(21));
    await bookedBefore(off);
    await db.query(`update public.departures set status = 'cancelled' where id = $1`, [off]);
    const broughtIn = await makeBooking(db, stage.company, { departureId: soon, guests: 1 });
    await db.query(
      `update public.bookings set contact_email = 'x@holm.test', created_at = now() - interval '9 days' where id = $1`,
      [broughtIn.bookingId],
    );
    const moved = await bookedBefore(await departureIn(30));
    await act('move_booking', moved, { departure_id: soon });
    const later = await departureAt(inHours(20));
    const waits = await bookedBefore(later);
    await act('move_booking', moved, { departure_id: await departureIn(31) });
    await act('move_booking', moved, { departure_id: soon });
    await db.query(
      `select private.enqueue_guest_mails('departure-moved', d, 'x', '{"previous": "2027-01-01T10:00:00Z", "message": ""}') from public.departures as d where id = $1`,
      [later],
    );
    expect(await look()).toBe(0);
    expect(await sentTemplates()).toEqual(['booking-changed', 'departure-moved']);
    expect(await sentTemplates(waits)).toEqual(['departure-moved']);
  });

  test('thank guests who came, once, up to a day late', async () => {
    const departure = await departureAt(inHours(-30));
    const [attended, stayed] = [
      await bookedBefore(departure, { override: 'x' }),
      await bookedBefore(departure, { override: 'x' }),
    ];
    const longAgo = await bookedBefore(await departureAt(inHours(-80)), { override: 'x' });
    await act('mark_attended', longAgo);
    expect(await act('mark_attended', attended)).toMatchObject({ status: 'ok' });
    await act('mark_no_show', stayed);
    expect([await look(), await look()]).toEqual([1, 0]);
    expect(await sentTemplates(attended)).toEqual(['booking-thanks']);
  });
});

describe('the outbox', () => {
  interface Outbox extends RpcResult {
    counts: { pending: number; failed: number; sent: number };
    messages: {
      id: string;
      recipient: string;
      mail_state: string;
      problem: string | null;
      may_resend: boolean;
      booking: { id: string; name: string } | null;
    }[];
  }
  const outbox = (person: Persona = office(), more: object = {}) =>
    db.rpc<Outbox>(person, 'read_outbox', { company: stage.company.id, ...more });
  const resend = (
    message: string,
    recipient: string | null = null,
    person: Persona = office(),
    request: string = randomUUID(),
  ) => db.rpc<RpcResult>(person, 'resend_message', { request, message, recipient });
  const fail = (error: string) =>
    db.query(
      `update private.jobs set state = 'dead', finished_at = now(), attempts = 8, last_error = $1 where kind = 'send_mail'`,
      [error],
    );

  test('shows guest mails to people who may see guests, and team mails to the owner alone', async () => {
    await book(await departureIn(30));
    await db.query(`select private.enqueue_mail('invitation', 'ny@guide.test', 'da', '{}', '{"token": "x"}', $1)`, [
      stage.company.id,
    ]);
    const { owner, reservations, guide, guide_manager, accountant } = stage.company.people;
    const partner = (await makeOrganisation(db, [stage.company])).admin;
    const readOutbox = async (person: Persona) => {
      const result = await outbox(person);
      return result.status === 'ok' ? result.messages.map(({ recipient }) => recipient).toSorted() : result.status;
    };
    expect(await readOutbox(owner)).toEqual(['anna@holm.test', 'ny@guide.test']);
    for (const person of [office(), reservations]) expect(await readOutbox(person)).toEqual(['anna@holm.test']);
    for (const person of [guide, guide_manager, accountant, partner, stage.outsider])
      expect(await readOutbox(person)).toBe('not_permitted');
    await expect(outbox('anon')).rejects.toThrow('permission denied');
  });

  test('shows failures and their reasons, filtered and page by page', async () => {
    await book(await departureIn(30));
    await fail('The mail server refused it (550).');
    const failed = await book(await departureIn(30));
    const all = await outbox();
    expect(all).toMatchObject({ counts: { pending: 1, failed: 1, sent: 0 } });
    expect(all.messages[0]).toMatchObject({
      mail_state: 'pending',
      problem: null,
      booking: { id: failed, name: 'Anna Holm' },
    });
    const only = await outbox(office(), { filter: 'failed' });
    expect(only.messages).toMatchObject([{ mail_state: 'failed', problem: 'refused', may_resend: true }]);
    const first = await outbox(office(), { row_limit: 1 });
    const next = await outbox(office(), { row_limit: 1, after: first.messages[0]!.id });
    expect([...first.messages, ...next.messages].map(({ id }) => id)).toEqual(all.messages.map(({ id }) => id));
    expect(await outbox(office(), { booking: failed })).toMatchObject({ counts: { pending: 1, failed: 0 } });
    expect(await outbox(office(), { filter: 'lost' })).toEqual({ status: 'invalid' });
  });

  test('retries a failed mail, also to a new address, and sends a sent one again; strangers see none', async () => {
    await book(await departureIn(30));
    await fail('The mail server refused it (550).');
    const { id } = (await outbox()).messages[0]!;
    expect(await resend(id, 'no address')).toEqual({ status: 'invalid' });
    for (const person of [stage.outsider, stage.company.people.guide])
      expect(await resend(id, 'thief@x.test', person)).toEqual({ status: 'not_found' });
    expect(await resend(id, ' right@holm.test ')).toEqual({ status: 'ok', message_id: id });
    expect((await outbox()).messages).toMatchObject([{ id, recipient: 'right@holm.test', mail_state: 'pending' }]);
    expect(await db.query(`select state, attempts from private.jobs`)).toEqual([{ state: 'waiting', attempts: 0 }]);
    await db.query(`update private.jobs set lease = gen_random_uuid(), leased_until = now() + interval '1 minute'`);
    expect(await resend(id)).toEqual({ status: 'is_leaving' });
    await db.as('service_role', (query) => query('select public.record_mail_sent($1)', [id]));
    await db.query(`update private.jobs set state = 'done', finished_at = now(), lease = null, leased_until = null`);
    const request = randomUUID();
    const repeated = await resend(id, 'other@holm.test', office(), request);
    expect(await resend(id, 'other@holm.test', office(), request)).toEqual(repeated);
    expect(repeated['message_id']).not.toBe(id);
    expect((await outbox()).counts).toEqual({ pending: 1, failed: 0, sent: 1 });
    await db.query(`update public.bookings set status = 'CANCELLED'`);
    expect(await resend(id)).toEqual({ status: 'superseded' });
    expect((await outbox()).counts).toEqual({ pending: 1, failed: 0, sent: 1 });
  });
});
