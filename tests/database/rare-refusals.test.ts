/** Refusals that need a rare situation: a used-up limit, an outdated version, something that has ended. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RpcResult } from '../support/booking-stage.ts';
import {
  makeBooking,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import type { Database, Persona, Row } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
let company: Company;
let organisation: { id: string };
let agent: Persona;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
  organisation = await makeOrganisation(db, [company]);
  agent = await makePerson(db, { role: 'partner_admin', organisation: organisation.id });
});
afterAll(() => db?.close());

const owner = () => company.people.owner;
const call = (name: string, args: Row, as: Persona = owner()) => db.rpc<RpcResult>(as, name, args);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const later = () => makeDeparture(db, company, { localDate: inDays(20) });
const archivedTour = async () => {
  const id = randomUUID();
  await db.query(
    `insert into public.tours (id, company_id, slug, duration_minutes, capacity, status)
     values ($1::uuid, $2, $1::text, 90, 20, 'archived')`,
    [id, company.id],
  );
  return id;
};
/** Takes all that a rate limit allows. */
const useUp = (key: string, most: number) =>
  db.query(`select private.consume_rate_limit($1, $2, 86400) from generate_series(1, $2)`, [key, most]);

describe('too many', () => {
  test('offers of a company', async () => {
    await useUp(`ownership-offer:${company.id}`, 50);
    const args = { company: company.id, person: company.people.office, remaining_roles: '{accountant}' };
    expect(await call('offer_ownership', args)).toEqual({ status: 'too_many' });
  });

  test('mails with a guest’s data', async () => {
    const { bookingId } = await makeBooking(db, company, { departureId: await later(), guests: 1 });
    await db.query(`update public.bookings set contact_email = 'anna@holm.test' where id = $1`, [bookingId]);
    await useUp(`guest-data:${company.id}`, 50);
    expect(await call('send_guest_data', { request: randomUUID(), booking: bookingId })).toEqual({
      status: 'too_many',
    });
  });

  test('archives of a company', async () => {
    await useUp(`export:${company.id}`, 5);
    expect(await call('request_company_export', { company: company.id })).toEqual({ status: 'too_many' });
  });

  test('invitations of a team', async () => {
    const request = randomUUID();
    const address = `${randomUUID()}@muster.test`;
    await call('invite', {
      request,
      company: company.id,
      organisation: null,
      emails: `{${address}}`,
      roles: '{guide}',
    });
    const [{ id } = { id: '' }] = await db.query<{ id: string }>(
      `update private.invitations set sent_at = sent_at - interval '2 minutes' where company_id = $1 returning id`,
      [company.id],
    );
    await useUp(`invite:${company.id}`, 30);
    expect(await call('resend_invitation', { invitation: id })).toEqual({ status: 'too_many' });
  });

  test('links of a partner', async () => {
    await db.query(
      `insert into private.referral_links (id, organisation_id, company_id, code, name)
       select gen_random_uuid(), $1, $2, private.random_code(8), 'Room ' || n from generate_series(1, 500) as n`,
      [organisation.id, company.id],
    );
    const link = { link: randomUUID(), organisation: organisation.id, company: company.id, tour: null, name: 'Lobby' };
    expect(await call('create_referral_link', link, agent)).toEqual({ status: 'too_many' });
  });

  test('views of the bookings', async () => {
    await db.query(
      `insert into public.booking_views (id, company_id, name, view)
       select gen_random_uuid(), $1, 'View ' || n, '{}' from generate_series(1, 100) as n`,
      [company.id],
    );
    const view = { company: company.id, id: randomUUID(), version: 0, name: 'One more', view: {}, is_default: false };
    expect(await call('save_booking_view', view)).toEqual({ status: 'too_many' });
  });
});

describe('an outdated version', () => {
  test.each(['pause_tour', 'archive_tour'])('is refused by %s', async (name) => {
    expect(await call(name, { tour: company.tourId, version: 99 })).toMatchObject({ status: 'stale', version: 1 });
  });

  test('is refused by restore_tour', async () => {
    expect(await call('restore_tour', { tour: await archivedTour(), version: 99 })).toMatchObject({ status: 'stale' });
  });

  test('of days off is refused when they are deleted, and when that is previewed', async () => {
    const blackout = randomUUID();
    const input = { from_date: inDays(40), to_date: inDays(41), name: 'Holiday', tour_id: null };
    expect(await call('save_blackout', { company: company.id, blackout, version: 0, input })).toMatchObject({
      status: 'ok',
    });
    const change = { company: company.id, blackout, version: 9 };
    expect(await call('delete_blackout', change)).toMatchObject({ status: 'stale', version: 1 });
    expect(await call('preview_schedule_change', { change: { kind: 'delete_blackout', ...change } })).toMatchObject({
      status: 'stale',
      version: 1,
    });
  });

  test('of a departure is refused when a guide is removed, and so is one that has ended', async () => {
    const departure = await later();
    const args = { company: company.id, departure, version: 9, guide: company.people.guide };
    expect(await call('unassign_guide', args)).toMatchObject({ status: 'stale' });
    await db.query(`update public.departures set status = 'completed' where id = $1`, [departure]);
    const [{ version } = { version: 0 }] = await db.query<{ version: number }>(
      `select version from public.departures where id = $1`,
      [departure],
    );
    expect(await call('unassign_guide', { ...args, version })).toMatchObject({ status: 'ended' });
  });

  test('of a webhook is refused, and one that is off is not tested', async () => {
    const endpoint = randomUUID();
    const save = (version: number) =>
      call('save_webhook', {
        company: company.id,
        endpoint,
        version,
        input: { url: 'https://hooks.example.com/muster', events: ['booking.created'], has_personal_data: false },
      });
    expect(await save(0)).toMatchObject({ status: 'ok' });
    expect(await save(9)).toMatchObject({ status: 'stale', version: 1 });
    await db.query(`update private.webhook_endpoints set state = 'off' where id = $1`, [endpoint]);
    expect(await call('test_webhook', { endpoint })).toEqual({ status: 'switched_off' });
  });
});

test('nothing is added to an archived tour', async () => {
  const tour = await archivedTour();
  expect(await call('add_departure', { departure: randomUUID(), tour, input: {} })).toEqual({ status: 'archived' });
});

test('a test mail needs a valid text and a booking', async () => {
  const fresh = await makeCompany(db);
  const send = (template: string, body: string) =>
    call(
      'send_test_mail',
      { request: randomUUID(), company: fresh.id, template, locale: 'en', subject: 'Hello', body },
      fresh.people.owner,
    );
  expect(await send('booking-held', 'Hello {surname}')).toEqual({
    status: 'unknown_placeholder',
    placeholder: 'surname',
  });
  expect(await send('booking-refunded', 'Hello')).toEqual({ status: 'missing_placeholder', placeholder: 'amount' });
  expect(await send('booking-held', 'Hello {tour}')).toEqual({ status: 'no_booking' });
});

test('a logo that is no picture is refused', async () => {
  expect(await call('set_organisation_logo', { organisation: organisation.id, picture: 'x' }, agent)).toMatchObject({
    status: 'invalid',
  });
});
