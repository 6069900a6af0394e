/** Types like a hand scanner (a keyboard wedge), with the focus outside any field. */
import type { Page } from 'playwright';
import type { PressedKey } from '../../src/domain/testing/scanner-keys.ts';

const KEY_GAP_MS = 5;

/**
 * Sends the keys with the timestamps of a fast scanner: a busy machine may stop between two events for longer than a
 * scanner does.
 */
export const scanKeys = (page: Page, keys: readonly PressedKey[]): Promise<void> =>
  page.evaluate(
    ({ pressed, gap }) => {
      const start = performance.now();
      for (const [index, { key, code, shift }] of pressed.entries()) {
        const event = new KeyboardEvent('keydown', { key, code, shiftKey: shift, bubbles: true, cancelable: true });
        Object.defineProperty(event, 'timeStamp', { value: start + index * gap });
        document.body.dispatchEvent(event);
      }
    },
    { pressed: keys, gap: KEY_GAP_MS },
  );

/** Scans a code and ends it with Enter. The keys have no physical codes, as from an unknown layout. */
export const scanText = (page: Page, text: string): Promise<void> =>
  scanKeys(
    page,
    [...text, 'Enter'].map((key) => ({ key, code: '', shift: false })),
  );
