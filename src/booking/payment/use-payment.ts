/** How paying stands: asked anew when one looks at it again, and often while word of a payment is expected. */
import { now } from '../../lib/clock.ts';
import { useCallback, useState } from 'react';
import { readPayment, type PublicBooking, type PublicPayment } from '../../data/public-booking.ts';
import { useAnswer } from '../parts/use-answer.ts';
import { useLookAgain } from '../parts/use-look-again.ts';

export interface Paying {
  booking: PublicBooking;
  payment: PublicPayment;
  /** When it was told (`now()`). */
  at: number;
}

async function ask(token: string, signal?: AbortSignal) {
  const answer = await readPayment(token, { signal });
  return answer.ok ? { ...answer, data: { ...answer.data, at: now() } } : answer;
}

const SOON = 2000;
const RARELY = 30_000;

export function usePayment(token: string, isExpected: (paying: Paying) => boolean) {
  const answer = useAnswer(`payment ${token}`, (signal) => ask(token, signal));
  const [fresh, setFresh] = useState<Paying | null>(null);
  const paying = fresh ?? (answer.state === 'here' ? answer.data : null);
  const look = useCallback(async () => {
    const told = await ask(token);
    if (told.ok) setFresh(told.data);
  }, [token]);

  // Back from the provider's page, the browser may show this one as it was left.
  useLookAgain(look, paying && (isExpected(paying) ? SOON : RARELY), 'pageshow');
  return { answer, paying, look };
}
