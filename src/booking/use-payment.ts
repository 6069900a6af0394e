/** How paying stands: asked anew when one looks at it again, and often while word of a payment is expected. */
import { useCallback, useEffect, useState } from 'react';
import { readPayment, type PublicBooking, type PublicPayment } from '../data/public-booking.ts';
import { useAnswer } from './use-answer.ts';

export interface Paying {
  booking: PublicBooking;
  payment: PublicPayment;
  /** When it was told (`Date.now()`). */
  at: number;
}

async function ask(token: string, signal?: AbortSignal) {
  const answer = await readPayment(token, { signal });
  return answer.ok ? { ...answer, data: { ...answer.data, at: Date.now() } } : answer;
}

const SOON = 2000;
const RARELY = 30_000;

export function usePayment(token: string, isExpected: (paying: Paying) => boolean) {
  const answer = useAnswer(`payment ${token}`, (signal) => ask(token, signal));
  const [fresh, setFresh] = useState<Paying | null>(null);
  const paying = fresh ?? (answer.state === 'here' ? answer.data : null);
  const look = useCallback(async () => {
    if (document.visibilityState !== 'visible') return;
    const now = await ask(token);
    if (now.ok) setFresh(now.data);
  }, [token]);

  const isHere = paying !== null;
  const every = isHere && isExpected(paying) ? SOON : RARELY;
  useEffect(() => {
    if (!isHere) return;
    const again = () => void look();
    const timer = setInterval(again, every);
    document.addEventListener('visibilitychange', again);
    // Back from the provider's page, the browser may show this one as it was left.
    window.addEventListener('pageshow', again);
    window.addEventListener('focus', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('pageshow', again);
      window.removeEventListener('focus', again);
    };
  }, [every, isHere, look]);
  return { answer, paying, look };
}
