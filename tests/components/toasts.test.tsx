/** Toasts in the real host, shown by Sonner: the specification's constants, and the rules of ADR 017. */
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locale } from '../../src/lib/locales.ts';
import { Overlay } from '../../src/ui/overlays/overlay.tsx';
import { ToastHost } from '../../src/ui/toasts/toast-host.tsx';
import { dismissToast, showToast, type Toast } from '../../src/ui/toasts/toasts.ts';
import { stays } from '../support/eventually.ts';
import { renderScreen } from './render-screen.tsx';

const FOREVER = Number.POSITIVE_INFINITY;
const DESK = [1280, 800] as const;
const PHONE = [360, 740] as const;

const region = () => document.querySelector<HTMLElement>('section[aria-live]')!;
const elements = () => [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')];
/** Newest first, without those that fade. */
const lines = () => elements().filter(({ dataset }) => dataset['removed'] !== 'true');
const texts = () => lines().map((line) => line.querySelector('[data-title]')!.textContent);
const lineOf = (text: string) => lines().find((line) => line.textContent.includes(text))!;
const line = (text: string) => page.getByRole('listitem').filter({ hasText: text });

async function show(text: string, more: Partial<Toast> = {}): Promise<HTMLElement> {
  await showToast({ intent: 'success', text, duration: FOREVER, ...more });
  await expect.poll(texts).toContain(text);
  return lineOf(text);
}

/** Renders the screen with the host of toasts, whose code has loaded. */
async function mount(screen: ReactNode = null, locale: Locale = 'en'): Promise<void> {
  await renderScreen(
    <>
      {screen}
      <ToastHost />
    </>,
    { locale },
  );
  await show('Ready');
  dismissToast();
  await expect.poll(elements).toHaveLength(0);
}

/** Replaces the timers of toasts. Returns a function that shows a toast under them. */
function stopClock(): (text: string, more?: Partial<Toast>) => Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return async (text, more = {}) => {
    await showToast({ intent: 'success', text, ...more });
    await vi.advanceTimersByTimeAsync(0);
    // Sonner starts the timer in the effects of the first render, which may come late on a busy machine.
    await expect.poll(() => lineOf(text).closest<HTMLElement>('[data-sonner-toast]')?.dataset['mounted']).toBe('true');
  };
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(async () => {
  await page.viewport(...DESK);
});
afterEach(() => dismissToast());

describe('the specification', () => {
  test('places toasts at the bottom right, 356 px wide, 32 px from the edges and 14 px apart', async () => {
    await mount();
    await show('First');
    await show('Second');
    const rectangles = () => lines().map((element) => element.getBoundingClientRect());
    await expect
      .poll(() => rectangles()[0])
      .toMatchObject({ width: 356, height: 48, right: DESK[0] - 32, bottom: DESK[1] - 32 });
    await expect.poll(() => rectangles()[0]!.top - rectangles()[1]!.bottom).toBe(14);
  });

  test('shows three toasts, on a phone one; errors are not among those that make room', async () => {
    await mount();
    await show('Refused', { intent: 'error' });
    for (const text of ['A', 'B', 'C', 'D']) await show(text);
    await expect.poll(texts).toEqual(['D', 'C', 'B', 'Refused']);
    await page.viewport(...PHONE);
    await show('E');
    await expect.poll(texts).toEqual(['E', 'Refused']);
  });

  test('closes toasts after 4000 ms and removes them 200 ms later; loading ones stay', async () => {
    await mount();
    const showNow = stopClock();
    await showNow('Saving', { intent: 'loading' });
    await showNow('Saved');
    await pass(3999);
    expect(texts()).toEqual(['Saved', 'Saving']);
    await pass(1);
    await expect.poll(texts).toEqual(['Saving']);
    expect(elements()).toHaveLength(2);
    await pass(200);
    await expect.poll(elements).toHaveLength(1);
    await pass(60_000);
    expect(texts()).toEqual(['Saving']);
  });

  describe('dismisses a toast', () => {
    beforeEach(() => {
      const capture = vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
      return () => capture.mockRestore();
    });

    /** Swipes to the right or down in so many milliseconds. */
    async function swipe(text: string, to: { x?: number; y?: number }, milliseconds: number): Promise<void> {
      const { x = 0, y = 0 } = to;
      const target = lineOf(text);
      const send = (kind: string, at: number) =>
        target.dispatchEvent(
          new PointerEvent(kind, { bubbles: true, pointerId: 1, clientX: 10 + x * at, clientY: 10 + y * at }),
        );
      send('pointerdown', 0);
      for (const at of [0.5, 0.75, 1]) {
        await pass(milliseconds / 3);
        send('pointermove', at);
      }
      send('pointerup', 1);
      await pass(0);
    }

    test.each([
      ['20 px to the right', { x: 20 }, 3000, true],
      ['19 px to the right, slowly', { x: 19 }, 3000, false],
      ['20 px down', { y: 20 }, 3000, true],
      ['12 px at 0.12 px/ms', { x: 12 }, 100, true],
      ['10 px at 0.1 px/ms', { x: 10 }, 100, false],
      ['40 px to the left', { x: -40 }, 100, false],
      ['40 px up', { y: -40 }, 100, false],
    ])('when swiped %s: %j in %i ms, %s', async (_, to, milliseconds, isDismissed) => {
      await mount();
      await stopClock()('Swiped', { duration: 60_000 });
      await swipe('Swiped', to, milliseconds);
      await expect.poll(texts).toEqual(isDismissed ? [] : ['Swiped']);
    });

    test('whose swipe the browser takes over as late as any other', async () => {
      await mount();
      await stopClock()('Swiped');
      const target = lineOf('Swiped');
      target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerId: 1 }));
      target.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true, pointerId: 1 }));
      await pass(4000);
      await expect.poll(texts).toEqual([]);
    });
  });

  test.each([
    ['en', 'Notifications'],
    ['es', 'Notificaciones'],
    ['da', 'Meddelelser'],
    ['it', 'Notifiche'],
  ] as const)('labels the region in %s: %s', async (locale, label) => {
    await mount(null, locale);
    await show('Saved');
    await expect.element(page.getByRole('region', { name: `${label} alt+T` })).toBeVisible();
  });
});

