/** State of a departure being dragged by pointer or keyboard: its target, and a text for it. */
import type { IntlShape } from 'react-intl';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { parseTimeInput } from '../../domain/parse-date-time.ts';
import { addDays } from '../../lib/local-date.ts';
import type { CalendarContext } from './calendar-context.ts';

export interface DropTarget {
  date: LocalDate;
  /** `HH:MM` in the company's time zone. */
  time: string;
}

export interface DragState {
  departure: CalendarDeparture;
  to: DropTarget;
}

/** Minutes to which a drag in the week view snaps, by key or pointer. */
const SNAP_MINUTES = 30;
const LAST_START = 24 * 60 - SNAP_MINUTES;

const pad = (value: number) => String(value).padStart(2, '0');

/** Returns a departure's current position. The formatted time is in the company's time zone, like the target. */
export const dropTargetOf = ({ localDate, startsAt }: CalendarDeparture, { formats }: CalendarContext): DropTarget => ({
  date: localDate,
  time: parseTimeInput(formats.time(startsAt)) ?? '00:00',
});

export const isSameDropTarget = (a: DropTarget, b: DropTarget) => a.date === b.date && a.time === b.time;

/**
 * Returns the target after an arrow key: up and down move by a week in the month view, by half an hour in the week
 * view. Null for other keys.
 */
export function moveDropTargetByKey(
  { date, time }: DropTarget,
  { key, verticalStep }: { key: string; verticalStep: 'week' | 'halfHour' },
): DropTarget | null {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  const step = steps[key];
  if (step === undefined) return null;
  if (Math.abs(step) === 1 || verticalStep === 'week') return { date: addDays(date, step), time };
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = hour * 60 + minute + Math.sign(step) * SNAP_MINUTES;
  const start = Math.max(0, Math.min(LAST_START, minutes));
  return { date, time: `${pad(Math.floor(start / 60))}:${pad(start % 60)}` };
}

/**
 * Returns the drop target of a cell: its day, and in the week view its hour, in the lower half of the cell half past.
 * Minutes beyond the half hour are kept (10:15 stays at a quarter past).
 */
export function dropTargetInCell(cell: HTMLElement, { time, y }: { time: string; y: number }): DropTarget | null {
  const { drop: date, hour } = cell.dataset;
  if (date === undefined) return null;
  if (hour === undefined) return { date, time };
  const { top, height } = cell.getBoundingClientRect();
  const minute = (Number(time.slice(3)) % SNAP_MINUTES) + (y < top + height / 2 ? 0 : SNAP_MINUTES);
  return { date, time: `${pad(Number(hour))}:${pad(minute)}` };
}

/** Finds the cell of a target, or null if it is not rendered. */
export const findCell = (grid: HTMLElement | null, { date, time }: DropTarget) =>
  grid?.querySelector<HTMLElement>(
    `[data-drop="${date}"]:not([data-hour]), [data-drop="${date}"][data-hour="${Number(time.slice(0, 2))}"]`,
  ) ?? null;

/** Formats a drag as `10:00 Harbour walk → Sun 3 May, 11:00`. */
export const formatDragState = (
  { departure, to }: DragState,
  { context, intl }: { context: CalendarContext; intl: IntlShape },
) =>
  intl.formatMessage(
    { id: 'calendar.moving' },
    {
      time: context.formats.time(departure.startsAt),
      title: context.title(departure.tourId),
      day: context.formats.day(to.date),
      at: to.time,
    },
  );
