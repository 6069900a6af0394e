/**
 * Tests that nobody gains anything while acting for a company that outlives acting: each way that was found is closed.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { makePerson } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import {
  act,
  ago,
  bookedBy,
  call,
  checkIn,
  company,
  db,
  departureIn,
  guestsOf,
  link,
  linesOf,
  openScene,
  partner,
  setScene,
} from './referral-scene.ts';

beforeAll(() => openScene());
afterAll(() => db?.close());
beforeEach(async () => {
  await setScene();
  await share(true);
  await call(partner.admin, 'impersonate', { company: company.id });
});

const share = (shares: boolean) =>
  db.query(`update public.organisation_companies set data_sharing = $2 where organisation_id = $1`, [
    partner.id,
    shares,
  ]);
const acting = (name: string, booking: string, change: object = {}) => act(name, booking, change, partner.admin);
const refused = { status: 'not_permitted' };
const CONTACT = { name: 'Søren Müller', email: 'soren@example.test', phone: '+4520304050' };
const bookedByItself = async (more: object = {}) =>
  bookedBy(null, await departureIn(48), 2, { contact: CONTACT, ...more });
const mails = () =>
  db.query<{ id: string; template: string; recipient: string; booking_id: string | null; state: string }>(
    `select id, template, recipient, booking_id, state::text from private.outbox_messages where company_id = $1 order by created_at`,
    [company.id],
  );

describe('while acting for a company that shares its guests’ data', () => {
  test('another person’s invitation cannot be seen or redirected to become owner', async () => {
    await call(company.people.owner, 'invite', {
      request: randomUUID(),
      emails: '{next.owner@example.test}',
      roles: '{office}',
      company: company.id,
    });
    const invitation = (await mails()).find(({ template }) => template === 'invitation')!;
    const outbox = await call(partner.admin, 'read_outbox', { company: company.id });
    expect(JSON.stringify(outbox)).not.toContain('next.owner@example.test');
    for (const recipient of ['thief@example.test', null])
      expect(
        await call(partner.admin, 'resend_message', { request: randomUUID(), message: invitation.id, recipient }),
      ).toEqual({ status: 'not_found' });
    expect((await mails()).find(({ id }) => id === invitation.id)).toEqual(invitation);
    const [{ id }] = (await db.query<{ id: string }>(`select id from private.invitations where company_id = $1`, [
      company.id,
    ])) as [{ id: string }];
    for (const name of ['resend_invitation', 'revoke_invitation'])
      expect(await call(partner.admin, name, { invitation: id })).toEqual(refused);
  });

  test('resends a guest’s mail only to its original address', async () => {
    const booking = await bookedByItself();
    await act('resend_booking', booking);
    const mail = (await mails()).find((mail) => mail.booking_id === booking)!;
    const resend = (recipient: string | null) =>
      call(partner.admin, 'resend_message', { request: randomUUID(), message: mail.id, recipient });
    expect(await resend('thief@example.test')).toEqual(refused);
    expect((await mails()).map(({ recipient }) => recipient)).not.toContain('thief@example.test');
    const result = await resend(null);
    expect(result).toMatchObject({ status: 'ok' });
    expect(result).not.toHaveProperty('token');
    expect(await call(company.people.office, 'resend_message', { request: randomUUID(), message: mail.id, recipient: 'new@example.test' })).toMatchObject({ status: 'ok' }); // prettier-ignore
  });

  test('refuses to change a guest’s address, so that links cannot be redirected', async () => {
    const booking = await bookedByItself();
    const [{ version }] = (await db.query<{ version: number }>(`select version from public.bookings where id = $1`, [
      booking,
    ])) as [{ version: number }];
    const edit = (contact: object) => acting('edit_booking', booking, { version, contact });
    for (const email of ['thief@example.test', null]) expect(await edit({ email })).toEqual(refused);
    expect(await edit({ email: 'SOREN@example.test', phone: '+4511223344' })).toMatchObject({ status: 'ok' });
    expect(await acting('confirm_booking', booking, { contact: { email: 'thief@example.test' } })).toEqual(refused);
  });

  test('no response contains a guest’s link', async () => {
    const [booking, other] = [await bookedByItself(), await bookedByItself()];
    const [first] = await guestsOf(booking);
    expect(await acting('split_booking', booking, { guests: [first], override: 'x' })).toEqual(refused);
    expect(await acting('merge_bookings', booking, { other, confirm: true })).toEqual(refused);
    expect(await call(partner.admin, 'preview_as_guest', { booking })).toEqual(refused);
    expect(await call(partner.admin, 'read_payment_link', { booking })).toEqual({ status: 'not_found' });
    const held = { departure: await departureIn(48), booking: { guests: [{ price_category_id: company.priceCategoryId }] } }; // prettier-ignore
    const hold = (as: string) => call(as, 'hold_booking', { request: randomUUID(), ...held });
    expect(await hold(company.people.office)).toHaveProperty('token');
    const result = await hold(partner.admin);
    expect(result).toMatchObject({ status: 'ok' });
    expect(result).not.toHaveProperty('token');
  });

  test('refuses to make or open the archive of all data', async () => {
    await call(company.people.owner, 'request_company_export', { company: company.id });
    await db.query(`update private.company_exports set state = 'ready', expires_at = now() + interval '1 day'`);
    for (const name of ['request_company_export', 'open_company_export'])
      expect(await call(partner.admin, name, { company: company.id })).toEqual(refused);
    expect((await call(partner.admin, 'read_company_data', { company: company.id }))['export']).toBeNull();
  });

  test('refuses to change the payment keys, which decide where guests’ money goes', async () => {
    const save = (as: string, key: string) =>
      call(as, 'save_payment_settings', {
        company: company.id,
        version: 0,
        mode: 'online',
        provider: 'stripe',
        secret_key: key,
        webhook_secret: 'whsec_abcdefghijklmnop',
      });
    expect(await save(partner.admin, 'sk_test_thief0000000000')).toEqual(refused);
    expect(await db.query(`select from private.payment_settings where company_id = $1`, [company.id])).toEqual([]);
    expect(await save(company.people.owner, 'sk_test_owner0000000000')).toMatchObject({ status: 'ok' });
  });

  test('refuses to read the outbox without data sharing', async () => {
    await act('resend_booking', await bookedByItself());
    await share(false);
    expect(await call(partner.admin, 'read_outbox', { company: company.id })).toEqual(refused);
  });
});

describe('a person who earns commission from a booking', () => {
  const earns = { status: 'earns_commission' };
  const device = makeDevice();
  const push = async (as: string, ...actions: unknown[]) =>
    (
      await db.rpc<{ outcomes: { status: string; code?: string }[] }>(as, 'check_in_push', {
        device: device.header(),
        actions,
      })
    ).outcomes.map(({ code, status }) => code ?? status);

  test('cannot restore it or record that its guests came', async () => {
    const departure = await departureIn(48);
    const booking = await bookedBy(partner, departure, 2, { referral: await link(partner), contact: CONTACT });
    await act('cancel_booking', booking);
    expect(await acting('restore_booking', booking, { override: 'x' })).toEqual(earns);
    await act('restore_booking', booking, { override: 'x' });
    await ago(departure, 2);
    const guests = await guestsOf(booking);
    expect(await acting('mark_no_show', booking, { guests })).toEqual(earns);
    expect(await acting('mark_attended', booking, { guests })).toEqual(earns);
    expect((await linesOf(booking)).filter(({ state }) => state === 'earned')).toEqual([]);
    for (const [name, change] of [
      ['cancel_booking', {}],
      ['change_party', { remove: guests.slice(0, 1) }],
      ['move_booking', { departure_id: await departureIn(72) }],
      ['redeem_code', { code: 'SUMMER' }],
    ] as const)
      expect([name, await acting(name, booking, change)]).toEqual([name, earns]);
  });

  test('cannot check its guests in, undo that, or report on them; others can', async () => {
    const departure = await departureIn(0);
    const [mine, others] = [await bookedBy(partner, departure), await bookedBy(null, departure)];
    const of = async (bookingId: string, kind: 'check_in' | 'no_show' = 'check_in') =>
      device.action(kind, {
        company,
        departureId: departure,
        bookingId,
        guestId: (await guestsOf(bookingId))[0]!,
        payload: (kind === 'check_in' ? { method: 'tap' } : {}) as never,
      });
    const undo = (action: string) =>
      device.action('undo', { company, departureId: departure, payload: { actions: [action] } });
    const report = () =>
      device.action('report_submit', {
        company,
        departureId: departure,
        payload: {
          replaces: [],
          lines: [{ type: 'ADULT', attended: 4 }],
          walk_ins: 0,
          guide_id: null,
          minutes_late: 0,
          incidents: null,
          note: null,
          handed_over: 0,
          currency: 'DKK',
        } as never,
      });
    expect(await push(partner.admin, await of(mine), await of(mine, 'no_show'))).toEqual(['earns_commission', 'earns_commission']); // prettier-ignore
    expect(await push(partner.admin, await of(others))).toEqual(['applied']);
    expect(await push(partner.admin, report())).toEqual(['earns_commission']);
    const seen = await of(mine);
    expect(await push(company.people.owner, seen)).toEqual(['applied']);
    expect(await push(partner.admin, undo(seen.id))).toEqual(['earns_commission']);
    expect(await push(company.people.owner, undo(seen.id), report())).toEqual(['applied', 'applied']);
  });

  test('cannot do so as the company’s staff either, unless they own the company', async () => {
    const booking = await bookedBy(partner, await departureIn(48), 2, { contact: CONTACT });
    const makePersonWithBothRoles = async (role: string) => {
      const person = await makePerson(db, { role, company: company.id });
      await db.query(
        `insert into public.roles_users (user_id, role, organisation) select $1::uuid, id, $2::uuid from public.roles where guard_name = 'partner_agent'`,
        [person, partner.id],
      );
      return person;
    };
    expect(await act('cancel_booking', booking, {}, await makePersonWithBothRoles('office'))).toEqual(earns);
    expect(await act('cancel_booking', booking, {}, await makePersonWithBothRoles('owner'))).toMatchObject({
      status: 'ok',
    });
  });

  test('cannot decide about it after it was merged into another booking', async () => {
    const departure = await departureIn(48);
    const [mine, direct] = [
      await bookedBy(partner, departure, 2, { referral: await link(partner), contact: CONTACT }),
      await bookedBy(null, departure, 2, { contact: CONTACT }),
    ];
    expect(await act('merge_bookings', direct, { other: mine, confirm: true })).toMatchObject({ status: 'ok' });
    expect(await acting('cancel_booking', direct)).toEqual(earns);
  });

  test('cannot cancel or move its departure, directly or through the schedule', async () => {
    const [departure, others] = [await departureIn(48), await departureIn(48)];
    await bookedBy(partner, departure, 2, { referral: await link(partner), contact: CONTACT });
    await bookedBy(null, others);
    const version = async (id: string) =>
      (await db.query<{ version: number }>(`select version from public.departures where id = $1`, [id]))[0]!.version;
    const cancel = async (as: string, ids: string[], preview = false) =>
      call(as, 'cancel_departures', {
        company: company.id,
        departures: await Promise.all(ids.map(async (id) => ({ id, version: await version(id) }))),
        reason: 'weather',
        preview,
      });
    const move = async (as: string, id: string) =>
      call(as, 'move_departure', {
        company: company.id,
        departure: id,
        version: await version(id),
        to_date: new Date(Date.now() + 96 * 3_600_000).toISOString().slice(0, 10),
        to_time: '12:00',
      });
    const longerTour = async (as: string, id: string) => {
      // The fixtures' tour lacks texts, which only a live tour needs.
      await db.query(`update public.tours set status = 'draft' where id = $1`, [company.tourId]);
      const { version: read, tour } = (await call(as, 'read_tour', { tour: company.tourId })) as unknown as {
        version: number;
        tour: object;
      };
      const input = { ...tour, duration_minutes: 105 };
      return call(as, 'save_tour', { company: company.id, tour: company.tourId, version: read, input, decisions: { [id]: 'change' } }); // prettier-ignore
    };
    expect(await cancel(partner.admin, [others, departure])).toEqual(earns);
    expect(await cancel(partner.admin, [departure], true)).toEqual(earns);
    expect(await move(partner.admin, departure)).toEqual(earns);
    expect(await move(partner.admin, others)).toMatchObject({ status: 'ok' });
    expect(await cancel(partner.admin, [others])).toMatchObject({ status: 'ok' });
    expect(await longerTour(partner.admin, departure)).toEqual(earns);
    expect(await longerTour(company.people.owner, departure)).toMatchObject({ status: 'ok' });
    expect(await move(company.people.owner, departure)).toMatchObject({ status: 'ok' });
    expect(await cancel(company.people.owner, [departure])).toMatchObject({ status: 'ok' });
  });

  test('cannot change it by an import either', async () => {
    const booking = await bookedBy(partner, await departureIn(48), 2, { referral: await link(partner), contact: CONTACT }); // prettier-ignore
    const [row] = await db.query<{ departure_id: string; reference: string }>(
      `select departure_id, reference from public.bookings where id = $1`,
      [booking],
    );
    const importAs = async (as: string, change: { part?: string; input?: object } = {}) => {
      const fingerprint = { when: 'a', party: 'b', contact: 'c', note: 'd', total: null, paid: 0, state: 'e' };
      const file = {
        key: `r:${row!.reference.toLowerCase()}`,
        departure_id: row!.departure_id,
        party: { [company.priceCategoryId]: 2 },
        contact: CONTACT,
        state: 'CONFIRMED',
        ...change.input,
        fingerprint: change.part ? { ...fingerprint, [change.part]: 'changed' } : fingerprint,
      };
      const result = await call(as, 'import_bookings', { request: randomUUID(), company: company.id, rows: [file] });
      return (result['outcomes'] as { outcome: string }[])[0]!.outcome;
    };
    const cancelled = { part: 'state', input: { state: 'CANCELLED' } };
    expect(await importAs(company.people.owner)).toBe('same');
    expect(await importAs(partner.admin, cancelled)).toBe('earns_commission');
    expect(await importAs(partner.admin, { part: 'party', input: { party: { [company.priceCategoryId]: 1 } } })).toBe('earns_commission'); // prettier-ignore
    expect(await importAs(partner.admin, { part: 'note', input: { note: 'By bus' } })).toBe('changed');
    expect(await importAs(company.people.owner, cancelled)).toBe('changed');
  });

  test('can check in and cancel bookings that earn them nothing', async () => {
    const departure = await departureIn(0);
    const booking = await bookedBy(null, departure);
    await checkIn(departure, booking, (await guestsOf(booking))[0]!);
    expect(await acting('cancel_booking', await bookedByItself())).toMatchObject({ status: 'ok' });
  });
});

describe('owners get a mail', () => {
  const owner = () => company.people.owner;
  const notices = async () =>
    db.query<{ recipient: string; change: string; name: string | null; actor: string }>(
      `select recipient, data ->> 'change' as change, data ->> 'name' as name, data ->> 'actor' as actor
       from private.outbox_messages where company_id = $1 and template = 'security-notice' order by created_at, recipient`,
      [company.id],
    );
  const emailOf = (person: string) => `${person}@muster.test`;
  const platform = () => makePerson(db, { role: 'platform_admin' });

  test('when the payment keys change, and not for other payment settings', async () => {
    const admin = await platform();
    const save = (version: number, more: object) =>
      call(admin, 'save_payment_settings', {
        company: company.id,
        version,
        mode: 'online',
        provider: 'stripe',
        ...more,
      });
    await save(0, { secret_key: 'sk_test_first000000000', webhook_secret: 'whsec_abcdefghijklmnop' });
    expect(await notices()).toEqual([
      { recipient: emailOf(owner()), change: 'payment_keys', name: null, actor: 'platform_admin' },
    ]);
    expect(await save(1, { deposit_percent: 20 })).toMatchObject({ status: 'ok' });
    expect(await notices()).toHaveLength(1);
    await save(2, { webhook_secret: 'whsec_qrstuvwxyzabcdef' });
    expect(await notices()).toHaveLength(2);
  });

  test('when an API key is made, changed, rotated or revoked', async () => {
    const { id } = await createApiKey(db, company, { name: 'Till', scopes: ['tours_read'] });
    const input = { name: 'Kiosk', scopes: ['tours_read'], addresses: [], last_day: null };
    await call(owner(), 'change_api_key', { company: company.id, key_id: id, version: 1, input });
    await call(owner(), 'revoke_api_key', { company: company.id, key_id: id });
    await db.query(`update private.api_keys set last_used_at = now() where id = $1`, [id]);
    expect((await notices()).map(({ change, name }) => [change, name])).toEqual([
      ['api_key_made', 'Till'],
      ['api_key_changed', 'Kiosk'],
      ['api_key_revoked', 'Kiosk'],
    ]);
  });

  test('when an owner is added or removed; that person gets it too', async () => {
    const member = company.people.office;
    const roles = (input: string, before: string) =>
      call(owner(), 'set_member_roles', {
        company: company.id,
        person: member,
        roles: input,
        before,
        organisation: null,
      });
    await db.query(
      `insert into public.roles_users (user_id, role, company) select $1, id, $2 from public.roles where guard_name = 'owner'`,
      [member, company.id],
    );
    expect((await notices()).map(({ recipient, change, name }) => [recipient, change, name]).sort()).toEqual(
      [owner(), member].map((person) => [emailOf(person), 'owner_added', 'office']).sort(),
    );
    expect(await roles('{office}', '{owner,office}')).toMatchObject({ status: 'ok' });
    const since = (await notices()).filter(({ change }) => change === 'owner_removed');
    expect(since.map(({ recipient, actor }) => [recipient, actor]).sort()).toEqual(
      [owner(), member].map((person) => [emailOf(person), 'owner']).sort(),
    );
  });
});
