import { afterEach, describe, expect, test, vi } from 'vitest';
import { COMPANY, departureId, departureRows, guestId, guestRef, PERSON, TOUR } from '../testing/office.ts';
import { departureRef, queued, stopAll, syncedDevice } from '../testing/synced-device.ts';
import { isReportAction, readReports, reportInput } from './tour-reports.ts';

afterEach(stopAll);
afterEach(() => vi.useRealTimers());

const NOW = '2026-05-01T12:00:00.000Z';
async function reports() {
  const device = await syncedDevice();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  return { ...device, read: () => readReports(device.engine.db, COMPANY) };
}

describe('readReports', () => {
  test('is null if the company is not on the device', async () => {
    const { engine } = await reports();
    expect(await readReports(engine.db, departureId())).toBeNull();
  });

  test('lists started departures that are not cancelled, latest first', async () => {
    const { engine, read } = await reports();
    const add = (number: number, startsAt: string, more: object = {}) =>
      engine.db.departures.add({ ...departureRows(1, { number, startsAt }).departures[0]!, ...more });
    await add(2, NOW);
    await add(3, '2026-05-01T12:00:00.001Z');
    await add(4, '2026-05-01T11:00:00.000Z', { status: 'cancelled' });
    await add(5, '2026-05-01T11:00:00.000Z', { tourId: departureId(9) });
    await add(6, '2026-05-01T11:00:00.000Z', { companyId: departureId(9) });
    await add(7, '2026-05-01T08:00:00.000Z');
    const result = await read();
    expect(result!.reports.map(({ departure }) => departure.id)).toEqual(
      [2, 1, 7].map((number) => departureId(number)),
    );
    expect(result!.reports[0]!.tour.id).toBe(TOUR);
    expect(result).toMatchObject({ rule: 'report_always', currency: 'DKK', timeZone: 'Europe/Copenhagen' });
    expect([...result!.people]).toEqual([[PERSON, 'Guide']]);
  });

  test('includes actions that wait on this device, but not refused ones', async () => {
    const { engine, read } = await reports();
    await engine.db.companies.update(COMPANY, { attendanceRule: 'report_differences' });
    const readAttendance = async () => (await read())!.reports[0]!.prefilled.lines.map(({ attended }) => attended);
    await engine.record.markNoShow({ ...departureRef, guests: [guestRef(1), guestRef(2)] });
    expect(await readAttendance()).toEqual([1]);
    await engine.db.outbox.update((await queued(engine))[0]!.id, { state: 'parked' });
    expect(await readAttendance()).toEqual([2]);
    expect((await read())!.rule).toBe('report_differences');
  });

  test('returns report actions only, also of departures that are not on the device', async () => {
    const { engine, read } = await reports();
    const absentDeparture = { companyId: COMPANY, departureId: departureId(9) };
    await engine.record.checkIn({ ...departureRef, guests: [guestRef(1)], method: 'tap' });
    for (const at of [departureRef, absentDeparture])
      await engine.record.report({ ...at, kind: 'report_lock', payload: {} } as never);
    const result = await read();
    expect(result!.reports[0]!.actions.map(({ kind }) => kind)).toEqual(['report_lock']);
    expect(result!.pending.map(({ action }) => [action.kind, action.departureId])).toEqual([
      ['report_lock', departureRef.departureId],
      ['report_lock', absentDeparture.departureId],
    ]);
  });
});

test('isReportAction accepts four kinds', () => {
  const kinds = ['report_submit', 'report_return', 'report_lock', 'report_unlock'];
  expect([...kinds, 'check_in', 'count'].filter((kind) => isReportAction({ kind } as never))).toEqual(kinds);
});

test('reportInput has guests by kind, and mirrored actions before waiting ones', () => {
  const { guests, bookings } = departureRows(1);
  const [stored, waiting] = [{ id: 'stored' }, { id: 'waiting' }] as never[];
  expect(
    reportInput(
      { guests, bookings, actions: [stored!] },
      { effective: [waiting!], rule: 'report_always', currency: 'DKK' },
    ),
  ).toEqual({
    guests: [{ id: guestId(1), bookingId: guests[0]!.bookingId, cancelled: false, type: 'ADULT' }],
    actions: [stored, waiting],
    rule: 'report_always',
    currency: 'DKK',
  });
});
