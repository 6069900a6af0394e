/** Row types of a user's device database, shared by both ways to read it (`database.ts`, `idb-tables.ts`). */
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
 * An action in the outbox. `waiting`: the server has not responded to it yet. `acknowledged`: the server has it, but no
 * pull has returned it yet. `parked`: refused, until a person retries or discards it.
 */
export interface OutboxEntry {
  id: Uuid;
  deviceSequence: number;
  companyId: Uuid;
  departureId: Uuid;
  state: 'waiting' | 'acknowledged' | 'parked';
  action: Action;
  outcome: Outcome | null;
  /** When it entered its present state, by the corrected clock. */
  since: Instant;
}

/** Figures of a departure for the list, written in the same transaction as the rows that they summarise. */
export interface Summary {
  departureId: Uuid;
  companyId: Uuid;
  localDate: LocalDate;
  tally: RollCall['tally'];
  due: MinorUnits;
  departedAt: Instant | null;
  /** Changes whenever a pull writes to the departure. */
  stamp: Uuid;
}

/** This device's id and action sequence; in the outbox's database, so that both are lost together or not at all. */
export interface DeviceRow {
  key: 'device';
  id: Uuid;
  sequence: number;
}
export interface ClockRow {
  key: 'clock';
  /** Device clock minus server clock in milliseconds. */
  offset: number;
  /** Server time of the measurement in milliseconds since 1970; missing in rows of older builds. */
  confirmedAt?: number;
}
export interface PullRow {
  key: `pull:${Uuid}`;
  cursor: Cursor;
  pulledAt: Instant;
  /** `asOf` of the last pull. */
  asOf: string;
  listeners: Listeners | null;
  /** Departures that were visible to this person. */
  visible: Uuid[];
}
/** Fencing token against a tab that slept during a pass: only the holder of the newest token may write rows. */
export interface PassRow {
  key: 'pass';
  token: Uuid;
  /** Device time at which the holder last renewed it. */
  at: number;
}
export interface CachedResponseRow {
  /** The query, as JSON. */
  key: string;
  /** The company or organisation of the response. */
  owner: Uuid;
  /** When the response arrived, in milliseconds since 1970, by the corrected clock. */
  at: number;
  data: unknown;
}
export interface FormDraftRow {
  /** The form and the record that it edits, as JSON. */
  key: string;
  owner: Uuid;
  /** When it was last saved, in milliseconds since 1970, by the corrected clock. */
  at: number;
  values: unknown;
}
/** Network state found by the syncing tab, for the other tabs, which send no requests in the meantime. */
export interface NetworkRow {
  key: 'network';
  network: Network;
  failure: FailureCode | null;
}
/** The person signed out but kept their outbox: no pass runs until they sign in again. */
export interface LockedRow {
  key: 'locked';
}
/** The browser evicted an earlier database; stays until the person dismisses the notice. */
export interface ClearedRow {
  key: 'cleared';
  /** Actions that had not been sent. */
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

/** Returns the user of a database by its name; null for another kind of database. */
export function databaseUser(name: string): Uuid | null {
  return /^muster-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(name)?.[1] ?? null;
}

/** The read operations that the list of departures needs; Dexie's tables satisfy it too. */
export interface ReadonlyTable<Row> {
  get(key: string): PromiseLike<Row | undefined>;
  bulkGet(keys: string[]): PromiseLike<(Row | undefined)[]>;
  toArray(): PromiseLike<Row[]>;
  /** Rows with this value in one index. */
  where(equal: Record<string, string>): { toArray(): PromiseLike<Row[]>; primaryKeys(): PromiseLike<string[]> };
}

/** Tables that the list of departures and the sync state are read from. */
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
