/**
 * A booking as it is now: asked again when one looks at it again and once a minute while one does, and where there is no network as
 * it was seen last.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { readPublicBooking, type PublicBooking } from '../data/public-booking.ts';
import { useAddress } from './address.ts';
import { forgetTicket, keepBooking, keepPage, keptTicket, tidyTickets, type KeptTicket } from './kept-ticket.ts';
import { useAnswer } from './use-answer.ts';

const MINUTE = 60_000;

/** What a guest must know of a change that somebody else made. */
const essence = ({ state, departure }: PublicBooking) => JSON.stringify([state, departure]);

export function useLiveBooking(token: string) {
  const answer = useAnswer(`booking ${token}`, (signal) => readPublicBooking(token, { signal }));
  const { path } = useAddress();
  const [booking, setBooking] = useState<PublicBooking | null>(null);
  const [kept, setKept] = useState<KeptTicket | null>(null);
  /** Somebody else changed it while it was looked at. */
  const [isChanged, setChanged] = useState(false);
  // What was asked before an act of one's own must not undo its answer.
  const acts = useRef(0);

  const first = answer.state === 'here' ? answer.data.booking : null;
  const current = booking ?? first;
  const shown = useRef(current);
  useEffect(() => {
    shown.current = current;
    if (current) void keepBooking(token, current);
  }, [current, token]);

  const isHere = current !== null;
  useEffect(() => {
    if (!isHere) return;
    void keepPage(path).catch(() => undefined);
    void tidyTickets().catch(() => undefined);
  }, [isHere, path]);

  const isLost = answer.state === 'failed' || (answer.state === 'waiting' && answer.isLong);
  const isNone = answer.state === 'failed' && answer.failure.code === 'not_found';
  useEffect(() => {
    if (isNone) void forgetTicket(token);
    else if (isLost) void keptTicket(token).then(setKept);
  }, [isLost, isNone, token]);

  useEffect(() => {
    let isAsking = false;
    let isOver = false;
    const look = async () => {
      if (document.visibilityState !== 'visible' || isAsking) return;
      isAsking = true;
      const before = acts.current;
      const fresh = await readPublicBooking(token);
      isAsking = false;
      if (isOver || !fresh.ok || acts.current !== before) return;
      if (shown.current && essence(shown.current) !== essence(fresh.data.booking)) setChanged(true);
      setBooking(fresh.data.booking);
    };
    const again = () => void look();
    const timer = setInterval(again, MINUTE);
    document.addEventListener('visibilitychange', again);
    window.addEventListener('focus', again);
    window.addEventListener('online', again);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('focus', again);
      window.removeEventListener('online', again);
    };
  }, [token]);

  const change = useCallback((next: PublicBooking) => {
    acts.current += 1;
    setChanged(false);
    setBooking(next);
  }, []);
  return { answer, booking: current, kept: current || isNone ? null : kept, isChanged, change };
}