describe('the focus', () => {
  const Screen = () => (
    <>
      <button type="button">Start</button>
      <input aria-label="Name" />
    </>
  );
  const start = page.getByRole('button', { name: 'Start' });
  const field = page.getByRole('textbox', { name: 'Name' });
  const undo = { action: { label: 'Undo', onSelect: () => undefined } };
  const focus = (locator: typeof start) => (locator.element() as HTMLElement).focus();

  test('is not taken by a toast, nor by a tap on it', async () => {
    await mount(<Screen />);
    focus(field);
    await show('Saved', undo);
    await expect.element(field).toHaveFocus();
    await line('Saved').click();
    await expect.element(field).toHaveFocus();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(texts).toEqual([]);
    await expect.element(field).toHaveFocus();
  });

  test('moves to the toasts by Alt+T and returns by Escape, which closes nothing else', async () => {
    await mount(<Screen />);
    await show('Saved');
    focus(start);
    await userEvent.keyboard('{Alt>}t{/Alt}');
    await expect.element(page.getByRole('region').getByRole('list')).toHaveFocus();
    const escape = vi.fn<(event: Event) => void>();
    window.addEventListener('keydown', escape);
    onTestFinished(() => window.removeEventListener('keydown', escape));
    await userEvent.keyboard('{Escape}');
    await expect.element(start).toHaveFocus();
    expect(escape).not.toHaveBeenCalled();
  });

  test('returns after an action by keyboard, and later stays where the person moved it', async () => {
    await mount(<Screen />);
    const showNow = stopClock();
    const onSelect = vi.fn<() => void>();
    await showNow('Older');
    await showNow('Newer', { action: { label: 'Undo', onSelect } });
    focus(start);
    await userEvent.keyboard('{Alt>}t{/Alt}');
    await userEvent.tab();
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledOnce();
    await expect.element(start).toHaveFocus();
    focus(field);
    // The last toast goes: Sonner would return the focus to the button now.
    await pass(10_000);
    await expect.poll(elements).toHaveLength(0);
    await expect.element(field).toHaveFocus();
  });

  test('is not taken back from what the person moves to', async () => {
    await mount(<Screen />);
    await show('Saved');
    focus(start);
    await userEvent.keyboard('{Alt>}t{/Alt}');
    await expect.element(page.getByRole('region').getByRole('list')).toHaveFocus();
    await field.click();
    await expect.element(field).toHaveFocus();
  });
});

