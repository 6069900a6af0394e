/**
 * Renders the toasts in the topmost container. They are stacked at the bottom right and keep off sheets, menus and the
 * row just touched.
 */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
} from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { topToastContainer } from './toast-container-stack.ts';
import { placeToasts, type Box } from './toast-placement.ts';
import { lastTouched } from './last-touched.ts';
import { PHONE } from '../theme/breakpoints.ts';
import { ToastLine } from './toast-line.tsx';
import { TOASTS, pauseToasts, toasts } from './toasts.ts';

const useStyles = makeStyles({
  pile: {
    position: 'fixed',
    // Above the page and its bars, below menus, whose z-index is a million.
    zIndex: 900,
    borderRadius: tokens.borderRadiusLarge,
    outlineStyle: 'none',
    pointerEvents: 'none',
    ':focus': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  measuring: { visibility: 'hidden' },
  list: {
    display: 'flex',
    flexDirection: 'column-reverse',
    gap: `${TOASTS.gap}px`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
});

/** Shown in the toasts' accessible name. */
const HOTKEY = 'Alt+T';

const boxOf = (element: Element): Box => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom };
};

/**
 * Boxes that must stay visible: open overlays, only the scan result of a full-screen page, and the whole row just
 * touched.
 */
function obstacleBoxes(): Box[] {
  const open = [
    ...document.querySelectorAll(
      'dialog[open]:not([data-shape="page"]), [data-pane], [data-keep-clear], [role="menu"]',
    ),
  ].map(boxOf);
  const touched = lastTouched();
  const line = touched && boxOf(touched);
  return line && line.bottom - line.top < 120 ? [...open, { ...line, left: 0, right: window.innerWidth }] : open;
}

/** Height of a bar at the lower edge, such as a phone's navigation or the roll-call's actions. */
function barHeight(): number {
  const bars = [...document.querySelectorAll('[data-bottom-bar]')].map(boxOf);
  return Math.max(0, ...bars.filter((box) => box.bottom > box.top).map((box) => window.innerHeight - box.top));
}

function placementStyle(height: number): CSSProperties {
  const phone = matchMedia(PHONE).matches;
  const box = placeToasts(height, {
    width: window.innerWidth,
    height: window.innerHeight,
    phone,
    bar: barHeight(),
    obstacles: obstacleBoxes(),
  });
  // Anchored at the bottom, so that the newest toast keeps its place when an older one goes.
  return { left: box.left, bottom: window.innerHeight - box.bottom, width: box.right - box.left };
}

export function Toaster() {
  const styles = useStyles();
  const intl = useIntl();
  const visibleToasts = useSyncExternalStore(toasts.subscribe, toasts.getState);
  const dock = useSyncExternalStore(topToastContainer.subscribe, topToastContainer.getState);
  const pile = useRef<HTMLElement>(null);
  const from = useRef<Element | null>(null);
  const [style, setStyle] = useState<CSSProperties | null>(null);

  const settle = useCallback(() => pile.current && setStyle(placementStyle(pile.current.offsetHeight)), []);
  // Placed only when a toast is added or typing shows something below it: the others keep their place while one fades.
  const newest = visibleToasts[0]?.id;
  useLayoutEffect(() => {
    // Avoids layout reads on each key press while there are no toasts.
    if (newest === undefined) return undefined;
    settle();
    const settleNextFrame = () => requestAnimationFrame(settle);
    window.addEventListener('resize', settle);
    window.addEventListener('input', settleNextFrame);
    return () => {
      window.removeEventListener('resize', settle);
      window.removeEventListener('input', settleNextFrame);
    };
  }, [settle, newest, dock]);

  /** Returns the focus only if a toast still has it; whatever took it since keeps it. */
  const giveBack = useCallback(() => {
    if (!pile.current?.contains(document.activeElement)) return;
    if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus({ preventScroll: true });
    else (document.activeElement as HTMLElement).blur();
  }, []);
  const empty = visibleToasts.length === 0;
  useLayoutEffect(() => {
    const element = pile.current;
    if (!element) return undefined;
    const controller = new AbortController();
    const on = <Kind extends keyof HTMLElementEventMap>(
      kind: Kind,
      listener: (event: HTMLElementEventMap[Kind]) => void,
    ) => element.addEventListener(kind, listener, { signal: controller.signal });
    const inside = (target: EventTarget | null) => target instanceof Node && element.contains(target);
    // A tap must not move the focus.
    on('mousedown', (event) => event.preventDefault());
    on('pointerenter', (event) => event.pointerType === 'mouse' && pauseToasts(true));
    on('pointerleave', () => pauseToasts(false));
    on('focusin', ({ relatedTarget }) => {
      pauseToasts(true);
      if (!inside(relatedTarget)) from.current = relatedTarget instanceof Element ? relatedTarget : null;
    });
    on('focusout', ({ relatedTarget }) => !inside(relatedTarget) && pauseToasts(false));
    on('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      giveBack();
    });
    return () => {
      controller.abort();
      pauseToasts(false);
    };
  }, [empty, dock, giveBack]);

  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== TOASTS.hotkey[1]) return;
      event.preventDefault();
      pile.current?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  useEffect(() => {
    const listen = () => pauseToasts(document.hidden);
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  if (!dock || empty) return null;
  return createPortal(
    <section
      ref={pile}
      className={mergeClasses(styles.pile, style === null && styles.measuring)}
      style={style ?? {}}
      tabIndex={-1}
      aria-label={[intl.formatMessage({ id: 'toasts.label' }), HOTKEY].join(' ')}
    >
      <ol className={styles.list}>
        {visibleToasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} onActed={giveBack} />
        ))}
      </ol>
    </section>,
    dock,
  );
}
