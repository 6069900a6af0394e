/**
 * Reads a user's database by the browser's own means: a sixth of what the app would run before today's list is the library that
 * everything else goes through (`database.ts`), and reading a list takes four calls of it. Reads alone, and makes nothing.
 */
import type { Uuid } from '../../domain/ids.ts';
import { trackTransactions } from './abort-on-pagehide.ts';
import { databaseName, type ReadonlyTable, type ReadonlyTables } from './stored-rows.ts';

/** Null where there is no such database, or none can be had. To be closed by whoever has read. */
export function openIdbDatabase(userId: Uuid): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const nothing = () => resolve(null);
    try {
      const request = trackTransactions(indexedDB).open(databaseName(userId));
      // Nobody has made it yet, and how it is made is the library's to say.
      request.addEventListener('upgradeneeded', () => request.transaction?.abort());
      request.addEventListener('error', (event) => {
        event.preventDefault();
        nothing();
      });
      request.addEventListener('success', () => {
        const db = request.result;
        // Another tab upgrades or deletes it.
        db.addEventListener('versionchange', () => db.close());
        resolve(db);
      });
    } catch {
      nothing();
    }
  });
}

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('unread')));
  });

function tableOf<Row>(db: IDBDatabase, name: string): ReadonlyTable<Row> {
  const store = () => db.transaction(name).objectStore(name);
  const get = async (key: string) => answer<Row | undefined>(store().get(key));
  return {
    get,
    bulkGet: (keys) => Promise.all(keys.map(get)),
    toArray: async () => answer<Row[]>(store().getAll()),
    where(equal) {
      const [index, value] = Object.entries(equal)[0]!;
      return {
        toArray: async () => answer<Row[]>(store().index(index).getAll(value)),
        primaryKeys: async () => answer(store().index(index).getAllKeys(value) as IDBRequest<string[]>),
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
