/**
 * What this device knows whoever is signed in: who that was last, so that the app starts without asking anybody. One row, read before
 * anything else is there: by the browser's own means.
 */
import { trackTransactions } from './abort-on-pagehide.ts';

const DATABASE = 'muster-device';
/** The library that made it once counts in tens. */
const VERSION = 10;
const STORE = 'kept';
const SNAPSHOT_KEY = 'snapshot';

interface KeptRow {
  key: string;
  value: unknown;
}

let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = trackTransactions(indexedDB).open(DATABASE, VERSION);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'key' }));
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
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

/** Does one thing with the kept rows and answers when it is safely stored; opened anew the next time where that fails. */
async function withRows<T>(mode: IDBTransactionMode, ask: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    const transaction = (await database()).transaction(STORE, mode, { durability: 'strict' });
    const request = ask(transaction.objectStore(STORE));
    return await new Promise<T>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not stored')));
    });
  } catch (error) {
    opening = null;
    throw error;
  }
}

/** The snapshot of who is signed in, or null; null as well when the device's storage cannot be read. */
export async function readDeviceSnapshot<T>(): Promise<T | null> {
  try {
    const row = await withRows('readonly', (rows) => rows.get(SNAPSHOT_KEY) as IDBRequest<KeptRow | undefined>);
    return (row?.value as T | undefined) ?? null;
  } catch {
    return null;
  }
}

/** Keeps the snapshot; answers whether it is safely stored. Without it the app still works, but not offline. */
export async function writeDeviceSnapshot(snapshot: unknown): Promise<boolean> {
  return withRows('readwrite', (rows) => rows.put({ key: SNAPSHOT_KEY, value: snapshot } satisfies KeptRow)).then(
    () => true,
    () => false,
  );
}

/** Forgets who was signed in. */
export async function clearDeviceSnapshot(): Promise<boolean> {
  return withRows('readwrite', (rows) => rows.delete(SNAPSHOT_KEY)).then(
    () => true,
    () => false,
  );
}