describe('the timers stop', () => {
  test('while the mouse is on a toast', async () => {
    await mount();
    await stopClock()('Saved');
    await line('Saved').hover();
    await pass(60_000);
    expect(texts()).toEqual(['Saved']);
    await userEvent.hover(document.body, { position: { x: 5, y: 5 } });
    await pass(4000);
    await expect.poll(texts).toEqual([]);
  });

  test('while the focus is on a toast', async () => {
    await mount(<button type="button">Start</button>);
    await stopClock()('Saved', { action: { label: 'Undo', onSelect: () => undefined } });
    const isExpanded = () => lineOf('Saved').dataset['expanded'];
    (page.getByRole('button', { name: 'Undo' }).element() as HTMLElement).focus();
    await expect.poll(isExpanded).toBe('true');
    await pass(60_000);
    expect(texts()).toEqual(['Saved']);
    (page.getByRole('button', { name: 'Start' }).element() as HTMLElement).focus();
    await expect.poll(isExpanded).toBe('false');
    await pass(4000);
    await expect.poll(texts).toEqual([]);
  });

  test('while the page is hidden', async () => {
    await mount();
    const showNow = stopClock();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    onTestFinished(() => hidden.mockRestore());
    document.dispatchEvent(new Event('visibilitychange'));
    await showNow('Saved');
    await pass(60_000);
    expect(texts()).toEqual(['Saved']);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    await pass(4000);
    await expect.poll(texts).toEqual([]);
  });
});

/** A button that opens an overlay. */
function Opener({ kind }: { kind: 'confirm' | 'form' }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Overlay kind={kind} title="Overlay" onClose={() => setIsOpen(false)}>
          <p>Really?</p>
        </Overlay>
      )}
    </>
  );
}

