/**
 * Read-only access to a user's database with plain IndexedDB. Dexie (`database.ts`) is a sixth of the code before
 * today's list, and reading the list needs only four kinds of call.
 */
import type { Uuid } from '../../domain/ids.ts';
import { trackTransactions } from './abort-on-pagehide.ts';
import { databaseName, type ReadonlyTable, type ReadonlyTables } from './stored-rows.ts';

/** Opens a user's database; null if it does not exist or cannot be opened. The caller closes it. */
export function openIdbDatabase(userId: Uuid): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const nothing = () => resolve(null);
    try {
      const request = trackTransactions(indexedDB).open(databaseName(userId));
      // The database does not exist yet: abort, because only Dexie may create its schema.
      request.addEventListener('upgradeneeded', () => request.transaction?.abort());
      request.addEventListener('error', (event) => {
        event.preventDefault();
        nothing();
      });
      request.addEventListener('success', () => {
        const db = request.result;
        // Another tab upgrades or deletes the database.
        db.addEventListener('versionchange', () => db.close());
        resolve(db);
      });
    } catch {
      nothing();
    }
  });
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The rows could not be read')));
  });

function tableOf<Row>(db: IDBDatabase, name: string): ReadonlyTable<Row> {
  const store = () => db.transaction(name).objectStore(name);
  const get = async (key: string) => resultOf<Row | undefined>(store().get(key));
  return {
    get,
    bulkGet: (keys) => Promise.all(keys.map(get)),
    toArray: async () => resultOf<Row[]>(store().getAll()),
    where(equal) {
      const [index, value] = Object.entries(equal)[0]!;
      return {
        toArray: async () => resultOf<Row[]>(store().index(index).getAll(value)),
        primaryKeys: async () => resultOf(store().index(index).getAllKeys(value) as IDBRequest<string[]>),
      };
    },
  };
}

export function idbTables(db: IDBDatabase): ReadonlyTables {
  return {
    outbox: tableOf(db, 'outbox'),
    companies: tableOf(db, 'companies'),
    tours: tableOf(db, 'tours'),
    departures: tableOf(db, 'departures'),
    bookings: tableOf(db, 'bookings'),
    guests: tableOf(db, 'guests'),
    actions: tableOf(db, 'actions'),
    people: tableOf(db, 'people'),
    summaries: tableOf(db, 'summaries'),
    meta: tableOf(db, 'meta'),
  };
}
