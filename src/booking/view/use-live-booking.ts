/** The current booking: refetched on focus, every minute and on change events; the saved version while offline. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { readPublicBooking } from '../../data/public-booking.ts';
import { usePageUrl } from '../page-url.ts';
import { subscribeToBooking } from './subscribe-to-booking.ts';
import {
  deleteSavedTicket,
  saveBooking,
  cachePage,
  readSavedTicket,
  deleteExpiredTickets,
  type SavedTicket,
} from './saved-tickets.ts';
import { usePublicQuery } from '../ui/use-public-query.ts';
import { useRefetchOnFocus } from '../ui/use-refetch-on-focus.ts';

const MINUTE_MS = 60_000;
/** Polling interval in milliseconds while offline, as not every browser fires `online`. */
const RETRY_INTERVAL_MS = 10_000;

/** Returns the parts of a booking whose change by someone else the guest must notice. */
const essence = ({ state, departure, tour, guests, money }: PublicBooking) =>
  JSON.stringify([
    state,
    departure,
    [tour.latitude, tour.longitude],
    Object.entries(tour.texts).map(([of, { meetingPoint, meetingNotes }]) => [of, meetingPoint, meetingNotes]),
    guests.map(({ id, type, name }) => [id, type, name]),
    // Payments are no news to the guest who pays; the price and the refund are.
    [money.total, money.owed],
  ]);

export function useLiveBooking(token: string) {
  const query = usePublicQuery(`booking ${token}`, (signal) => readPublicBooking(token, { signal }));
  const { path } = usePageUrl();
  const [booking, setBooking] = useState<PublicBooking | null>(null);
  const [savedTicket, setSavedTicket] = useState<SavedTicket | null>(null);
  /** Whether someone else has changed it while the page was open. */
  const [isChanged, setChanged] = useState(false);
  // A response to a request made before the guest's own action must not undo its result.
  const acts = useRef(0);

  const first = query.state === 'loaded' ? query.data.booking : null;
  const current = booking ?? first;
  const shownBooking = useRef(current);
  // Before paint, so that a refetch right after compares with what the guest has seen.
  useLayoutEffect(() => {
    shownBooking.current = current;
  }, [current]);
  useEffect(() => {
    if (current) void saveBooking(token, current);
  }, [current, token]);

  const isLoaded = current !== null;
  useEffect(() => {
    if (!isLoaded) return;
    void cachePage(path).catch(() => undefined);
    void deleteExpiredTickets().catch(() => undefined);
  }, [isLoaded, path]);

  const isUnreachable = query.state === 'failed' || (query.state === 'waiting' && query.isLong);
  const isNone = query.state === 'failed' && query.failure.code === 'not_found';
  useEffect(() => {
    if (isNone) void deleteSavedTicket(token);
    else if (isUnreachable) void readSavedTicket(token).then(setSavedTicket);
  }, [isUnreachable, isNone, token]);

  const isAsking = useRef(false);
  const refetch = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const before = acts.current;
    const fresh = await readPublicBooking(token);
    isAsking.current = false;
    if (!fresh.ok || acts.current !== before) return;
    if (shownBooking.current && essence(shownBooking.current) !== essence(fresh.data.booking)) setChanged(true);
    setBooking(fresh.data.booking);
  };
  useRefetchOnFocus(refetch, current === null ? RETRY_INTERVAL_MS : MINUTE_MS, 'online');
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });
  const id = current?.id;
  useEffect(() => {
    if (!id) return undefined;
    return subscribeToBooking(id, () => void latest.current());
  }, [id]);

  const change = useCallback((next: PublicBooking) => {
    acts.current += 1;
    setChanged(false);
    setBooking(next);
  }, []);
  return { query, booking: current, savedTicket: current || isNone ? null : savedTicket, isChanged, change };
}
