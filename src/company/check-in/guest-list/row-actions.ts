import type { GuestLine, Party, RefusedAction } from '../../../domain/attendance.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';

/** What the rows of the list do. */
export interface RowActions {
  checkIn(party: Party, lines: readonly GuestLine[]): void;
  undoCheckIn(party: Party, line: GuestLine): void;
  /** Lets the next of the party in who is missing. */
  oneMore(party: Party): void;
  /** Takes back the latest check-in of the party. */
  oneFewer(party: Party): void;
  collect(party: Party): void;
  open(party: Party): void;
  /** Unfolds the names of a party, or folds them. */
  toggle(party: Party): void;
  /** Leads to what the server refused. */
  settle(action: RefusedAction): void;
}

/** What all rows have. */
export interface RowProps {
  /** Only one row at a time is a stop for Tab; arrows move between rows. */
  active: boolean;
  /** What its buttons call it: a name that no other row has. */
  name: string;
  /** Columns under a pointer, two lines under a finger. */
  columns: boolean;
  /** The row has left the list, and is about to go. */
  fading: boolean;
  formats: Formats;
  actions: RowActions;
}

export const isSameRow = (before: RowProps, after: RowProps): boolean =>
  before.active === after.active &&
  before.name === after.name &&
  before.columns === after.columns &&
  before.fading === after.fading &&
  before.formats === after.formats &&
  before.actions === after.actions;
