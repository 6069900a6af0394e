/** How long guests' data is kept, what a guest can request, and who may answer. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  COMPANY_ROLES,
  makeBooking,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  type Company,
} from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

type RpcResult = { status: string } & Record<string, unknown>;
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Makes a booking `ago` days ago, under a name that the test can find. */
async function makeBookingAgo(company: Company, ago: number, email: string | null = 'ada@guest.test') {
  const departureId = await makeDeparture(db, company, { localDate: day(ago) });
  const party = await makeBooking(db, company, { departureId, guests: 2 });
  await db.query(
    `update public.bookings set contact_name = 'Ada Quill', contact_email = $2, note = 'wheelchair' where id = $1`,
    [party.bookingId, email],
  );
  await db.query(`update public.guests set name = 'Ada Quill' where booking_id = $1`, [party.bookingId]);
  return party;
}
const nameOf = async (id: string) =>
  (
    await db.query<{ known: string }>(
      `select concat_ws(' ', b.contact_name, b.contact_email, b.note, (select string_agg(g.name, ' ') from public.guests g where g.booking_id = b.id)) as known
       from public.bookings b where b.id = $1`,
      [id],
    )
  )[0]!.known;
const keep = (company: Company, months: number | null) =>
  db.query('update public.companies set retention_months = $2 where id = $1', [company.id, months]);
const night = (company: Company) => db.rpc<RpcResult>('service_role', 'erase_due_guests', { company: company.id });

describe('scheduled erasure', () => {
  test('erases guests older than the retention period, keeps later ones, and is idempotent', async () => {
    const company = await makeCompany(db);
    const [old, recent] = [await makeBookingAgo(company, 70), await makeBookingAgo(company, 20)];
    await keep(company, 2);
    expect(await night(company)).toEqual({ status: 'ok', has_more: false });
    expect(await nameOf(old.bookingId)).toBe('—');
    expect(await nameOf(recent.bookingId)).toContain('Ada Quill');
    const loggedErasures = () =>
      db.query(`select after from public.audit_events where company_id = $1 and action = 'erase_guests'`, [company.id]);
    expect(await loggedErasures()).toHaveLength(1);
    expect(await night(company)).toEqual({ status: 'ok', has_more: false });
    expect(await loggedErasures()).toHaveLength(1);
  });

  test('never erases days that devices still hold, nor anything without a retention period', async () => {
    const company = await makeCompany(db);
    const [old, fresh] = [await makeBookingAgo(company, 400), await makeBookingAgo(company, 2)];
    await night(company);
    expect(await nameOf(old.bookingId)).toContain('Ada Quill');
    await keep(company, 1);
    await night(company);
    expect(await nameOf(old.bookingId)).toBe('—');
    expect(await nameOf(fresh.bookingId)).toContain('Ada Quill');
  });

  test('erases fifty departures at a time and says whether more are left', async () => {
    const company = await makeCompany(db);
    for (let n = 0; n < 51; n += 1) await makeBookingAgo(company, 100 + n);
    await keep(company, 1);
    expect(await night(company)).toEqual({ status: 'ok', has_more: true });
    expect(await night(company)).toEqual({ status: 'ok', has_more: false });
    const [left] = await db.query(
      `select count(*)::int as n from public.bookings where company_id = $1 and contact_name <> '—'`,
      [company.id],
    );
    expect(left).toEqual({ n: 0 });
  });

  test('is planned once a night for companies with a retention period', async () => {
    const [company, other] = [await makeCompany(db), await makeCompany(db)];
    await keep(company, 12);
    const planned = () =>
      db.query(
        `select payload ->> 'company' as company from private.jobs where kind = 'erase_guests' and company_id = any ($1)`,
        [[company.id, other.id]],
      );
    await db.rpc('service_role', 'begin_job_run', {});
    await db.rpc('service_role', 'begin_job_run', {});
    expect(await planned()).toEqual([{ company: company.id }]);
    await db.query(`update private.planned_erasures set planned_on = planned_on - 1 where company_id = $1`, [
      company.id,
    ]);
    await db.query(`delete from private.jobs where kind = 'erase_guests' and company_id = $1`, [company.id]);
    await db.rpc('service_role', 'begin_job_run', {});
    expect(await planned()).toEqual([{ company: company.id }]);
  });

  test('a shorter period is saved only with confirmation of how many guests it erases', async () => {
    const company = await makeCompany(db);
    await makeBookingAgo(company, 70);
    const { owner } = company.people;
    const read = await db.rpc<RpcResult>(owner, 'read_company_settings', { company: company.id });
    const save = (months: number | null, more: { is_sure?: true; version?: number; changes?: object } = {}) =>
      db.rpc<RpcResult>(owner, 'save_company_settings', {
        company: company.id,
        version: more.version ?? 1,
        input: { ...(read['settings'] as object), retention_months: months, ...more.changes },
        is_sure: more.is_sure ?? false,
      });
    expect(await save(0)).toEqual({
      status: 'invalid',
      problems: [{ field: 'retention_months', code: 'too_small' }],
    });
    expect(await save(1)).toMatchObject({ status: 'must_confirm', erased: 1 });
    expect(await save(1, { changes: { currency: 'EUR' } })).toMatchObject({
      status: 'must_confirm',
      erased: 1,
      upcoming_impact: { prices: 1 },
    });
    expect(await save(12)).toEqual({ status: 'ok', version: 2 });
    expect(await save(1, { version: 2, is_sure: true })).toEqual({ status: 'ok', version: 3 });
    expect(await save(null, { version: 3 })).toEqual({ status: 'ok', version: 4 });
  });
});

