/** The device database of one user: the mirror, the outbox, and what is known about both. */
import { Dexie, type EntityTable, type Table } from 'dexie';
import type { Cursor, Listeners } from '../../data/check-in-port.ts';
import type { Action, Outcome } from '../../domain/actions.ts';
import type { RollCall } from '../../domain/check-in.ts';
import type { Instant, LocalDate, MinorUnits, Uuid } from '../../domain/ids.ts';
import type {
  MirroredBooking,
  MirroredCompany,
  MirroredDeparture,
  MirroredDevice,
  MirroredGuest,
  MirroredAction,
  MirroredPerson,
  MirroredPriceCategory,
  MirroredTour,
} from '../../domain/mirror.ts';
import type { FailureCode } from '../../domain/result.ts';
import { endingWithPage } from './end-with-page.ts';
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
export interface KeptAnswer {
  /** The question, as JSON. */
  key: string;
  /** The company or organisation that it is about. */
  owner: Uuid;
  /** When the server said so, by the device's clock, in milliseconds since 1970. */
  at: number;
  data: unknown;
}
/** What somebody has typed into a form and not saved yet. */
export interface FormDraft {
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
export type MetaRow = DeviceRow | ClockRow | PullRow | PassRow | NetworkRow;

export const DEVICE_KEY = 'device';
export const CLOCK_KEY = 'clock';
export const PASS_KEY = 'pass';
export const NETWORK_KEY = 'network';
export const pullKey = (companyId: Uuid): PullRow['key'] => `pull:${companyId}`;

export class UserDatabase extends Dexie {
  declare outbox: EntityTable<OutboxEntry, 'id'>;
  declare companies: EntityTable<MirroredCompany, 'id'>;
  declare tours: EntityTable<MirroredTour, 'id'>;
  declare priceCategories: EntityTable<MirroredPriceCategory, 'id'>;
  declare departures: EntityTable<MirroredDeparture, 'id'>;
  declare bookings: EntityTable<MirroredBooking, 'id'>;
  declare guests: EntityTable<MirroredGuest, 'id'>;
  // Not EntityTable: its mapped type would flatten the union of kinds.
  declare actions: Table<MirroredAction, Uuid>;
  declare people: EntityTable<MirroredPerson, 'id'>;
  declare devices: EntityTable<MirroredDevice, 'id'>;
  declare summaries: EntityTable<Summary, 'departureId'>;
  declare meta: Table<MetaRow, string>;
  declare keptAnswers: EntityTable<KeptAnswer, 'key'>;
  declare formDrafts: EntityTable<FormDraft, 'key'>;

  /** This device's id as last read. Its row changes with every action: who only wants to know whose an action is must not be told of each. */
  deviceId: Uuid | null = null;

  constructor(
    userId: Uuid,
    options: { indexedDB?: IDBFactory | undefined; IDBKeyRange?: typeof IDBKeyRange | undefined } = {},
  ) {
    super(databaseName(userId), {
      chromeTransactionDurability: 'strict',
      // The cache would show rows before they are committed, and clone whole lists on every read.
      cache: 'disabled',
      indexedDB: endingWithPage(options.indexedDB ?? indexedDB),
      ...(options.IDBKeyRange ? { IDBKeyRange: options.IDBKeyRange } : {}),
    });
    this.version(1).stores({
      outbox: 'id, deviceSequence, companyId, departureId, state',
      companies: 'id',
      tours: 'id, companyId',
      priceCategories: 'id, tourId',
      departures: 'id, companyId, endsAt',
      bookings: 'id, departureId, reference, linkHash, externalReference',
      guests: 'id, departureId, ticketCode',
      actions: 'id, departureId',
      people: 'id',
      devices: 'id',
      summaries: 'departureId, companyId',
      meta: 'key',
    });
    this.version(2).stores({ keptAnswers: 'key, owner, at', formDrafts: 'key, owner, at' });
  }
}

export function databaseName(userId: Uuid): string {
  return `muster-${userId}`;
}

/** Whose database has this name; null when it is none of these. */
export function databaseUser(name: string): Uuid | null {
  return /^muster-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(name)?.[1] ?? null;
}

/** All tables that mirror a departure's content, by `departureId`. */
export const DEPARTURE_TABLES = ['bookings', 'guests', 'actions'] as const;

/** Takes departures off the device with all that hangs on them. Runs inside the caller's transaction. */
export async function removeDepartures(db: UserDatabase, ids: readonly Uuid[]): Promise<void> {
  if (ids.length === 0) return;
  for (const name of DEPARTURE_TABLES) await db.table(name).where('departureId').anyOf(ids).delete();
  await db.summaries.bulkDelete([...ids]);
  await db.departures.bulkDelete([...ids]);
}
