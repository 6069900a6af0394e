/**
 * Ends what the databases are in the middle of when the page is left. WebKit keeps a page that was left for the way back, and
 * its open transactions with it: whatever the next page reads or writes would wait for them without end. What is committed
 * is out of reach here, and nobody is told of an action before.
 */
import { reloadPage } from '../../lib/page-reload.ts';

const open = new Set<IDBTransaction>();
let left = false;
let cutShort = false;

/** What begins when the page has been left already, as from a promise that settles late, is ended as well. */
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

/** Follows every transaction, that of an upgrade too; Dexie is given this in place of the browser's own. */
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
    cmp: (one, other) => factory.cmp(one, other),
  };
  // Firefox has it since 126 only, and Dexie looks whether it is there.
  return 'databases' in factory
    ? Object.assign(following, { databases: () => factory.databases() })
    : (following as IDBFactory);
}

/** Takes back every transaction that is not committed. Answers how many there were. */
export function abortTransactions(): number {
  let ended = 0;
  for (const transaction of open) {
    try {
      transaction.abort();
      ended += 1;
    } catch {
      // It is being committed.
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
  // Come back to, the page would show what was cut short as a failure.
  window.addEventListener('pageshow', ({ persisted }) => {
    left = false;
    if (persisted && cutShort) reloadPage();
  });
}
