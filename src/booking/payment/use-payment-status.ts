/** The status of a payment, refetched on focus and polled, more often while a confirmation is expected. */
import { now } from '../../lib/clock.ts';
import { useCallback, useState } from 'react';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { readPayment, type PublicPayment } from '../../data/public-payment.ts';
import { usePublicQuery } from '../ui/use-public-query.ts';
import { useRefetchOnFocus } from '../ui/use-refetch-on-focus.ts';

export interface PaymentStatus {
  booking: PublicBooking;
  payment: PublicPayment;
  /** When the server sent it (`now()`). */
  at: number;
}

async function fetchStatus(token: string, signal?: AbortSignal) {
  const response = await readPayment(token, { signal });
  return response.ok ? { ...response, data: { ...response.data, at: now() } } : response;
}

const EXPECTED_POLL_MS = 2000;
const IDLE_POLL_MS = 30_000;

export function usePaymentStatus(token: string, isExpected: (paying: PaymentStatus) => boolean) {
  const query = usePublicQuery(`payment ${token}`, (signal) => fetchStatus(token, signal));
  const [refetched, setRefetched] = useState<PaymentStatus | null>(null);
  const paying = refetched ?? (query.state === 'loaded' ? query.data : null);
  const refetch = useCallback(async () => {
    const result = await fetchStatus(token);
    if (result.ok) setRefetched(result.data);
  }, [token]);

  // On return from the provider's page the browser may restore this one from the bfcache.
  useRefetchOnFocus(refetch, paying && (isExpected(paying) ? EXPECTED_POLL_MS : IDLE_POLL_MS), 'pageshow');
  return { query, paying, refetch };
}
