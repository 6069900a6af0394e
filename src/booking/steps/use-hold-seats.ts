/** Places a hold. Idempotent per selection: double clicks, reloads and lost responses create one hold. */
import { useState } from 'react';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { holdSeats, type HoldRefusal } from '../../data/public-booking.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Failure } from '../../domain/result.ts';
import { persistentParams } from '../page-url.ts';
import { resumeToken } from '../stored-progress.ts';
import { rememberedClicks } from '../link-clicks.ts';
import { resetIdempotencyKey, getFlow, setCurrentHold, idempotencyKeyFor } from './booking-flow.ts';
import { useLocale } from '../ui/use-locale.ts';

export type HoldOutcome = { kind: 'refused'; refusal: HoldRefusal } | { kind: 'failed'; failure: Failure };

export interface HoldInput {
  departure: Uuid;
  /** A category id per ticket. */
  categories: readonly Uuid[];
  organisation: string | null;
}

/** Whether a booking is for exactly these tickets. */
function isFor({ guests }: PublicBooking, categories: readonly Uuid[]): boolean {
  const heldCategories = guests.map(({ priceCategoryId }) => priceCategoryId ?? '').toSorted();
  return heldCategories.join(' ') === categories.toSorted().join(' ');
}

export function useHoldSeats() {
  const locale = useLocale();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<HoldOutcome | null>(null);

  /** Resolves to the booking that holds the seats; null if none, with the reason in `outcome`. */
  async function hold(selection: HoldInput): Promise<PublicBooking | null> {
    if (isBusy) return null;
    setBusy(true);
    const selectionKey = `hold ${selection.departure} ${selection.categories.toSorted().join(' ')}`;
    const referral = persistentParams().ref ?? null;
    const clicks = rememberedClicks();
    const sendHold = () =>
      holdSeats({
        ...selection,
        request: idempotencyKeyFor(selectionKey),
        token: getFlow().token,
        locale,
        referral,
        clicks,
        resume: resumeToken(),
      });
    let result = await sendHold();
    // The hold has expired or another selection has replaced it: request a new one.
    const isOver = (booking: PublicBooking) =>
      booking.state === 'EXPIRED' ||
      booking.departure.id !== selection.departure ||
      !isFor(booking, selection.categories);
    if (
      (result.ok && isOver(result.data.booking)) ||
      (!result.ok && result.code === 'refused' && result.refusal.status === 'id_reused')
    ) {
      resetIdempotencyKey(selectionKey);
      result = await sendHold();
    }
    setBusy(false);
    if (result.ok) {
      setCurrentHold(result.data.booking);
      setOutcome(null);
      return result.data.booking;
    }
    setOutcome(
      result.code === 'refused' ? { kind: 'refused', refusal: result.refusal } : { kind: 'failed', failure: result },
    );
    return null;
  }
  return { isBusy, outcome, hold };
}
