/** Virtualised guest list: of 500 rows about two dozen are in the DOM, with one tab stop (roving tabindex). */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useLayoutEffect, useMemo, useRef, type ReactNode, type Ref, type RefObject } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { AttendanceRow } from '../../../domain/attendance-list.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { distinctNames } from '../roll-call/distinct-names.ts';
import { guestDisplayName } from '../roll-call/guest-texts.ts';
import { DENSITY } from '../../../ui/theme/sizes.ts';
import { TOUCH } from '../../../ui/theme/breakpoints.ts';
import { useMediaQuery } from '../../../ui/layout/use-media-query.ts';
import { GuestRow } from './guest-row.tsx';
import { HEADER_HEIGHT, useListStyles } from './list-styles.ts';
import { PartyRow } from './party-row.tsx';
import { RefusedRow } from './refused-row.tsx';
import type { RowProps } from './row-actions.ts';
import { useListShift } from './use-list-shift.ts';
import { useRowFocus, type GuestListHandle } from './use-row-focus.ts';
import { useWindowedList } from './use-windowed-list.ts';

const useStyles = makeStyles({
  list: { position: 'relative' },
  item: { position: 'absolute', insetInline: 0 },
});

export interface GuestListProps extends Omit<RowProps, 'active' | 'name'> {
  rows: readonly AttendanceRow[];
  waitingGuests: ReadonlySet<Uuid>;
  /** Booking whose party card is open beside the list. */
  selectedId: Uuid | null;
  /** The scroll container, which also holds content above the list. */
  scroller: RefObject<HTMLElement | null>;
  handle: Ref<GuestListHandle>;
  /** Called when rows moved within the list, or the whole list moved. */
  onMoved(): void;
  /** Called for ArrowUp on the first row; moves the focus to the search. */
  onLeaveTop(): void;
}

export function GuestList({
  rows,
  waitingGuests,
  selectedId,
  scroller,
  handle,
  onMoved,
  onLeaveTop,
  ...shared
}: GuestListProps) {
  const styles = useStyles();
  const listStyles = useListStyles();
  const intl = useIntl();
  const list = useRef<HTMLDivElement>(null);
  const names = useMemo(() => namesOf(rows, intl), [rows, intl]);
  const height = useMediaQuery(TOUCH) ? DENSITY.touch.row : DENSITY.desktop.row;
  const { from, to, reveal } = useWindowedList(
    { scroller, list },
    { count: rows.length, height, covered: shared.columns ? HEADER_HEIGHT : 0 },
  );
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
  const { activeIndex, pinnedIndexes, ...events } = useRowFocus(list, { rows, page, reveal, handle, onLeaveTop });

  useRowChange(rows, onMoved);
  useListShift({ scroller, list }, onMoved);

  return (
    // Key events bubble up from the buttons in the rows.
    <div
      role="list"
      aria-label={intl.formatMessage({ id: 'checkIn.guests.label' })}
      ref={list}
      className={styles.list}
      style={{ height: rows.length * height }}
      {...events}
    >
      {shownIndexes(pinnedIndexes, { from, to }).map((index) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={row.key}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              data-row={row.key}
              className={mergeClasses(styles.item, isOfBooking(row, selectedId) && listStyles.selected)}
              style={{ top: index * height }}
            >
              {rowOf(row, { ...shared, name: names.get(row.key) ?? '', active: index === activeIndex, waitingGuests })}
            </div>
          )
        );
      })}
    </div>
  );
}

/** Calls `onMoved` when rows were added, removed or reordered. */
function useRowChange(rows: readonly AttendanceRow[], onMoved: () => void): void {
  const before = useRef<readonly AttendanceRow[] | null>(null);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = rows;
    if (last !== null && (last.length !== rows.length || last.some((row, at) => row.key !== rows[at]?.key))) onMoved();
  }, [rows, onMoved]);
}

/** Returns the visible and the pinned indexes in order. */
function shownIndexes(pinned: readonly number[], { from, to }: { from: number; to: number }): number[] {
  const indexes = new Set(pinned);
  for (let index = from; index < to; index += 1) indexes.add(index);
  return [...indexes].sort((a, b) => a - b);
}

const isOfBooking = (row: AttendanceRow, bookingId: Uuid | null): boolean =>
  bookingId !== null && row.kind !== 'refused' && row.party.booking.id === bookingId;

/**
 * Returns unique names for all rows, so that they do not change while scrolling; parties and guests are numbered
 * separately.
 */
function namesOf(rows: readonly AttendanceRow[], intl: IntlShape): ReadonlyMap<string, string> {
  const parties = rows.flatMap((row) => {
    if (row.kind !== 'party') return [];
    const { contactName, reference } = row.party.booking;
    return [{ key: row.key, name: contactName, reference }];
  });
  const guests = rows.flatMap((row) => {
    if (row.kind !== 'guest') return [];
    return [
      { key: row.key, name: guestDisplayName(row.line, { ...row, intl }), reference: row.party.booking.reference },
    ];
  });
  return new Map(
    [parties, guests].flatMap((people) => {
      const names = distinctNames(people);
      return people.map(({ key }, at) => [key, names[at]!] as const);
    }),
  );
}

function rowOf(
  row: AttendanceRow,
  { waitingGuests, ...shared }: RowProps & { waitingGuests: ReadonlySet<Uuid> },
): ReactNode {
  if (row.kind === 'refused') return <RefusedRow action={row.action} {...shared} />;
  const { party, isLeaving } = row;
  if (row.kind === 'party')
    return (
      <PartyRow
        party={party}
        isExpanded={row.isExpanded}
        missingInView={row.missingInView}
        isLeaving={isLeaving}
        {...shared}
      />
    );
  const { line, isOnlyGuest } = row;
  return (
    <GuestRow
      party={party}
      line={line}
      isOnlyGuest={isOnlyGuest}
      isLeaving={isLeaving}
      waiting={waitingGuests.has(line.guest.id)}
      {...shared}
    />
  );
}
