/** What the device stores of one user, row by row, and what reading it takes; of whatever it is read by (`database.ts`, `idb-tables.ts`). */
import type { Cursor, Listeners } from '../../data/check-in-port.ts';
import type { Action, Outcome } from '../../domain/actions.ts';
import type { RollCall } from '../../domain/check-in.ts';
import type { ActionCount } from '../../domain/counted-actions.ts';
import type { Instant, LocalDate, MinorUnits, Uuid } from '../../domain/ids.ts';
import type {
  MirroredAction,
  MirroredBooking,
  MirroredCompany,
  MirroredDeparture,
  MirroredGuest,
  MirroredPerson,
  MirroredTour,
} from '../../domain/mirror.ts';
import type { FailureCode } from '../../domain/result.ts';
import type { Network } from '../sync/network.ts';

/**
 * An action on its way. `waiting`: to be sent. `acknowledged`: the server has it, a pull has not brought it back yet.
 * `parked`: refused, until a person sends it again, exports it or discards it.
 */
export interface OutboxEntry {
  id: Uuid;
  deviceSequence: number;
  companyId: Uuid;
  departureId: Uuid;
  state: 'waiting' | 'acknowledged' | 'parked';
  action: Action;
  outcome: Outcome | null;
  /** When it came into its present state, by the corrected clock. */
  since: Instant;
}

/** What the list of departures paints of one; written with the rows that it sums up. */
export interface Summary {
  departureId: Uuid;
  companyId: Uuid;
  localDate: LocalDate;
  tally: RollCall['tally'];
  due: MinorUnits;
  departedAt: Instant | null;
  /** Another one whenever a pull touched the departure. */
  stamp: Uuid;
}

/** The device as this database knows itself; the sequence lives where the outbox lives, so both can only go together. */
export interface DeviceRow {
  key: 'device';
  id: Uuid;
  sequence: number;
}
export interface ClockRow {
  key: 'clock';
  /** Device clock minus server clock in milliseconds. */
  offset: number;
  /** The server's time when it was measured, in milliseconds since 1970; missing in rows of older builds. */
  confirmedAt?: number;
}
export interface PullRow {
  key: `pull:${Uuid}`;
  cursor: Cursor;
  epoch: string;
  pulledAt: Instant;
  /** `asOf` of the answer. */
  asOf: string;
  /** How many listen to the company's hints, as the answer counted them. */
  listeners: Listeners | null;
  /** The departures that were ours. */
  visible: Uuid[];
}
/** Fences off a tab that slept in the middle of a pass: only the newest token may write rows. */
export interface PassRow {
  key: 'pass';
  token: Uuid;
  /** The device's clock when the holder last showed life. */
  at: number;
}
/** The last good answer of an online screen. */
export interface CachedResponseRow {
  /** The question, as JSON. */
  key: string;
  /** The company or organisation that it is about. */
  owner: Uuid;
  /** When the server said so, by the device's clock, in milliseconds since 1970. */
  at: number;
  data: unknown;
}
/** What somebody has typed into a form and not saved yet. */
export interface FormDraftRow {
  /** The form and what it edits, as JSON. */
  key: string;
  owner: Uuid;
  /** When it was last typed in. */
  at: number;
  values: unknown;
}
/** What the tab that syncs knows of the network, for the others, which ask nobody meanwhile. */
export interface NetworkRow {
  key: 'network';
  network: Network;
  failure: FailureCode | null;
}
/** The person signed out and kept their queue here: no pass runs until they sign in again. */
export interface LockedRow {
  key: 'locked';
}
/** The browser had cleared the database before; stays until the person has read it. */
export interface ClearedRow {
  key: 'cleared';
  /** What had not been sent by then. */
  lost: ActionCount;
}
export type MetaRow = DeviceRow | ClockRow | PullRow | PassRow | NetworkRow | LockedRow | ClearedRow;

export const DEVICE_KEY = 'device';
export const CLOCK_KEY = 'clock';
export const PASS_KEY = 'pass';
export const NETWORK_KEY = 'network';
export const LOCKED_KEY = 'locked';
export const CLEARED_KEY = 'cleared';
export const pullKey = (companyId: Uuid): PullRow['key'] => `pull:${companyId}`;

export function databaseName(userId: Uuid): string {
  return `muster-${userId}`;
}

/** Whose database has this name; null when it is none of these. */
export function databaseUser(name: string): Uuid | null {
  return /^muster-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(name)?.[1] ?? null;
}

/** What the list of departures reads a table by; a table of Dexie's is one. */
export interface ReadonlyTable<Row> {
  get(key: string): PromiseLike<Row | undefined>;
  bulkGet(keys: string[]): PromiseLike<(Row | undefined)[]>;
  toArray(): PromiseLike<Row[]>;
  /** Rows with this value in this index, which is named alone. */
  where(equal: Record<string, string>): { toArray(): PromiseLike<Row[]>; primaryKeys(): PromiseLike<string[]> };
}

/** The tables that the list of departures and the sync's state are read from. */
export interface ReadonlyTables {
  outbox: ReadonlyTable<OutboxEntry>;
  companies: ReadonlyTable<MirroredCompany>;
  tours: ReadonlyTable<MirroredTour>;
  departures: ReadonlyTable<MirroredDeparture>;
  bookings: ReadonlyTable<MirroredBooking>;
  guests: ReadonlyTable<MirroredGuest>;
  actions: ReadonlyTable<MirroredAction>;
  people: ReadonlyTable<MirroredPerson>;
  summaries: ReadonlyTable<Summary>;
  meta: ReadonlyTable<MetaRow>;
}
