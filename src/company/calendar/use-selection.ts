/** Which departures are selected: one by one, from the last to this, a day's, or what a box was drawn around. */
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
  /** Selects one, or takes it back. */
  toggle(departure: ChangedDeparture): void;
  /** Selects all from the one touched last to this, in the order of their start. */
  reach(departure: ChangedDeparture): void;
  /** Selects some more, or exactly these. */
  choose(departures: readonly ChangedDeparture[], options: { add: boolean }): void;
  clear(): void;
  /** So many were meant beside those that are selected: more than the server changes at once. */
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

/** `shown`: what is in sight, by its start. Another `of` (days, filters) begins anew: nothing is done to what one does not see. */
export function useSelection(shown: readonly CalendarDeparture[], of: string): Selection {
  const [{ kept, left }, setKept] = useState(NONE);
  const last = useRef<Uuid | null>(null);
  const latest = useRef(shown);
  latest.current = shown;
  useEffect(() => {
    setKept((before) => (before.kept.size === 0 ? before : NONE));
  }, [of]);

  // As they are now: what has left or was cancelled meanwhile is selected no more.
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
