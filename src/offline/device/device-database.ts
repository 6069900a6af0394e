/**
 * Database of the device, independent of users. Its one row is the snapshot of the last signed-in person, which lets
 * the app start offline. Uses plain IndexedDB, because it is read before Dexie is loaded.
 */
import { trackTransactions } from './abort-on-pagehide.ts';

const DATABASE = 'muster-device';
/** Dexie once created this database as version 1 and stores versions times ten. */
const VERSION = 10;
const STORE = 'values';
const SNAPSHOT_KEY = 'snapshot';

interface CachedRow {
  key: string;
  value: unknown;
}

let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = trackTransactions(indexedDB).open(DATABASE, VERSION);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'key' }));
    request.addEventListener('error', () => reject(request.error ?? new Error('The database could not be opened')));
    request.addEventListener('success', () => {
      const db = request.result;
      const letGo = () => {
        db.close();
        opening = null;
      };
      db.addEventListener('versionchange', letGo);
      db.addEventListener('close', letGo);
      resolve(db);
    });
  });
  return opening;
}

/**
 * Runs one request on the store and resolves once it is committed; after a failure the next call reopens the
 * database.
 */
async function withRows<T>(mode: IDBTransactionMode, ask: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    const transaction = (await database()).transaction(STORE, mode, { durability: 'strict' });
    const request = ask(transaction.objectStore(STORE));
    return await new Promise<T>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The transaction was aborted')),
      );
    });
  } catch (error) {
    opening = null;
    throw error;
  }
}

/** Reads the snapshot of the signed-in person; null if there is none or the storage cannot be read. */
export async function readDeviceSnapshot<T>(): Promise<T | null> {
  try {
    const row = await withRows('readonly', (rows) => rows.get(SNAPSHOT_KEY) as IDBRequest<CachedRow | undefined>);
    return (row?.value as T | undefined) ?? null;
  } catch {
    return null;
  }
}

/** Stores the snapshot and returns whether it is durable. Without it the app works, but not offline. */
export async function writeDeviceSnapshot(snapshot: unknown): Promise<boolean> {
  return withRows('readwrite', (rows) => rows.put({ key: SNAPSHOT_KEY, value: snapshot } satisfies CachedRow)).then(
    () => true,
    () => false,
  );
}

/** Deletes the snapshot and returns whether that worked. */
export async function clearDeviceSnapshot(): Promise<boolean> {
  return withRows('readwrite', (rows) => rows.delete(SNAPSHOT_KEY)).then(
    () => true,
    () => false,
  );
}
