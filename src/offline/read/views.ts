/** Views that screens get from the offline engine: mirrored rows with pending actions already folded in. */
import type { Action, Flag } from '../../domain/actions.ts';
import type { RefusedAction } from '../../domain/attendance.ts';
import type { RollCall } from '../../domain/check-in.ts';
import type { ActionCount } from '../../domain/counted-actions.ts';
import type { Instant, MinorUnits, Uuid } from '../../domain/ids.ts';
import type {
  MirroredBooking,
  MirroredCompany,
  MirroredDeparture,
  MirroredGuest,
  MirroredPriceCategory,
  MirroredTour,
} from '../../domain/mirror.ts';
import type { FailureCode } from '../../domain/result.ts';
import type { Network } from '../sync/network.ts';

/** A row of today's list, from the stored summary; guests are never scanned for it. */
export interface DepartureSummary {
  departure: MirroredDeparture;
  tour: MirroredTour;
  /** Display names, lead guide first. */
  guideNames: string[];
  tally: RollCall['tally'];
  /** Amount still to be collected at the meeting point. */
  due: MinorUnits;
  currency: string;
  departedAt: Instant | null;
  /** Number of actions that no pull has returned yet, as a person counts them. */
  waiting: number;
  /** Refused actions; they have no effect until a person settles them. */
  refused: number;
}

/** Everything about one departure, including walk-ins that only this device knows. */
export interface DepartureView {
  company: MirroredCompany;
  departure: MirroredDeparture;
  tour: MirroredTour;
  priceCategories: MirroredPriceCategory[];
  guests: MirroredGuest[];
  bookings: ReadonlyMap<Uuid, MirroredBooking>;
  rollCall: RollCall;
  /** Refused actions: shown separately and not counted. */
  refused: readonly RefusedAction[];
  /** Actions that no pull has returned yet. */
  waiting: ReadonlySet<Uuid>;
  /** Display name of a team member; undefined if they are not on the device. */
  personName(userId: Uuid): string | undefined;
  deviceLabel(by: { userId: Uuid; deviceId: Uuid }): string | undefined;
  /** Whether this person did it on this device. */
  isOwn(by: { userId: Uuid; deviceId: Uuid }): boolean;
  /** Reasons to check an action; empty for most. */
  flagsOf(actionId: Uuid): readonly Flag[];
  /** Undos that the server flagged (someone else's action, without the office's rights), with those actions. */
  flaggedUndos: readonly { undo: Action; targets: readonly Action[] }[];
}

export interface SyncState {
  syncing: boolean;
  network: Network;
  /** Actions that no pull has returned yet. */
  waiting: number;
  /** Actions that the server refused and a person must settle. */
  parked: number;
  /** The same two, as a person counts them. */
  waitingCount: ActionCount;
  parkedCount: ActionCount;
  /** Time of the last complete pull; null before the first. */
  pulledAt: Instant | null;
  /** Why the last pass failed; null if it did not. */
  failure: FailureCode | null;
  /** Device clock minus server clock in milliseconds; null before the first response. */
  clockOffset: number | null;
  /** Whether the browser promised not to evict the storage; null if it cannot tell. */
  persisted: boolean | null;
  /** The browser evicted the database, and the person has not dismissed the notice of it yet. */
  storageWasCleared: boolean;
  /** Unsent actions lost with it, as a person counts them. */
  lostActions: ActionCount;
}

/** A refused action, for the list of problems. */
export interface ParkedAction {
  action: Action;
  code: string;
  since: Instant;
}