describe('a toast', () => {
  const covers = (one: Element, other: Element) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  };

  test('does not cover what was just touched, from its first frame on', async () => {
    const corner = { position: 'fixed', right: 40, bottom: 40, width: 200, height: 40 } as const;
    await mount(
      <button type="button" style={corner}>
        Check in
      </button>,
    );
    const button = page.getByRole('button', { name: 'Check in' });
    await button.click();
    const frames: boolean[] = [];
    const watch = () => {
      const [first] = lines();
      if (first) frames.push(covers(first, button.element()));
      if (frames.length < 12) requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
    await show('Checked in');
    await expect.poll(() => frames).toHaveLength(12);
    expect(frames).not.toContain(true);
  });

  test('wraps an error, also the first toast of a visit, and keeps off what was touched with its full height', async () => {
    const aboveOneLine = { position: 'fixed', right: 40, bottom: 82, width: 200, height: 20 } as const;
    await renderScreen(
      <>
        <button type="button" style={aboveOneLine}>
          Check in
        </button>
        <ToastHost />
      </>,
    );
    const button = page.getByRole('button', { name: 'Check in' });
    await button.click();
    const error = await show('The departure has been cancelled by a colleague, so that no guest can be checked in.', {
      intent: 'error',
    });
    expect(error.getBoundingClientRect().height).toBeGreaterThan(48);
    expect(covers(error, button.element())).toBe(false);
  });

  test('appears in the topmost dialog, and stays when that closes, its timer running on', async () => {
    await mount(<Opener kind="confirm" />);
    await page.getByRole('button', { name: 'Open' }).click();
    const dialog = page.getByRole('dialog', { name: 'Overlay' });
    await expect.element(dialog).toBeVisible();
    const showNow = stopClock();
    await showNow('Saved');
    const toast = lineOf('Saved');
    expect(toast.closest('dialog')).toBe(dialog.element());
    expect(covers(toast, dialog.element())).toBe(false);
    // A modal dialog makes everything outside it inert.
    await expect
      .poll(() => {
        const { left, top } = toast.getBoundingClientRect();
        const topmost = document.elementFromPoint(left + 20, top + 20);
        return toast.contains(topmost) ? 'the toast' : `at ${left}, ${top}: ${topmost?.outerHTML.slice(0, 200)}`;
      })
      .toBe('the toast');
    await pass(3000);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    // The mouse left the dialog's button where the toasts are not.
    expect(lines()).toEqual([toast]);
    expect(toast.closest('dialog')).toBeNull();
    await pass(1000);
    await expect.poll(texts).toEqual([]);
  });

  test('gives way at once to an overlay that opens', async () => {
    await mount(<Opener kind="form" />);
    await show('First');
    await show('Second');
    const visible = () => elements().filter((element) => element.getClientRects().length > 0).length;
    expect(visible()).toBe(2);
    const visibleInFirstFrame = new Promise<number>((resolve) => {
      const look = () => (document.querySelector('dialog[open]') ? resolve(visible()) : requestAnimationFrame(look));
      look();
    });
    await page.getByRole('button', { name: 'Open' }).click();
    expect(await visibleInFirstFrame).toBe(0);
    await show('Third');
    expect(texts()).toEqual(['Third']);
    await expect.element(line('Third')).toBeVisible();
  });

  test('is announced: its text is added to a polite live region that is there before, and to no second one', async () => {
    await mount();
    const live = region();
    expect(live.getAttribute('aria-live')).toBe('polite');
    expect(live.textContent).toBe('');
    await show('Saved', { detail: 'DKK 420 still due' });
    expect(region()).toBe(live);
    expect(live.textContent).toBe('SavedDKK 420 still due');
    expect(live.parentElement!.closest('[aria-live]')).toBeNull();
  });

  test('calls its action once and closes', async () => {
    await mount();
    const onSelect = vi.fn<() => void>();
    await show('Checked in', { action: { label: 'Undo', onSelect } });
    await page.getByRole('button', { name: 'Undo' }).dblClick();
    await expect.poll(texts).toEqual([]);
    expect(onSelect).toHaveBeenCalledOnce();
  });

  test('whose action shows another makes room for it itself', async () => {
    await mount();
    for (const text of ['A', 'B']) await show(text);
    const onSelect = () => void showToast({ intent: 'info', text: 'Undone', duration: FOREVER });
    await show('C', { action: { label: 'Undo', onSelect } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(texts).toEqual(['Undone', 'B', 'A']);
    await stays(
      () => texts().length,
      (count) => count === 3,
      400,
    );
  });

  test('is replaced by one with the same id, with nothing of it left', async () => {
    await mount();
    await show('Saved', { id: 'one', detail: 'DKK 420', action: { label: 'Undo', onSelect: () => undefined } });
    await show('Undone', { id: 'one', intent: 'info' });
    expect(lines().map((element) => element.textContent)).toEqual(['Undone']);
    expect(lines()[0]!.dataset['type']).toBe('info');
  });

  test('is not shown when dismissed before it was painted', async () => {
    await mount();
    const showing = showToast({ intent: 'success', text: 'Undone at once', id: 'one', duration: FOREVER });
    dismissToast('one');
    await showing;
    await show('After it');
    expect(texts()).toEqual(['After it']);
  });

  test('that waited for its code longer than it lasts is not shown', async () => {
    await showToast({ intent: 'success', text: 'Old', duration: 200 });
    await showToast({ intent: 'success', text: 'Current', duration: FOREVER });
    const shown = performance.now();
    await expect.poll(() => performance.now()).toBeGreaterThan(shown + 200);
    await renderScreen(<ToastHost />);
    await expect.poll(texts).toContain('Current');
    expect(texts()).toEqual(['Current']);
  });
});

test('Sonner inserts no style sheet', async () => {
  await mount();
  await show('Saved');
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
  expect(rules.length).toBeGreaterThan(100);
  expect(rules.filter((rule) => /sonner/.test(rule))).toEqual([]);
});
