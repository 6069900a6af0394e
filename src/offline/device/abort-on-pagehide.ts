/**
 * Aborts open transactions when the page is hidden. WebKit keeps a left page in the back/forward cache together with
 * its open transactions, and the next page's reads and writes would wait for them forever. Committed data is not
 * affected, and the UI reports an action only after its commit.
 */
import { reloadPage } from '../../lib/page-reload.ts';

const open = new Set<IDBTransaction>();
let left = false;
let cutShort = false;

/**
 * Tracks a transaction, or aborts it at once if the page has already been left (a late promise may still begin one).
 */
function follow(transaction: IDBTransaction): IDBTransaction {
  if (left) {
    transaction.abort();
    cutShort = true;
    return transaction;
  }
  open.add(transaction);
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => open.delete(transaction));
  return transaction;
}

/** Wraps an `IDBFactory` so that all transactions are tracked, including upgrades. Passed to Dexie as its factory. */
export function trackTransactions(factory: IDBFactory): IDBFactory {
  const following: Omit<IDBFactory, 'databases'> = {
    open(name, version) {
      const request = factory.open(name, version);
      request.addEventListener('upgradeneeded', () => {
        if (request.transaction) follow(request.transaction);
      });
      request.addEventListener('success', () => {
        const db = request.result;
        const begin = db.transaction.bind(db);
        db.transaction = (...args) => follow(begin(...args));
      });
      return request;
    },
    deleteDatabase: (name) => factory.deleteDatabase(name),
    cmp: (a, b) => factory.cmp(a, b),
  };
  // Firefox lacks it before 126, and Dexie tests whether it exists.
  return 'databases' in factory
    ? Object.assign(following, { databases: () => factory.databases() })
    : (following as IDBFactory);
}

/** Aborts every uncommitted transaction and returns how many there were. */
export function abortTransactions(): number {
  let ended = 0;
  for (const transaction of open) {
    try {
      transaction.abort();
      ended += 1;
    } catch {
      // Already committing.
    }
  }
  open.clear();
  return ended;
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    left = true;
    cutShort = abortTransactions() > 0;
  });
  // A page restored from the back/forward cache would show the aborted work as a failure, so reload it.
  window.addEventListener('pageshow', ({ persisted }) => {
    left = false;
    if (persisted && cutShort) reloadPage();
  });
}
