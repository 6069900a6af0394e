/** Injected before the app starts: records commits of the outbox and the time after a paint. */
import type { CDPSession, Page } from 'playwright';

interface Probe {
  /** When transactions that wrote the outbox completed, with the durability they asked for. */
  commits: { at: number; durability: string }[];
  /** Resolves with the time at which the next frame with the current document has been painted. */
  painted(): Promise<number>;
  /** Resolves with the time at which an element that matches was painted. */
  appears(selector: string): Promise<number>;
  /** Resolves with the paint after the last change before `quiet` milliseconds without one. */
  settles(root: string, quiet: number): Promise<number>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const commits: Probe['commits'] = [];
    const open = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function patched(
      this: IDBDatabase,
      ...args: Parameters<IDBDatabase['transaction']>
    ) {
      const transaction = open.apply(this, args);
      if (transaction.mode === 'readwrite' && [...transaction.objectStoreNames].includes('outbox')) {
        transaction.addEventListener('complete', () =>
          commits.push({
            at: performance.now(),
            durability: (transaction as IDBTransaction & { durability?: string }).durability ?? 'unknown',
          }),
        );
      }
      return transaction;
    };
    const painted = () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.addEventListener('message', () => resolve(performance.now()));
          channel.port1.start();
          channel.port2.postMessage(null);
        });
      });
    const appears = (selector: string) =>
      new Promise<number>((resolve, reject) => {
        const look = () => {
          if (!document.querySelector(selector)) return false;
          observer.disconnect();
          void painted().then(resolve);
          return true;
        };
        const observer = new MutationObserver(look);
        if (!look())
          observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        setTimeout(() => reject(new Error(`${selector} never appeared`)), 60_000);
      });
    const settles = (root: string, quiet: number) =>
      new Promise<number>((resolve) => {
        let last = performance.now();
        let painting: Promise<number> = Promise.resolve(last);
        const observer = new MutationObserver((changes) => {
          // React sets a field's name and type again on each render, which paints nothing.
          if (changes.every(({ target }) => target instanceof HTMLInputElement)) return;
          last = performance.now();
          painting = painted();
        });
        observer.observe(document.querySelector(root) ?? document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        const wait = setInterval(() => {
          if (performance.now() - last < quiet) return;
          clearInterval(wait);
          observer.disconnect();
          void painting.then(resolve);
        }, 10);
      });
    window.probe = { commits, painted, appears, settles };
  });
}

/** Throttles the page's CPU by `rate`; budgets are stated for a phone four times slower. */
export async function throttle(session: CDPSession, rate: number): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
