/** Drives any engine: finds elements by accessible name, touches and types. */
import type { EngineBrowser } from './engine.ts';
import { EVENTUALLY_TIMEOUT_MS } from './eventually.ts';

export type Kind = 'button' | 'field' | 'text';
export interface Sought {
  kind: Kind;
  /** The whole name of a button or field, or a part of a text. */
  name: string;
}

/** Runs in the page. Returns the position of an element that can be touched, or null. */
function place({ kind, name }: Sought): { x: number; y: number } | null {
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
  const labelled = (element: Element) =>
    [...((element as HTMLInputElement).labels ?? [])].map((label) => (label.textContent ?? '').replace('*', '').trim());
  let found: Element | undefined;
  if (kind === 'button')
    found = [...document.querySelectorAll('button, [role=button]')].find(
      (element) => isVisible(element) && nameOf(element) === name,
    );
  if (kind === 'field')
    found = [...document.querySelectorAll('input, textarea')].find(
      (element) =>
        isVisible(element) && (element.getAttribute('aria-label') === name || labelled(element).includes(name)),
    );
  if (kind === 'text') {
    const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
    while (!found && texts.nextNode()) {
      const within = texts.currentNode.parentElement;
      if (within && texts.currentNode.textContent?.includes(name) && isVisible(within)) found = within;
    }
  }
  if (!found) return null;
  found.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = found.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const upon = document.elementFromPoint(x, y);
  const free = kind === 'text' || (upon !== null && (found.contains(upon) || upon.contains(found)));
  return free ? { x, y } : null;
}

/** Runs in the page. Describes it in a few lines for the report of a failed journey. */
const described = () => `${location.href}\n${document.body?.innerText.slice(0, 1500)}`;

export class EngineDriver {
  readonly browser: EngineBrowser;

  constructor(browser: EngineBrowser) {
    this.browser = browser;
  }

  /** Waits until the element exists and nothing covers it. */
  async see(kind: Kind, name: string, within = EVENTUALLY_TIMEOUT_MS): Promise<{ x: number; y: number }> {
    for (const end = Date.now() + within; ;) {
      const found = await this.browser.run(place, { kind, name });
      if (found) return found;
      if (Date.now() > end)
        throw new Error(
          `${this.browser.name}: no ${kind} “${name}” within ${within} ms on\n${await this.browser.run(described)}`,
        );
      await new Promise((later) => setTimeout(later, 50));
    }
  }

  /**
   * Waits until the element exists, nothing covers it, and it has stopped moving: a page still grows as its data
   * arrive.
   */
  private async seeAtRest(kind: Kind, name: string): Promise<{ x: number; y: number }> {
    for (let before = await this.see(kind, name); ;) {
      await new Promise((later) => setTimeout(later, 50));
      const now = await this.see(kind, name);
      if (now.x === before.x && now.y === before.y) return now;
      before = now;
    }
  }

  async press(name: string, kind: Kind = 'button'): Promise<void> {
    const { x, y } = await this.seeAtRest(kind, name);
    const actions = [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.browser.perform([{ type: 'pointer', id: 'hand', parameters: { pointerType: 'mouse' }, actions }]);
  }

  async write(field: string, text: string): Promise<void> {
    await this.press(field, 'field');
    await this.browser.perform([
      {
        type: 'key',
        id: 'keys',
        actions: [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ]);
  }

  /** Sets a file on the page's only file input. */
  async hand(file: { name: string; type: string; bytes: Buffer }): Promise<void> {
    await this.browser.run(
      ({ name, type, base64 }) => {
        const field = document.querySelector<HTMLInputElement>('input[type=file]');
        if (!field) throw new Error('The page has no file input');
        const chosen = new DataTransfer();
        chosen.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
        field.files = chosen.files;
        field.dispatchEvent(new Event('change', { bubbles: true }));
      },
      { name: file.name, type: file.type, base64: file.bytes.toString('base64') },
    );
  }

  async check<T>(look: () => T | Promise<T>, is: (value: T) => boolean, within = EVENTUALLY_TIMEOUT_MS): Promise<T> {
    for (const end = Date.now() + within; ;) {
      const value = await this.browser.run(look);
      if (is(value)) return value;
      if (Date.now() > end)
        throw new Error(
          `${this.browser.name}: condition not met within ${within} ms. Last value: ${JSON.stringify(value)}\n${await this.browser.run(described)}`,
        );
      await new Promise((later) => setTimeout(later, 50));
    }
  }
}
