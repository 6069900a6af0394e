/** What the parts of an open departure share: the view, how it is written, and what can be done. */
import { createContext, useContext } from 'react';
import type { CollectionMethod } from '../../../domain/actions.ts';
import type { GuestLine, Party } from '../../../domain/attendance.ts';
import type { Instant, MinorUnits, Uuid } from '../../../domain/ids.ts';
import type { SignedEntry } from '../../../domain/scan-result.ts';
import type { DepartureSummary, DepartureView } from '../../../offline/read/views.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';

export interface NewWalkIn {
  contactName: string;
  contactPhone: string | null;
  totalAmount: MinorUnits;
  currency: string;
  guests: { priceCategoryId: Uuid | null; name: string | null }[];
  payment: { amount: MinorUnits; method: CollectionMethod } | null;
}

/** Each answers whether it was stored on the device; a failure has been told already. */
export interface RecordActions {
  checkIn(party: Party, lines: readonly GuestLine[]): Promise<boolean>;
  /** Lets guests in by a ticket that proved itself; `name` is what they are called until the list has them. */
  letInSigned(entry: SignedEntry, name: string): Promise<boolean>;
  undoCheckIn(party: Party, line: GuestLine): Promise<boolean>;
  /** Lets the next of the party in who is missing, also when the tap before is not painted yet. */
  oneMore(party: Party): Promise<boolean>;
  /** Takes back the latest check-in of the party. */
  oneFewer(party: Party): Promise<boolean>;
  markNoShow(party: Party, line: GuestLine): Promise<boolean>;
  undoNoShow(party: Party, line: GuestLine): Promise<boolean>;
  /** Undoes actions that the screen shows; `done` is said afterwards. */
  undo(actions: readonly Uuid[], done: string): Promise<boolean>;
  collect(
    party: Party,
    payment: { amount: MinorUnits; method: CollectionMethod; checkIn: readonly GuestLine[] },
  ): Promise<boolean>;
  addNote(party: Party, text: string): Promise<boolean>;
  addWalkIn(walkIn: NewWalkIn): Promise<boolean>;
  /** `total`: how many are checked in. */
  recount(count: { present: number; missing: readonly Uuid[]; stop: string | null }, total: number): Promise<boolean>;
  depart(headCount: number): Promise<boolean>;
  reopen(): Promise<boolean>;
}

export type RollCallDialog =
  | { kind: 'scan' | 'walk_in' | 'depart' | 'recount' }
  | { kind: 'collect' | 'phone_payment'; bookingId: Uuid }
  /** What the server refused, to be settled. */
  | { kind: 'settle'; actionId: Uuid };

export interface RollCallScope {
  view: DepartureView;
  /** All departures on the device: where a guest of another tour belongs. */
  departures: readonly DepartureSummary[];
  /** When the list was last complete. */
  listAt: Instant | null;
  mayCheckIn: boolean;
  parties: readonly Party[];
  formats: Formats;
  actions: RecordActions;
  openParty(bookingId: Uuid): void;
  /** Does nothing when no party card is open. */
  closeParty(): void;
  openDialog(dialog: RollCallDialog): void;
  openDeparture(departureId: Uuid): void;
}

export const RollCallContext = createContext<RollCallScope | null>(null);

export function useRollCall(): RollCallScope {
  const scope = useContext(RollCallContext);
  if (!scope) throw new Error('useRollCall outside of an open departure');
  return scope;
}

/** Names the person and the device behind an action. */
export function actorName(
  view: DepartureView,
  action: { userId: Uuid; deviceId: Uuid },
): { by: string | null; device: string | null; mine: boolean } {
  return {
    by: view.personName(action.userId) ?? null,
    device: view.deviceLabel(action) ?? null,
    mine: view.isOwn(action),
  };
}
