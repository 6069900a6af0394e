/** Device database of one user: mirror, outbox and metadata. Dexie is loaded after the first paint. */
import { Dexie, type EntityTable, type Table } from 'dexie';
import type { Uuid } from '../../domain/ids.ts';
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
import { trackTransactions } from './abort-on-pagehide.ts';
import {
  databaseName,
  type FormDraftRow,
  type CachedResponseRow,
  type MetaRow,
  type OutboxEntry,
  type Summary,
} from './stored-rows.ts';

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
  declare cachedResponses: EntityTable<CachedResponseRow, 'key'>;
  declare formDrafts: EntityTable<FormDraftRow, 'key'>;

  /**
   * This device's id, as last read. Cached because its row changes with every action, and live queries must not
   * depend on it.
   */
  deviceId: Uuid | null = null;

  constructor(
    userId: Uuid,
    options: { indexedDB?: IDBFactory | undefined; IDBKeyRange?: typeof IDBKeyRange | undefined } = {},
  ) {
    super(databaseName(userId), {
      chromeTransactionDurability: 'strict',
      // The cache would show rows before they are committed, and clone whole lists on every read.
      cache: 'disabled',
      indexedDB: trackTransactions(options.indexedDB ?? indexedDB),
      ...(options.IDBKeyRange ? { IDBKeyRange: options.IDBKeyRange } : {}),
    });
    this.version(1).stores({
      outbox: 'id, deviceSequence, companyId, departureId, state',
      companies: 'id',
      tours: 'id, companyId',
      priceCategories: 'id, tourId',
      departures: 'id, companyId, endsAt',
      bookings: 'id, departureId, reference, linkHash, voucherNumber',
      guests: 'id, departureId, ticketCode',
      actions: 'id, departureId',
      people: 'id',
      devices: 'id',
      summaries: 'departureId, companyId',
      meta: 'key',
    });
    this.version(2).stores({ cachedResponses: 'key, owner, at', formDrafts: 'key, owner, at' });
  }
}

/** Tables with a departure's content, indexed by `departureId`. */
export const DEPARTURE_TABLES = ['bookings', 'guests', 'actions'] as const;

/** Deletes departures with their content. Runs inside the caller's transaction. */
export async function removeDepartures(db: UserDatabase, ids: readonly Uuid[]): Promise<void> {
  if (ids.length === 0) return;
  for (const name of DEPARTURE_TABLES) await db.table(name).where('departureId').anyOf(ids).delete();
  await db.summaries.bulkDelete([...ids]);
  await db.departures.bulkDelete([...ids]);
}
