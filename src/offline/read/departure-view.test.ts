import { afterEach, describe, expect, test } from 'vitest';
import type { Action } from '../../domain/actions.ts';
import { deviceKey } from '../../domain/check-in.ts';
import type { MirroredAction, MirroredPriceCategory } from '../../domain/mirror.ts';
import { stopAll, syncedDevice } from '../testing/synced-device.ts';
import { bookingId, COMPANY, departureId, departureRows, guestId, office, PERSON, TOUR } from '../testing/office.ts';
import { departureView, readFrame, type DepartureFrame } from './departure-view.ts';
import { loadSignedGuests } from './lazy-signed-guests.ts';

afterEach(stopAll);

const ADULT = '77777777-0000-4000-8000-000000000001';
const OTHER_PERSON = '33333333-0000-4000-8000-000000000009';
const DEVICE = '88888888-0000-4000-8000-000000000001';
const { companies, tours } = office();
const { departures, guests, bookings } = departureRows(2);
const frame: DepartureFrame = {
  company: companies![0]!,
  departure: departures[0]!,
  tour: tours![0]!,
  priceCategories: [{ id: ADULT, tourId: TOUR, type: 'ADULT' } as MirroredPriceCategory],
  people: new Map(),
  devices: new Map(),
  ownDeviceKey: '',
};
const action = (id: string, more: object) =>
  ({
    id,
    companyId: COMPANY,
    departureId: departureId(),
    bookingId: bookingId(1),
    guestId: guestId(1),
    occurredAt: '2026-05-01T07:00:00.000Z',
    deviceId: DEVICE,
    deviceSequence: 1,
    userId: PERSON,
    kind: 'check_in',
    payload: { method: 'tap' },
    ...more,
  }) as Action;
const mirroredAction = (id: string, more: object = {}): MirroredAction =>
  ({ ...action(id, more), recordedAt: '2026-05-01T07:00:01.000Z', flags: [], ...more }) as MirroredAction;
const view = (
  actions: MirroredAction[],
  pending: Parameters<typeof departureView>[0]['pending'] = [],
  more: Partial<DepartureFrame> = {},
) => departureView({ frame: { ...frame, ...more }, mirrored: { guests, bookings, actions }, pending });

