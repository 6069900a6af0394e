/** Builds the view of one departure. */
import type { Flag } from '../../domain/actions.ts';
import { deviceKey } from '../../domain/check-in.ts';
import type { Uuid } from '../../domain/ids.ts';
import type {
  MirroredAction,
  MirroredCompany,
  MirroredDeparture,
  MirroredPriceCategory,
  MirroredTour,
} from '../../domain/mirror.ts';
import type { UserDatabase } from '../device/database.ts';
import { databaseUser } from '../device/stored-rows.ts';
import type { Pending } from '../outbox/pending.ts';
import { refusedActions, withoutRefused } from '../outbox/refused-actions.ts';
import { foldDeparture, type DepartureRows } from './summaries.ts';
import type { DepartureView } from './views.ts';

/** Parts of a departure that rarely change. */
export interface DepartureFrame {
  company: MirroredCompany;
  departure: MirroredDeparture;
  tour: MirroredTour;
  /** With this departure's prices. */
  priceCategories: MirroredPriceCategory[];
  people: ReadonlyMap<Uuid, string>;
  /** Device labels by person and device. */
  devices: ReadonlyMap<string, string>;
  /** Key of this person on this device. */
  ownDeviceKey: string;
}

/** Reads the frame; null when the departure, its tour or its company is not on the device. */
export async function readFrame(db: UserDatabase, departureId: Uuid): Promise<DepartureFrame | null> {
  const departure = await db.departures.get(departureId);
  if (!departure) return null;
  const [company, tour, priceCategories, people, devices] = await Promise.all([
    db.companies.get(departure.companyId),
    db.tours.get(departure.tourId),
    db.priceCategories.where({ tourId: departure.tourId }).toArray(),
    db.people.toArray(),
    db.devices.toArray(),
  ]);
  if (!company || !tour) return null;
  return {
    company,
    departure,
    tour,
    priceCategories: priceCategories.map((category) => ({
      ...category,
      amount: departure.prices?.[category.id] ?? category.amount,
    })),
    people: new Map(people.map((person) => [person.id, person.displayName])),
    devices: new Map(devices.map((device) => [deviceKey(device), device.label])),
    ownDeviceKey: deviceKey({ userId: databaseUser(db.name) ?? '', deviceId: db.deviceId ?? '' }),
  };
}

export function departureView(input: {
  frame: DepartureFrame;
  mirrored: DepartureRows;
  pending: readonly Pending[];
}): DepartureView {
  const { people, devices, ownDeviceKey, ...frame } = input.frame;
  const { effective, refused } = withoutRefused(input.pending);
  const folded = foldDeparture(input.mirrored, effective);
  // A booking known only from a signed ticket has no currency of its own; use the company's.
  for (const booking of folded.bookings.values()) booking.currency ||= frame.company.currency;
  const types = new Map(frame.priceCategories.map((category) => [category.id, category.type]));
  const mirroredIds = new Set(input.mirrored.actions.map((action) => action.id));
  return {
    ...frame,
    // A walk-in action contains only the category's id, so look up its type.
    guests: folded.guests.map((guest) =>
      guest.categoryType === 'OTHER' && guest.priceCategoryId
        ? { ...guest, categoryType: types.get(guest.priceCategoryId) ?? 'OTHER' }
        : guest,
    ),
    bookings: folded.bookings,
    rollCall: folded.rollCall,
    refused: refusedActions(refused, [...input.mirrored.actions, ...effective]),
    waiting: new Set(effective.map((action) => action.id).filter((id) => !mirroredIds.has(id))),
    personName: (userId) => people.get(userId),
    deviceLabel: (by) => devices.get(deviceKey(by)),
    isOwn: (by) => deviceKey(by) === ownDeviceKey,
    ...flagged(input.mirrored.actions),
  };
}

const TAKES_BACK: ReadonlySet<Flag> = new Set(['undid_other', 'undid_payment']);

function flagged(actions: readonly MirroredAction[]): Pick<DepartureView, 'flagsOf' | 'flaggedUndos'> {
  const flags = new Map(actions.filter((action) => action.flags.length > 0).map((action) => [action.id, action.flags]));
  const flaggedUndos = actions.flatMap((undo) => {
    if (undo.kind !== 'undo' || !undo.flags.some((flag) => TAKES_BACK.has(flag))) return [];
    const named = new Set(undo.payload.actions);
    return [{ undo, targets: actions.filter((action) => named.has(action.id) && action.userId !== undo.userId) }];
  });
  return { flagsOf: (id) => flags.get(id) ?? [], flaggedUndos };
}