describe('a single guest', () => {
  const find = (who: Persona, company: Company, search: string) =>
    db.rpc<RpcResult>(who, 'find_guest', { company: company.id, search });

  test('is found by address or booking reference, in the own company only', async () => {
    const [company, other] = [await makeCompany(db), await makeCompany(db)];
    const [past, ahead] = [await makeBookingAgo(company, 30), await makeBookingAgo(company, -3)];
    await makeBookingAgo(other, 30);
    const bookings = [
      { id: ahead.bookingId, erasure_state: 'upcoming', email: 'ada@guest.test' },
      { id: past.bookingId, erasure_state: 'erasable', name: 'Ada Quill' },
    ];
    const { owner } = company.people;
    expect(await find(owner, company, ' ADA@guest.test ')).toMatchObject({ status: 'ok', bookings });
    const looselyTyped = `${past.reference.slice(0, 3)} ${past.reference.slice(3).toLowerCase()}`;
    expect(await find(owner, company, looselyTyped)).toMatchObject({ bookings });
    expect(await find(owner, company, 'nobody@guest.test')).toEqual({ status: 'ok', bookings: [] });
  });

  test('is erased from past bookings and mails; future bookings and amounts stay', async () => {
    const company = await makeCompany(db);
    const [past, ahead] = [await makeBookingAgo(company, 30), await makeBookingAgo(company, -3)];
    const { owner } = company.people;
    await db.rpc(owner, 'send_guest_data', { request: randomUUID(), booking: past.bookingId });
    const money = () =>
      db.query(`select id, total_amount, paid_amount, status from public.bookings where company_id = $1 order by id`, [
        company.id,
      ]);
    const before = await money();
    const erase = () =>
      db.rpc<RpcResult>(owner, 'erase_guest', {
        company: company.id,
        bookings: `{${past.bookingId},${ahead.bookingId}}`,
      });
    expect(await erase()).toEqual({ status: 'ok', erased: 1 });
    expect(await nameOf(past.bookingId)).toBe('—');
    expect(await nameOf(ahead.bookingId)).toContain('Ada Quill');
    expect(await money()).toEqual(before);
    expect(await db.query(`select from private.outbox_messages where booking_id = $1`, [past.bookingId])).toEqual([]);
    expect(await erase()).toEqual({ status: 'ok', erased: 0 });
    expect(await find(owner, company, past.reference)).toMatchObject({ bookings: [{ erasure_state: 'erased' }] });
  });

  test('without a name is still found by address and erased', async () => {
    const company = await makeCompany(db);
    const nameless = await makeBookingAgo(company, 70);
    await db.query(`update public.bookings set contact_name = '—' where id = $1`, [nameless.bookingId]);
    expect(await find(company.people.owner, company, 'ada@guest.test')).toMatchObject({
      bookings: [{ id: nameless.bookingId, erasure_state: 'erasable' }],
    });
    await keep(company, 2);
    await night(company);
    expect(
      await db.query(`select contact_email, contact_phone, note from public.bookings where id = $1`, [
        nameless.bookingId,
      ]),
    ).toEqual([{ contact_email: null, contact_phone: null, note: null }]);
  });

  test('gets only the data of the original address, even if it changes while the mail waits', async () => {
    const company = await makeCompany(db);
    const [past, latest] = [await makeBookingAgo(company, 30), await makeBookingAgo(company, -3)];
    const { owner } = company.people;
    await db.rpc(owner, 'send_guest_data', { request: randomUUID(), booking: latest.bookingId });
    const [mail] = await db.query<{ id: string }>(`select id from private.outbox_messages where booking_id = $1`, [
      latest.bookingId,
    ]);
    const [{ version } = { version: 0 }] = await db.query<{ version: number }>(
      `select version from public.bookings where id = $1`,
      [latest.bookingId],
    );
    expect(
      await db.rpc(owner, 'edit_booking', {
        request: randomUUID(),
        booking: latest.bookingId,
        change: { version, contact: { email: 'stranger@else.test' } },
      }),
    ).toMatchObject({ status: 'ok' });
    const claimMail = () =>
      db.rpc<{ status: string; mail?: { recipient: string; data: { bookings: { reference: string }[] } } }>(
        'service_role',
        'read_mail_to_send',
        { message: mail!.id },
      );
    expect((await claimMail()).mail).toMatchObject({
      recipient: 'ada@guest.test',
      data: { bookings: [{ reference: past.reference }] },
    });
    // Resent to another address, it must not contain the first guest's data.
    await db.query(`update private.outbox_messages set recipient = 'else@else.test' where id = $1`, [mail!.id]);
    expect(await claimMail()).toEqual({ status: 'unknown' });
  });

  test('of another company is not erased by naming their booking', async () => {
    const [company, other] = [await makeCompany(db), await makeCompany(db)];
    const theirs = await makeBookingAgo(other, 30);
    const result = await db.rpc(company.people.owner, 'erase_guest', {
      company: company.id,
      bookings: `{${theirs.bookingId}}`,
    });
    expect(result).toEqual({ status: 'ok', erased: 0 });
    expect(await nameOf(theirs.bookingId)).toContain('Ada Quill');
  });

  test('gets their data at the booking’s own address, once per request', async () => {
    const company = await makeCompany(db);
    const past = await makeBookingAgo(company, 30);
    const { owner } = company.people;
    const request = randomUUID();
    for (let times = 0; times < 2; times += 1)
      expect(await db.rpc(owner, 'send_guest_data', { request, booking: past.bookingId })).toEqual({ status: 'ok' });
    const mails = await db.query<{ id: string; recipient: string; data: unknown }>(
      `select id, recipient, data from private.outbox_messages where booking_id = $1`,
      [past.bookingId],
    );
    expect(mails).toMatchObject([{ recipient: 'ada@guest.test' }]);
    // The outbox row names the bookings only; their data is read when the mail is sent.
    expect(JSON.stringify(mails[0]!.data)).not.toContain('Quill');
    const sent = await db.rpc<{ mail: { data: unknown } }>('service_role', 'read_mail_to_send', {
      message: mails[0]!.id,
    });
    expect(sent.mail.data).toMatchObject({
      bookings: [{ reference: past.reference, name: 'Ada Quill', note: 'wheelchair' }],
    });
    const withoutEmail = await makeBookingAgo(company, 30, null);
    expect(await db.rpc(owner, 'send_guest_data', { request: randomUUID(), booking: withoutEmail.bookingId })).toEqual({
      status: 'no_address',
    });
  });

  test('is managed by the owner only, not by staff or a partner without data sharing', async () => {
    const company = await makeCompany(db);
    const past = await makeBookingAgo(company, 30);
    const partner = await makeOrganisation(db, [company]);
    await db.rpc(partner.admin, 'impersonate', { company: company.id });
    const others = COMPANY_ROLES.filter((role) => role !== 'owner').map((role) => company.people[role]);
    for (const person of [...others, partner.admin, (await makeCompany(db)).people.owner])
      for (const [name, args] of [
        ['find_guest', { company: company.id, search: 'ada@guest.test' }],
        ['send_guest_data', { request: randomUUID(), booking: past.bookingId }],
        ['erase_guest', { company: company.id, bookings: `{${past.bookingId}}` }],
      ] as const)
        expect(await db.rpc(person, name, args)).toEqual({ status: 'not_permitted' });
    // Not with data sharing either: erasures and gift vouchers outlive the acting.
    await db.query(`update public.organisation_companies set data_sharing = true where company_id = $1`, [company.id]);
    const read = await db.rpc<RpcResult>(partner.admin, 'read_company_settings', { company: company.id });
    const save = (changes: object) =>
      db.rpc<RpcResult>(partner.admin, 'save_company_settings', {
        company: company.id,
        version: 1,
        input: { ...(read['settings'] as object), ...changes },
        is_sure: true,
      });
    expect(await save({ retention_months: 1 })).toEqual({ status: 'not_permitted' });
    expect(await save({ hold_minutes: 20 })).toEqual({ status: 'ok', version: 2 });
    expect(await db.rpc(partner.admin, 'read_codes', { company: company.id })).toEqual({ status: 'not_permitted' });
    const code = { company: company.id, code_id: randomUUID(), version: 0 };
    const gift = JSON.stringify({ code: 'GIFT-1', kind: 'gift', amount: 10_000, tours: [], is_disabled: false });
    expect(await db.rpc(partner.admin, 'save_code', { ...code, input: gift })).toEqual({ status: 'not_permitted' });
    await expect(db.rpc(company.people.owner, 'erase_due_guests', { company: company.id })).rejects.toMatchObject({
      code: '42501',
    });
  });
});