describe('departureView', () => {
  test('gives a walk-in the type of its price category', () => {
    const walkIn = (id: string, priceCategoryId: string | null) => ({
      parked: false,
      action: action(id, {
        kind: 'walk_in',
        guestId: null,
        bookingId: id,
        payload: {
          reference: id,
          contactName: 'Wanda',
          contactEmail: null,
          contactPhone: null,
          totalAmount: 0,
          currency: 'DKK',
          guests: [{ id: `guest of ${id}`, priceCategoryId, name: null, ticketCode: '' }],
        },
      }),
    });
    const departure = view([], [walkIn('known', ADULT), walkIn('gone', DEVICE), walkIn('none', null)]);
    expect(departure.guests.map(({ id, categoryType }) => [id, categoryType])).toEqual([
      [guestId(1), 'ADULT'],
      [guestId(2), 'ADULT'],
      ['guest of known', 'ADULT'],
      ['guest of gone', 'OTHER'],
      ['guest of none', 'OTHER'],
    ]);
  });

  test('keeps the type of a mirrored guest', () => {
    const [child] = guests.map((guest) => ({ ...guest, categoryType: 'CHILD' as const, priceCategoryId: ADULT }));
    const departure = departureView({ frame, mirrored: { guests: [child!], bookings, actions: [] }, pending: [] });
    expect(departure.guests.map(({ categoryType }) => categoryType)).toEqual(['CHILD']);
  });

  test('uses the company’s currency for a booking known only from a signed ticket', async () => {
    const signed = action('signed', {
      bookingId: 'of the ticket',
      guestId: 'of the ticket',
      payload: { method: 'signed', ticket: 'unreadable' },
    });
    await loadSignedGuests([signed]);
    const departure = view([], [{ action: signed, parked: false }], {
      company: { ...companies![0]!, currency: 'ISK' },
    });
    expect(departure.bookings.get('of the ticket')?.currency).toBe('ISK');
    expect(departure.bookings.get(bookingId(1))?.currency).toBe('DKK');
  });

  test('lists waiting actions that the server lacks, and refused ones with their guest', () => {
    const pending = [
      { action: action('waits', {}), parked: false },
      { action: action('arrived', {}), parked: false },
      {
        action: action('refused', { kind: 'undo', guestId: null, bookingId: null, payload: { actions: ['arrived'] } }),
        parked: true,
      },
    ];
    const departure = view([mirroredAction('arrived')], pending);
    expect([...departure.waiting]).toEqual(['waits']);
    expect(departure.refused).toMatchObject([{ id: 'refused', bookingId: bookingId(1), guestId: guestId(1) }]);
  });

  test('names people and devices, and recognises actions of this device', () => {
    const by = { userId: PERSON, deviceId: DEVICE };
    const departure = view([], [], {
      people: new Map([[PERSON, 'Guide']]),
      devices: new Map([[deviceKey(by), 'Tablet']]),
      ownDeviceKey: deviceKey(by),
    });
    expect([departure.personName(PERSON), departure.personName(OTHER_PERSON)]).toEqual(['Guide', undefined]);
    expect([departure.deviceLabel(by), departure.deviceLabel({ ...by, userId: OTHER_PERSON })]).toEqual([
      'Tablet',
      undefined,
    ]);
    expect([departure.isOwn(by), departure.isOwn({ ...by, deviceId: PERSON })]).toEqual([true, false]);
  });

  test('returns the flags of actions', () => {
    const departure = view([mirroredAction('flagged', { flags: ['undid_other'] }), mirroredAction('plain')]);
    expect(departure.flagsOf('flagged')).toEqual(['undid_other']);
    expect(departure.flagsOf('plain')).toEqual([]);
    expect(departure.flagsOf('unknown')).toEqual([]);
  });

  test('lists flagged undos with the actions of others that they cancelled', () => {
    const undo = (id: string, more: object) =>
      mirroredAction(id, { kind: 'undo', userId: OTHER_PERSON, guestId: null, bookingId: null, ...more });
    const ownAction = mirroredAction('own', { userId: OTHER_PERSON });
    const first = mirroredAction('first');
    const second = mirroredAction('second');
    const other = undo('of another', { flags: ['undid_other'], payload: { actions: ['first', 'own', 'gone'] } });
    const payment = undo('of a payment', { flags: ['undid_payment'], payload: { actions: ['second'] } });
    const plain = undo('plain', { payload: { actions: ['second'] } });
    const flagged = mirroredAction('flagged', { flags: ['undid_other'] });
    const shown = view([ownAction, first, second, other, payment, plain, flagged]);
    expect(shown.flaggedUndos).toEqual([
      { undo: other, targets: [first] },
      { undo: payment, targets: [second] },
    ]);
  });
});

describe('readFrame', () => {
  test('prefers a departure’s own prices to the tour’s', async () => {
    const { engine } = await syncedDevice();
    const category = { id: ADULT, tourId: TOUR, type: 'ADULT', amount: 5000, active: true } as MirroredPriceCategory;
    await engine.db.priceCategories.bulkPut([category, { ...category, id: DEVICE, type: 'CHILD' }]);
    await engine.db.departures.update(departureId(), { prices: { [ADULT]: 7500 } });
    const read = await readFrame(engine.db, departureId());
    expect(read!.priceCategories.map(({ type, amount }) => [type, amount]).sort()).toEqual([
      ['ADULT', 7500],
      ['CHILD', 5000],
    ]);
  });

  test('reads the rows of the departure and of its tour', async () => {
    const { engine } = await syncedDevice();
    const { db } = engine;
    await db.priceCategories.bulkPut([
      { id: ADULT, tourId: TOUR } as MirroredPriceCategory,
      { id: DEVICE, tourId: ADULT } as MirroredPriceCategory,
    ]);
    await db.devices.put({ id: DEVICE, userId: PERSON, deviceId: DEVICE, label: 'Tablet' } as never);
    const read = await readFrame(db, departureId());
    expect(read).toMatchObject({ company: { id: COMPANY }, departure: { id: departureId() }, tour: { id: TOUR } });
    expect(read!.priceCategories.map(({ id }) => id)).toEqual([ADULT]);
    expect([...read!.people]).toEqual([[PERSON, 'Guide']]);
    expect([...read!.devices.values()]).toEqual(['Tablet']);
    expect(read!.ownDeviceKey).toBe(deviceKey({ userId: engine.userId, deviceId: db.deviceId! }));
  });

  test.each(['departures', 'tours', 'companies'] as const)('returns null without the row in %s', async (table) => {
    const { engine } = await syncedDevice();
    await engine.db[table].clear();
    expect(await readFrame(engine.db, departureId())).toBeNull();
  });
});
