/** A guide's working hours: as spans by day, and as stored spans of minutes of the week. */

import { parseTimeInput } from './parse-date-time.ts';

const MINUTES_A_DAY = 24 * 60;
const DAYS = 7;

export interface DaySpan {
  /** 0 is Monday. */
  day: number;
  /** `HH:MM`; a `to` of `00:00` is the end of the day. */
  from: string;
  to: string;
}

type Spans = readonly (readonly [from: number, to: number])[];

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function minuteOf(time: string): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(time);
  if (!match) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2])];
  return hour < 24 && minute < 60 ? hour * 60 + minute : null;
}

/** Splits hours into spans by day, in order; a span over midnight becomes two. */
export function daySpansOf(hours: Spans): DaySpan[] {
  return hours.flatMap(([from, to]) => {
    const spans: DaySpan[] = [];
    for (let at = from; at < to;) {
      const day = Math.floor(at / MINUTES_A_DAY);
      const end = Math.min(to, (day + 1) * MINUTES_A_DAY);
      spans.push({ day, from: clock(at % MINUTES_A_DAY), to: clock(end % MINUTES_A_DAY) });
      at = end;
    }
    return spans;
  });
}

/** Returns whether the span is valid and ends after it begins. */
export function isValidSpan({ day, from, to }: DaySpan): boolean {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return day >= 0 && day < DAYS && start !== null && end !== null && (end === 0 || end > start);
}

/** Parses the times of a typed span; null if one is invalid or the end is not after the beginning. */
export function parseSpan({ day, ...times }: DaySpan): DaySpan | null {
  const [from, to] = [parseTimeInput(times.from), parseTimeInput(times.to)];
  return from !== null && to !== null && isValidSpan({ day, from, to }) ? { day, from, to } : null;
}

/** Converts valid spans (`isValidSpan`) to stored hours: sorted, with touching or overlapping spans merged. */
export function hoursOf(spans: readonly DaySpan[]): [from: number, to: number][] {
  const sorted = spans
    .map(({ day, from, to }): [number, number] => [
      day * MINUTES_A_DAY + minuteOf(from)!,
      day * MINUTES_A_DAY + (minuteOf(to)! || MINUTES_A_DAY),
    ])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: [number, number][] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
    else merged.push(span);
  }
  return merged;
}
