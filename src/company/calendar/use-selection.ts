/** Selection of departures: single, range, whole day or box. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { Uuid } from '../../domain/ids.ts';
import {
  isChangeable,
  MAX_DEPARTURES,
  type ChangedDeparture,
} from '../../features/departure-changes/departure-change.ts';

export interface Selection {
  chosen: ReadonlyMap<Uuid, ChangedDeparture>;
  /** Selects or deselects one departure. */
  toggle(departure: ChangedDeparture): void;
  /** Selects the range from the last touched departure, in order of start. */
  reach(departure: ChangedDeparture): void;
  /** Adds to the selection or replaces it. */
  choose(departures: readonly ChangedDeparture[], options: { add: boolean }): void;
  clear(): void;
  /** How many further departures were selected than the server can change at once. */
  left: number;
}

interface Kept {
  kept: ReadonlyMap<Uuid, ChangedDeparture>;
  left: number;
}
const NONE: Kept = { kept: new Map(), left: 0 };
function limited(meant: ReadonlyMap<Uuid, ChangedDeparture>): Kept {
  const fit = [...meant].filter(([, one]) => isChangeable(one));
  return { kept: new Map(fit.slice(0, MAX_DEPARTURES)), left: Math.max(0, fit.length - MAX_DEPARTURES) };
}

/**
 * `shown` is in order of start. A changed `of` (days, filters) clears the selection, so that invisible departures are
 * never changed.
 */
export function useSelection(shown: readonly CalendarDeparture[], of: string): Selection {
  const [{ kept, left }, setKept] = useState(NONE);
  const last = useRef<Uuid | null>(null);
  const latest = useRef(shown);
  latest.current = shown;
  useEffect(() => {
    setKept((before) => (before.kept.size === 0 ? before : NONE));
  }, [of]);

  // Uses current data and drops departures that can no longer be changed.
  const chosen = useMemo(() => {
    if (kept.size === 0) return kept;
    const now = new Map(shown.map((one) => [one.id, one]));
    return new Map(
      [...kept].map(([id, one]) => [id, now.get(id) ?? one] as const).filter(([, one]) => isChangeable(one)),
    );
  }, [kept, shown]);

  const choose = useCallback((departures: readonly ChangedDeparture[], { add }: { add: boolean }) => {
    const fit = departures.map((one) => [one.id, one] as const);
    setKept((before) => limited(new Map([...(add ? before.kept : []), ...fit])));
  }, []);
  const toggle = useCallback((departure: ChangedDeparture) => {
    last.current = departure.id;
    setKept((before) => {
      const after = new Map(before.kept);
      if (!after.delete(departure.id)) after.set(departure.id, departure);
      return limited(after);
    });
  }, []);
  const reach = useCallback(
    (departure: ChangedDeparture) => {
      const places = [last.current, departure.id].map((id) => latest.current.findIndex((one) => one.id === id));
      const [from, to] = places.includes(-1) ? [] : places.sort((one, other) => one - other);
      choose(from === undefined ? [departure] : latest.current.slice(from, to! + 1), { add: true });
      last.current ??= departure.id;
    },
    [choose],
  );
  const clear = useCallback(() => {
    last.current = null;
    setKept(NONE);
  }, []);
  return useMemo(() => ({ chosen, toggle, reach, choose, clear, left }), [chosen, toggle, reach, choose, clear, left]);
}
