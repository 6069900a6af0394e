/** Signed codes of a confirmed booking, which can be verified offline (ADR 042). */
import { useEffect, useState } from 'react';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { readSignedCodes, type SignedCodes } from '../../data/public-booking.ts';
import { saveSignedCodes, type SavedTicket } from './saved-tickets.ts';

/**
 * Returns null while they load or if that fails; tickets then use unsigned codes. `savedTicket` is the saved ticket,
 * used while offline.
 */
export function useSignedCodes(
  { state, departure, guests }: PublicBooking,
  { token, savedTicket }: { token: string; savedTicket: SavedTicket | null },
): SignedCodes | null {
  // Other guests or another departure need other codes.
  const key = state === 'CONFIRMED' ? [departure.id, ...guests.map(({ id }) => id)].join(' ') : null;
  const isSaved = savedTicket !== null;
  const [signed, setSigned] = useState<{ key: string; codes: SignedCodes } | null>(null);
  useEffect(() => {
    if (key === null || isSaved) return;
    const controller = new AbortController();
    void readSignedCodes(token, { signal: controller.signal }).then((result) => {
      if (!result.ok || controller.signal.aborted) return;
      setSigned({ key, codes: result.data });
      void saveSignedCodes(token, { key, codes: result.data });
    });
    return () => controller.abort();
  }, [key, token, isSaved]);
  // Codes stay valid for their key: those of a saved ticket are shown until the live booking has new ones.
  const savedCodes = savedTicket?.signed ?? null;
  useEffect(() => {
    if (savedCodes) setSigned((current) => current ?? savedCodes);
  }, [savedCodes]);
  const codes = signed ?? savedCodes;
  return codes !== null && codes.key === key ? codes.codes : null;
}
