/** Returns the rows of a departure, frozen while the list is touched, and the handlers that detect touches. */
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { attendanceList, type AttendanceRow, type ListOptions } from '../../../domain/attendance-list.ts';
import type { Party, RefusedAction } from '../../../domain/attendance.ts';
import { createFrozenOrder } from './frozen-order.ts';

const REDUCED = '(prefers-reduced-motion: reduce)';
const newFrozenOrder = () =>
  createFrozenOrder({ now: () => performance.now(), reducesMotion: () => matchMedia(REDUCED).matches });

export interface FrozenRows {
  rows: readonly AttendanceRow[];
  fading: boolean;
  onMoved(): void;
  /** Handlers for the scroll container: they freeze the list and suppress stray taps. */
  freezeHandlers: {
    onPointerDownCapture(event: PointerEvent): void;
    onKeyDownCapture(): void;
    onClickCapture(event: MouseEvent): void;
    onScroll(): void;
  };
}

export function useFrozenRows(
  scroller: RefObject<HTMLElement | null>,
  {
    parties,
    refused,
    options,
    listKey,
  }: {
    parties: readonly Party[];
    refused: readonly RefusedAction[];
    options: Omit<ListOptions, 'frozen'>;
    /** Filter, order and search as one key. A change scrolls to the top and unfreezes the list. */
    listKey: string;
  },
): FrozenRows {
  const [frozenOrder] = useState(newFrozenOrder);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const state = useSyncExternalStore(frozenOrder.subscribe, frozenOrder.get);
  const frozen = state.listKey === listKey ? state.frozen : null;
  const { rows, entries } = useMemo(
    () => attendanceList({ parties, refused }, { ...options, frozen }),
    [parties, refused, options, frozen],
  );

  useEffect(() => () => frozenOrder.stop(), [frozenOrder]);
  const last = useRef(listKey);
  useEffect(() => {
    if (last.current !== listKey) scroller.current?.scrollTo({ top: 0 });
    last.current = listKey;
  }, [listKey, scroller]);

  const touch = useCallback(() => frozenOrder.noteTouch(listKey, entries), [frozenOrder, listKey, entries]);
  const onPointerDownCapture = useCallback(
    (event: PointerEvent) => {
      pressedAt.current = event.timeStamp;
      touch();
    },
    [touch],
  );
  const onClickCapture = useCallback(
    (event: MouseEvent) => {
      touch();
      // Keyboard clicks (detail 0) always hit the focused element.
      if (event.detail === 0 || !frozenOrder.isStray(pressedAt.current)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    [frozenOrder, touch],
  );
  const onScroll = useCallback(() => {
    if (frozen) touch();
  }, [frozen, touch]);
  return {
    rows,
    fading: state.fading,
    onMoved: frozenOrder.noteShift,
    freezeHandlers: { onPointerDownCapture, onKeyDownCapture: touch, onClickCapture, onScroll },
  };
}
