/** Context of an open departure: its data, formats and actions. */
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

/** Each resolves with whether the action was stored on the device; failures have already been reported by toast. */
export interface RecordActions {
  checkIn(party: Party, lines: readonly GuestLine[]): Promise<boolean>;
  /** Checks in guests by a verified signed ticket; `name` is shown until the list has them. */
  letInSigned(entry: SignedEntry, name: string): Promise<boolean>;
  undoCheckIn(party: Party, line: GuestLine): Promise<boolean>;
  /** Checks in the next missing guest, even if the previous tap has not been rendered yet. */
  checkInNext(party: Party): Promise<boolean>;
  /** Undoes the party's latest check-in. */
  undoLatest(party: Party): Promise<boolean>;
  markNoShow(party: Party, line: GuestLine): Promise<boolean>;
  undoNoShow(party: Party, line: GuestLine): Promise<boolean>;
  /** Undoes actions and shows `toastText`. */
  undo(actions: readonly Uuid[], toastText: string): Promise<boolean>;
  collect(
    party: Party,
    payment: { amount: MinorUnits; method: CollectionMethod; checkIn: readonly GuestLine[] },
  ): Promise<boolean>;
  addNote(party: Party, text: string): Promise<boolean>;
  addWalkIn(walkIn: NewWalkIn): Promise<boolean>;
  /** `total` is the number of guests checked in. */
  recount(count: { present: number; missing: readonly Uuid[]; stop: string | null }, total: number): Promise<boolean>;
  depart(headCount: number): Promise<boolean>;
  reopen(): Promise<boolean>;
}

export type RollCallDialog =
  | { kind: 'scan' | 'walk_in' | 'depart' | 'recount' }
  | { kind: 'collect' | 'phone_payment'; bookingId: Uuid }
  | { kind: 'resolve'; actionId: Uuid };

export interface RollCallContextValue {
  view: DepartureView;
  /** All departures on the device, for guests who belong to another one. */
  departures: readonly DepartureSummary[];
  /** Time of the last complete pull. */
  pulledAt: Instant | null;
  parties: readonly Party[];
  formats: Formats;
  actions: RecordActions;
  openParty(bookingId: Uuid): void;
  /** Closes the party card, if one is open and no note is being written in it. */
  closeParty(): void;
  openDialog(dialog: RollCallDialog): void;
  openDeparture(departureId: Uuid): void;
}

export const RollCallContext = createContext<RollCallContextValue | null>(null);

export function useRollCall(): RollCallContextValue {
  const rollCall = useContext(RollCallContext);
  if (!rollCall) throw new Error('useRollCall must be used within an open departure');
  return rollCall;
}

/** Returns the names of the person and device behind an action. */
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
