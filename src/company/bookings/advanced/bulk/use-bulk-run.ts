import { useEffect, useRef, useState } from 'react';
import type { BookingActionChange } from '../../../../data/bookings/actions.ts';
import type { BookingSearch, ListedBooking } from '../../../../data/bookings/list.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import { useDirtyForm } from '../../../../ui/form/dirty-forms.ts';
import { eachBookingPage } from '../each-booking-page.ts';
import { MAX_VISIBLE_ROWS, type BulkStage } from './bulk-run.tsx';
import { runBulk, type BulkResult } from './run-bulk.ts';

interface BulkRunOptions {
  /** The bookings, or the query that finds them. */
  bookings: readonly ListedBooking[] | BookingSearch;
  changeFor(booking: ListedBooking): BookingActionChange;
}

/** Returns all bookings before the first is changed, because a changed one may drop out of the query. */
async function collectBookings(
  company: Uuid,
  bookings: BulkRunOptions['bookings'],
  signal: AbortSignal,
): Promise<ListedBooking[] | null> {
  // Deduplicates by id: a booking that moves while pages load can appear on two of them.
  const byId = new Map<Uuid, ListedBooking>();
  const add = (page: readonly ListedBooking[]) => page.forEach((booking) => byId.set(booking.id, booking));
  if (isList(bookings)) add(bookings);
  else if (!(await eachBookingPage(company, bookings, { onPage: add, signal })).ok) return null;
  return [...byId.values()];
}
const isList = (bookings: BulkRunOptions['bookings']): bookings is readonly ListedBooking[] => Array.isArray(bookings);

/** Runs an action on many bookings. `stage` is null until it starts. */
export function useBulkRun(company: Uuid) {
  const [stage, setStage] = useState<BulkStage | null>(null);
  const abortRef = useRef<AbortController | null>(null);
  useEffect(() => () => abortRef.current?.abort(), []);
  // Leaving the page stops the run.
  useDirtyForm(stage?.kind === 'running', [], { isWork: true });

  /** Returns false if the bookings could not be read, or the run was stopped before that. */
  async function run({ bookings: source, changeFor }: BulkRunOptions): Promise<boolean> {
    const controller = new AbortController();
    abortRef.current = controller;
    const { signal } = controller;
    setStage({ kind: 'running', done: 0, total: null, results: [] });
    const bookings = await collectBookings(company, source, signal);
    if (bookings === null || signal.aborted) {
      setStage({ kind: 'over', results: [], failed: bookings === null });
      return false;
    }
    const unsuccessful: BulkResult[] = [];
    let done = 0;
    const onResult = (result: BulkResult) => {
      done += 1;
      if (result.outcome.kind !== 'done') unsuccessful.push(result);
      setStage({ kind: 'running', done, total: bookings.length, results: unsuccessful.slice(0, MAX_VISIBLE_ROWS) });
    };
    const results = await runBulk({ bookings, changeFor, signal, onResult });
    setStage({ kind: 'over', results, failed: false });
    return true;
  }
  return { stage, run, stop: () => abortRef.current?.abort() };
}
