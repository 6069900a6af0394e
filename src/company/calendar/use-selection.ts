/** Selection of departures: single, range, whole day or box. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { Uuid } from '../../domain/ids.ts';
import {
  isChangeable,
  MAX_DEPARTURES,
  type DepartureToChange,
} from '../../features/departure-changes/departure-change.ts';

export interface Selection {
  selected: ReadonlyMap<Uuid, DepartureToChange>;
  /** Selects or deselects one departure. */
  toggle(departure: DepartureToChange): void;
  /** Selects the range from the departure that was toggled last, in order of start. */
  selectRange(departure: DepartureToChange): void;
  /** Adds to the selection or replaces it. */
  select(departures: readonly DepartureToChange[], options: { add: boolean }): void;
  clear(): void;
  /** How many further departures were selected than the server can change at once. */
  excess: number;
}

interface SelectionState {
  stored: ReadonlyMap<Uuid, DepartureToChange>;
  excess: number;
}
const NONE: SelectionState = { stored: new Map(), excess: 0 };
function limitSelection(requested: ReadonlyMap<Uuid, DepartureToChange>): SelectionState {
  const changeable = [...requested].filter(([, departure]) => isChangeable(departure));
  return {
    stored: new Map(changeable.slice(0, MAX_DEPARTURES)),
    excess: Math.max(0, changeable.length - MAX_DEPARTURES),
  };
}

/**
 * `visible` is in order of start. A changed `resetKey` (days, filters) clears the selection, so that departures that
 * were filtered out are never changed.
 */
export function useSelection(visible: readonly CalendarDeparture[], resetKey: string): Selection {
  const [{ stored, excess }, setState] = useState(NONE);
  const anchor = useRef<Uuid | null>(null);
  const latest = useRef(visible);
  latest.current = visible;
  useEffect(() => {
    anchor.current = null;
    setState((before) => (before.stored.size === 0 ? before : NONE));
  }, [resetKey]);

  // Uses current data and drops departures that can no longer be changed. The day pane shows all departures of its day,
  // so one that is selected there may be missing in `visible`.
  const selected = useMemo(() => {
    if (stored.size === 0) return stored;
    const current = new Map(visible.map((departure) => [departure.id, departure]));
    return new Map(
      [...stored]
        .map(([id, departure]) => [id, current.get(id) ?? departure] as const)
        .filter(([, departure]) => isChangeable(departure)),
    );
  }, [stored, visible]);

  const select = useCallback((departures: readonly DepartureToChange[], { add }: { add: boolean }) => {
    const entries = departures.map((departure) => [departure.id, departure] as const);
    setState((before) => limitSelection(new Map([...(add ? before.stored : []), ...entries])));
  }, []);
  const toggle = useCallback((departure: DepartureToChange) => {
    anchor.current = departure.id;
    setState((before) => {
      const next = new Map(before.stored);
      if (!next.delete(departure.id)) next.set(departure.id, departure);
      return limitSelection(next);
    });
  }, []);
  const selectRange = useCallback(
    (departure: DepartureToChange) => {
      const indexes = [anchor.current, departure.id].map((id) =>
        latest.current.findIndex((candidate) => candidate.id === id),
      );
      const [from, to] = indexes.includes(-1) ? [] : indexes.sort((a, b) => a - b);
      if (from === undefined) anchor.current = departure.id;
      select(from === undefined ? [departure] : latest.current.slice(from, to! + 1), { add: true });
    },
    [select],
  );
  const clear = useCallback(() => {
    anchor.current = null;
    setState(NONE);
  }, []);
  return useMemo(
    () => ({ selected, toggle, selectRange, select, clear, excess }),
    [selected, toggle, selectRange, select, clear, excess],
  );
}
