/** Devices of a team: what they report, remote sign-out and wipe, without loss of actions. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Uuid } from '../../src/domain/ids.ts';
import { makeBookings, makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

type RpcResult = { status: string } & Record<string, unknown>;
interface Shown {
  id: Uuid;
  waiting: number;
  parked: number;
  command: string | null;
  wiped_at: string | null;
  label: string;
}

describe('devices', () => {
  let db: Database;
  beforeAll(async () => {
    db = await openPostgres();
  });
  afterAll(() => db?.close());

  /** Calls an RPC with a token of one session. */
  const call = (person: Uuid, session: Uuid, name: string, args: Record<string, unknown>): Promise<RpcResult> =>
    db.as(person, async (query) => {
      await query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify({ sub: person, role: 'authenticated', session_id: session }),
      ]);
      const names = Object.keys(args);
      const [row] = await query<{ result: RpcResult }>(
        `select public.${name}(${names.map((name, at) => `${name} => $${at + 1}`).join(', ')}) as result`,
        Object.values(args),
      );
      return row!.result;
    });
  const report = (
    { person, session, device, company }: { person: Uuid; session: Uuid; device: Uuid; company: Company },
    more: { waiting?: number; parked?: number } = {},
  ) =>
    call(person, session, 'report_device', {
      device: JSON.stringify({ id: device, label: 'Quay tablet', app_version: '1.4.0' }),
      company: company.id,
      waiting: more.waiting ?? 0,
      parked: more.parked ?? 0,
      synced_at: new Date().toISOString(),
    });
  const sendCommand = (as: Persona, company: Company, input: { person: Uuid; device: Uuid; command: string }) => {
    const { person, device, command } = input;
    return db.rpc<RpcResult>(as, 'send_device_command', { company: company.id, person, device, command });
  };
  const devicesOf = async (company: Company, person: Uuid) => {
    const team = await db.rpc<{ members: { id: Uuid; devices: Shown[] }[]; former: { id: Uuid; devices: Shown[] }[] }>(
      company.people.owner,
      'read_team',
      { company: company.id },
    );
    return [...team.members, ...team.former].find(({ id }) => id === person)!.devices;
  };
  const scene = async () => {
    const company = await makeCompany(db);
    return { company, person: company.people.guide, session: randomUUID(), device: randomUUID() };
  };

  test('lists a device with its waiting actions before it has checked anybody in', async () => {
    const it = await scene();
    expect(await report(it, { waiting: 3, parked: 1 })).toEqual({ status: 'ok', command: null });
    expect(await devicesOf(it.company, it.person)).toMatchObject([
      { id: it.device, label: 'Quay tablet', waiting: 3, parked: 1, command: null, wiped_at: null, reports: true },
    ]);
    await report(it);
    expect(await devicesOf(it.company, it.person)).toMatchObject([{ waiting: 0, parked: 0 }]);
  });

  test('an ended session loses every permission; the person’s other sessions keep theirs', async () => {
    const it = await scene();
    await report(it);
    expect(await sendCommand(it.company.people.owner, it.company, { ...it, command: 'sign_out' })).toEqual({
      status: 'ok',
    });
    const pull = {
      company: it.company.id,
      from_date: '2026-05-01',
      to_date: '2026-05-02',
      cursor: null,
      page_size: 10,
    };
    expect(await call(it.person, it.session, 'check_in_pull', pull)).toEqual({ status: 'signed_out' });
    expect(await report(it)).toEqual({ status: 'ok', command: 'sign_out' });
    expect(await call(it.person, randomUUID(), 'check_in_pull', pull)).toMatchObject({ status: 'ok' });
    const can = (session: Uuid) =>
      db.as(it.person, async (query) => {
        await query(`select set_config('request.jwt.claims', $1, true)`, [
          JSON.stringify({ sub: it.person, role: 'authenticated', session_id: session }),
        ]);
        return query('select id from public.departures limit 1');
      });
    await makeDeparture(db, it.company, { guides: [it.person] });
    expect(await can(it.session)).toEqual([]);
    expect(await can(randomUUID())).toHaveLength(1);
  });

  test('actions on a signed-out device are not refused or recorded, and are sent by the next session', async () => {
    const it = await scene();
    const departureId = await makeDeparture(db, it.company, { guides: [it.person] });
    const [party] = await makeBookings(db, it.company, { departureId, requests: [{ names: ['Ada'] }] });
    const device = makeDevice();
    const action = device.action('check_in', {
      company: it.company,
      departureId,
      bookingId: party!.bookingId,
      guestId: party!.guests[0]!.id,
      payload: { method: 'tap' },
    });
    const push = (session: Uuid) =>
      call(it.person, session, 'check_in_push', {
        device: JSON.stringify(device.header()),
        actions: JSON.stringify([action]),
      });
    await report({ ...it, device: device.id });
    await sendCommand(it.company.people.owner, it.company, {
      person: it.person,
      device: device.id,
      command: 'sign_out',
    });
    expect(await push(it.session)).toEqual({ status: 'signed_out' });
    expect(await db.query('select id from public.check_in_actions where device_id = $1', [device.id])).toEqual([]);
    expect(await push(randomUUID())).toMatchObject({ status: 'ok', outcomes: [{ status: 'applied' }] });
  });

  test('a person who signed in again is not signed out again', async () => {
    const it = await scene();
    await report(it);
    await sendCommand(it.company.people.owner, it.company, { ...it, command: 'sign_out' });
    expect(await devicesOf(it.company, it.person)).toMatchObject([{ command: 'sign_out' }]);
    expect(await report({ ...it, session: randomUUID() })).toEqual({ status: 'ok', command: null });
    expect(await devicesOf(it.company, it.person)).toMatchObject([{ command: null }]);
  });

  test('repeats the wipe command until the device confirms it, in a new session too', async () => {
    const it = await scene();
    await report(it, { waiting: 40 });
    await sendCommand(it.company.people.owner, it.company, { ...it, command: 'wipe' });
    expect(await report(it, { waiting: 40 })).toEqual({ status: 'ok', command: 'wipe' });
    const later = { ...it, session: randomUUID() };
    expect(await report(later)).toEqual({ status: 'ok', command: 'wipe' });
    await call(it.person, later.session, 'confirm_device_wipe', { device: it.device });
    expect(await devicesOf(it.company, it.person)).toMatchObject([
      { command: null, waiting: 0, wiped_at: expect.any(String) },
    ]);
    // A wiped device has a new id, so a report under the old id means that its data is still there.
    expect(await report({ ...later, device: randomUUID() })).toEqual({ status: 'ok', command: null });
    expect(await report(later)).toEqual({ status: 'ok', command: 'wipe' });
    expect(await devicesOf(it.company, it.person)).toContainEqual(
      expect.objectContaining({ id: it.device, command: 'wipe', wiped_at: null }),
    );
  });

  test('a signed-out device wipes itself in the next session; an ended session confirms nothing', async () => {
    const it = await scene();
    const { owner } = it.company.people;
    await report(it);
    for (const command of ['wipe', 'sign_out'])
      expect(await sendCommand(owner, it.company, { ...it, command })).toEqual({ status: 'ok' });
    expect(await call(it.person, it.session, 'confirm_device_wipe', { device: it.device })).toEqual({
      status: 'signed_out',
    });
    expect(await report({ ...it, session: randomUUID() })).toEqual({ status: 'ok', command: 'wipe' });
  });

  test('invented device ids push no device with a pending command off the list', async () => {
    const it = await scene();
    await report(it);
    await sendCommand(it.company.people.owner, it.company, { ...it, command: 'wipe' });
    const results = [];
    for (let n = 0; n < 70; n += 1) results.push(await report({ ...it, device: randomUUID() }));
    expect(results).toContainEqual({ status: 'ok', command: null });
    expect(
      await db.query(`select count(*)::int as n from private.device_reports where user_id = $1`, [it.person]),
    ).toEqual([{ n: 31 }]);
    expect(await report(it)).toMatchObject({ status: 'ok' });
  });

  test('reaches devices of a former member as well', async () => {
    const it = await scene();
    await report(it);
    await db.rpc(it.company.people.owner, 'deactivate_member', { company: it.company.id, person: it.person });
    expect(await report(it, { parked: 2 })).toEqual({ status: 'ok', command: null });
    expect(await sendCommand(it.company.people.owner, it.company, { ...it, command: 'wipe' })).toEqual({
      status: 'ok',
    });
    expect(await devicesOf(it.company, it.person)).toMatchObject([{ parked: 2, command: 'wipe' }]);
  });

  test('only managers of the team send commands, and only to its own devices', async () => {
    const [it, other] = [await scene(), await scene()];
    await report(it);
    for (const as of [it.person, it.company.people.office, other.company.people.owner])
      expect(await sendCommand(as, it.company, { ...it, command: 'wipe' })).toEqual({ status: 'not_permitted' });
    const { owner } = other.company.people;
    expect(await sendCommand(owner, other.company, { ...it, command: 'wipe' })).toEqual({ status: 'not_found' });
    expect(
      await sendCommand(it.company.people.owner, it.company, { ...it, device: randomUUID(), command: 'wipe' }),
    ).toEqual({
      status: 'not_found',
    });
    expect(await sendCommand(it.company.people.owner, it.company, { ...it, command: 'explode' })).toEqual({
      status: 'invalid',
    });
    // Nobody confirms the wipe of another person's device.
    await sendCommand(it.company.people.owner, it.company, { ...it, command: 'wipe' });
    await call(other.person, other.session, 'confirm_device_wipe', { device: it.device });
    expect(await devicesOf(it.company, it.person)).toMatchObject([{ command: 'wipe' }]);
    expect(await report({ ...other, company: it.company })).toEqual({ status: 'not_permitted' });
  });
});
