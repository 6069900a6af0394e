import type { GuestLine, Party, RefusedAction } from '../../../domain/attendance.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';

export interface RowActions {
  checkIn(party: Party, lines: readonly GuestLine[]): void;
  undoCheckIn(party: Party, line: GuestLine): void;
  /** Checks in the next missing guest of the party. */
  checkInNext(party: Party): void;
  /** Undoes the party's latest check-in. */
  undoLatest(party: Party): void;
  collect(party: Party): void;
  open(party: Party): void;
  /** Expands or collapses the party. */
  toggle(party: Party): void;
  /** Opens the dialog that resolves the refused action. */
  resolve(action: RefusedAction): void;
}

export interface RowProps {
  /** Roving tabindex: one row is the tab stop, arrows move between rows. */
  active: boolean;
  /** Unique name for the accessible names of the buttons. */
  name: string;
  /** Column layout (mouse) instead of two lines (touch). */
  columns: boolean;
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
