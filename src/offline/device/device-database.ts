/** What this device knows whoever is signed in: who that was last, so that the app starts without asking anybody. */
import { Dexie, type Table } from 'dexie';
import { endingWithPage } from './end-with-page.ts';

interface KeptRow {
  key: string;
  value: unknown;
}

const SNAPSHOT_KEY = 'snapshot';

class DeviceDatabase extends Dexie {
  declare kept: Table<KeptRow, string>;
  constructor() {
    super('muster-device', {
      cache: 'disabled',
      chromeTransactionDurability: 'strict',
      indexedDB: endingWithPage(indexedDB),
    });
    this.version(1).stores({ kept: 'key' });
  }
}

let opened: DeviceDatabase | null = null;

function database(): DeviceDatabase {
  if (!opened) {
    const db = new DeviceDatabase();
    db.on('versionchange', () => {
      db.close();
      opened = null;
      return false;
    });
    opened = db;
  }
  return opened;
}

/** The snapshot of who is signed in, or null; null as well when the device's storage cannot be read. */
export async function readDeviceSnapshot<T>(): Promise<T | null> {
  try {
    return ((await database().kept.get(SNAPSHOT_KEY))?.value as T | undefined) ?? null;
  } catch {
    opened = null;
    return null;
  }
}

/** Keeps the snapshot; answers whether it is safely stored. Without it the app still works, but not offline. */
export async function writeDeviceSnapshot(snapshot: unknown): Promise<boolean> {
  try {
    await database().kept.put({ key: SNAPSHOT_KEY, value: snapshot });
    return true;
  } catch {
    opened = null;
    return false;
  }
}

/** Forgets who was signed in. */
export async function clearDeviceSnapshot(): Promise<boolean> {
  try {
    await database().kept.delete(SNAPSHOT_KEY);
    return true;
  } catch {
    opened = null;
    return false;
  }
}
