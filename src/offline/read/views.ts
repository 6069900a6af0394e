/** What screens get from the offline engine: mirrored rows and waiting actions, already folded. */
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

/** One line of today's list; painted from the stored summary of the departure, never from a scan of its guests. */
export interface DepartureSummary {
  departure: MirroredDeparture;
  tour: MirroredTour;
  /** Display names, the lead first. */
  guideNames: string[];
  tally: RollCall['tally'];
  /** Money still to be collected at the meeting point. */
  due: MinorUnits;
  currency: string;
  departedAt: Instant | null;
  /** What was done that the server has not confirmed yet, as a person counts them. */
  waiting: number;
  /** Actions that it refused; they count for nothing until a person settles them. */
  refused: number;
}

/** Everything of one departure. Walk-ins that only this device knows are among `guests` and `bookings` already. */
export interface DepartureView {
  company: MirroredCompany;
  departure: MirroredDeparture;
  tour: MirroredTour;
  priceCategories: MirroredPriceCategory[];
  guests: MirroredGuest[];
  bookings: ReadonlyMap<Uuid, MirroredBooking>;
  rollCall: RollCall;
  /** What the server refused: shown apart, and nowhere counted. */
  refused: readonly RefusedAction[];
  /** Actions that are only on this device so far. */
  waiting: ReadonlySet<Uuid>;
  /** Display name of a member of the team; undefined for somebody who is not on the device. */
  personName(userId: Uuid): string | undefined;
  deviceLabel(by: { userId: Uuid; deviceId: Uuid }): string | undefined;
  /** Whether it was done on this very device, by the person who uses it. */
  isOwn(by: { userId: Uuid; deviceId: Uuid }): boolean;
  /** Why somebody should look at an action; empty for most. */
  flagsOf(actionId: Uuid): readonly Flag[];
  /** What was taken back by somebody who neither did it nor is the office. */
  takenBack: readonly { undo: Action; targets: readonly Action[] }[];
}

export interface SyncState {
  /** A pass is under way. */
  syncing: boolean;
  network: Network;
  /** Actions not yet brought back by a pull. */
  waiting: number;
  /** Actions that the server could not record and a person must settle. */
  parked: number;
  /** The same two as a person would count them. */
  waitingCount: ActionCount;
  parkedCount: ActionCount;
  /** When the list was last known to be complete; null before the first pull. */
  pulledAt: Instant | null;
  /** Why the last pass ended early, if it did. */
  failure: FailureCode | null;
  /** Device clock minus server clock in milliseconds; null before the first answer. */
  clockOffset: number | null;
  /** Whether the browser promised not to evict what is stored; null if it cannot say. */
  persisted: boolean | null;
  /** The mirror was emptied by somebody else than us and has been fetched anew: say so once. */
  storageWasCleared: boolean;
  /** What had not been sent then, as a person would count it. */
  lost: ActionCount;
}

/** An action that the server refused, as the person settles it. */
export interface ParkedAction {
  action: Action;
  code: string;
  since: Instant;
}
