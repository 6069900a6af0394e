/**
 * The container of a screen. It fills the frame and scrolls itself, so that its header and bottom bar stay in place.
 * With `fill` a part of it scrolls instead, such as a table.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from 'react';
import { gutter, MAX_CONTENT } from '../theme/sizes.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

/**
 * Minimum overflow in pixels before the header shrinks; with less, the content would fit the smaller header and the
 * header would flicker.
 */
const MIN_SCROLL_PX = 96;

interface Scrolling {
  scrolled: boolean;
  /** Tells that a part of the screen covers all of it, including its header. */
  cover(isCovered: boolean): void;
  /** To be called by the scrolling element. */
  onScroll(scroller: HTMLElement): void;
}

const ScrollingContext = createContext<Scrolling>({
  scrolled: false,
  cover: () => undefined,
  onScroll: () => undefined,
});

/** Scroll state of the screen, for headers, which shrink after scrolling, and for scrolling parts. */
export const useScreenScroll = (): Scrolling => useContext(ScrollingContext);

const useStyles = makeStyles({
  room: { position: 'relative', height: '100%', minHeight: '320px' },
  screen: { position: 'absolute', inset: 0, display: 'flex', flexDirection: 'column', minHeight: 0 },
  scrolls: { overflowY: 'auto', overscrollBehavior: 'contain' },
  content: {
    flex: '1 0 auto',
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: `calc(${MAX_CONTENT} + 2 * ${gutter})`,
    margin: '0 auto',
    padding: `8px ${gutter} 24px`,
  },
  // The header sticks to the screen, not to this element.
  header: { display: 'contents' },
  filled: { flex: '1 1 0', minHeight: 0, display: 'flex', flexDirection: 'column' },
});

export interface ScreenProps {
  header: ReactNode;
  fill?: boolean;
  children: ReactNode;
}

export function Screen({ header, fill = false, children }: ScreenProps) {
  const styles = useStyles();
  const scroller = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const [covered, setCovered] = useState(false);
  useScrollRestoration(scroller, 'screen');
  const onScroll = useCallback((outer: HTMLElement) => {
    const room = outer.scrollHeight - outer.clientHeight;
    setScrolled((before) => (room > MIN_SCROLL_PX || before) && outer.scrollTop > 8);
  }, []);
  const scrolling = useMemo(() => ({ scrolled, cover: setCovered, onScroll }), [scrolled, onScroll]);
  return (
    <ScrollingContext.Provider value={scrolling}>
      <div className={styles.room}>
        <div
          ref={scroller}
          className={mergeClasses(styles.screen, !fill && styles.scrolls)}
          onScroll={fill ? undefined : (event) => onScroll(event.currentTarget)}
        >
          <div className={styles.header} inert={covered}>
            {header}
          </div>
          <div className={fill ? styles.filled : styles.content}>{children}</div>
        </div>
      </div>
    </ScrollingContext.Provider>
  );
}
