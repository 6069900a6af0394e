/** The windowed list of guests: five hundred rows, a dozen of them in the document, one of them a stop for Tab. */
import { makeStyles } from '@fluentui/react-components';
import { useCallback, useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useIntl } from 'react-intl';
import { Virtualizer, type CustomItemComponentProps, type VirtualizerHandle } from 'virtua';
import type { AttendanceRow } from '../../domain/attendance.ts';
import type { Uuid } from '../../domain/ids.ts';
import { GuestRow, type RowActs } from './guest-row.tsx';
import { PartyRow } from './party-row.tsx';
import type { Formats } from './use-formats.ts';

const useStyles = makeStyles({
  // The last rows can be scrolled clear of a toast.
  end: { '@media (max-width: 599px)': { height: '104px' } },
  scroller: { height: '100%', overflowY: 'auto', overscrollBehavior: 'contain', scrollbarGutter: 'stable' },
});

export interface GuestListHandle {
  /** Moves the focus to the first guest. */
  focusFirst(): void;
}

export interface GuestListProps {
  rows: readonly AttendanceRow[];
  waitingGuests: ReadonlySet<Uuid>;
  formats: Formats;
  acts: RowActs;
  handle: Ref<GuestListHandle>;
  /** ArrowUp on the first row leaves the list for the search. */
  onLeaveTop(): void;
}

function Item({ children, style, ref }: CustomItemComponentProps & { ref?: Ref<HTMLDivElement> }) {
  return (
    <div role="listitem" ref={ref} style={style}>
      {children}
    </div>
  );
}

const partOf = (element: HTMLElement | null, part: string) =>
  element?.querySelector<HTMLElement>(`[data-part="${part}"]`) ?? element?.querySelector<HTMLElement>('[data-part]');

export function GuestList({ rows, waitingGuests, formats, acts, handle, onLeaveTop }: GuestListProps) {
  const styles = useStyles();
  const intl = useIntl();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const wanted = useRef<{ key: string; part: string } | null>(null);
  const focusedKey = useRef<string | null>(null);
  const found = rows.findIndex((row) => row.key === activeKey);
  const activeIndex = found < 0 ? 0 : found;

  const focus = useCallback(() => {
    const target = wanted.current;
    if (!target) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${target.key}"]`) ?? null;
    const element = partOf(row, target.part);
    if (!element) return;
    element.focus({ preventScroll: true });
    // A row stays invisible until the list has measured it, and takes no focus before.
    if (document.activeElement === element) wanted.current = null;
  }, []);

  const moveTo = useCallback(
    (index: number, part: string) => {
      const row = rows[index];
      if (!row) return;
      wanted.current = { key: row.key, part };
      setActiveKey(row.key);
      virtual.current?.scrollToIndex(index, { align: 'nearest' });
      // A row that was outside the window exists only after the list has scrolled and painted.
      let frames = 12;
      const again = () => {
        focus();
        if (wanted.current && (frames -= 1) > 0) requestAnimationFrame(again);
      };
      requestAnimationFrame(again);
    },
    [rows, focus],
  );

  useEffect(() => {
    focus();
    // A button that went away under the focus ("All 2", once they are here) leaves it to its row.
    const key = focusedKey.current;
    if (key === null || wanted.current || document.activeElement !== document.body) return;
    partOf(scroller.current?.querySelector<HTMLElement>(`[data-row="${key}"]`) ?? null, 'primary')?.focus({ preventScroll: true });
  });
  useImperativeHandle(handle, () => ({ focusFirst: () => moveTo(0, 'primary') }), [moveTo]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (!at) return;
    const index = rows.findIndex((row) => row.key === at.dataset['row']);
    const part = (event.target as HTMLElement).dataset['part'] ?? 'primary';
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / 64) - 1);
    const to: Record<string, () => void> = {
      ArrowDown: () => moveTo(Math.min(index + 1, rows.length - 1), part),
      ArrowUp: () => (index === 0 ? onLeaveTop() : moveTo(index - 1, part)),
      PageDown: () => moveTo(Math.min(index + page, rows.length - 1), part),
      PageUp: () => moveTo(Math.max(index - page, 0), part),
      Home: () => moveTo(0, part),
      End: () => moveTo(rows.length - 1, part),
      ArrowLeft: () => partOf(at, 'open')?.focus(),
      ArrowRight: () => partOf(at, 'primary')?.focus(),
    };
    const move = to[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  }

  return (
    // The keys are pressed on the buttons inside and bubble up to here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="list"
      aria-label={intl.formatMessage({ id: 'checkIn.guests.label' })}
      ref={scroller}
      className={styles.scroller}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const key = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row'];
        focusedKey.current = key ?? null;
        if (key && key !== activeKey) setActiveKey(key);
      }}
      onBlur={(event) => {
        if (event.target.isConnected) focusedKey.current = null;
      }}
    >
        <Virtualizer ref={virtual} scrollRef={scroller} data={rows} item={Item} itemSize={64} keepMounted={[activeIndex]}>
          {(row, index) => (
            <div key={row.key} data-row={row.key}>
              {row.kind === 'party' ? (
                <PartyRow party={row.party} active={index === activeIndex} formats={formats} acts={acts} />
              ) : (
                <GuestRow
                  party={row.party}
                  line={row.line}
                  alone={row.alone}
                  waiting={waitingGuests.has(row.line.guest.id)}
                  active={index === activeIndex}
                  formats={formats}
                  acts={acts}
                />
              )}
            </div>
          )}
        </Virtualizer>
        <div className={styles.end} aria-hidden />
    </div>
  );
}
