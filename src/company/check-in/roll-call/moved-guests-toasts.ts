/** Shows a toast when the office moves or cancels guests of the open list, with the new departure and the reason. */
import { useEffect, useRef } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { Party } from '../../../domain/attendance.ts';
import type { BookingReason } from '../../../domain/booking-reasons.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { BookingStatus } from '../../../domain/enums.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { readMovedBooking } from '../../../offline/read/moved-booking.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';

const ENDED: ReadonlySet<BookingStatus> = new Set(['CANCELLED', 'EXPIRED', 'REJECTED']);
/** Reasons that the message itself already conveys. */
const REASONS_IN_MESSAGE: ReadonlySet<BookingReason> = new Set(['party_changed', 'split']);
const TOAST_DURATION_MS = 10_000;

/** An active booking with its guests who are not cancelled. */
interface ActiveBooking {
  name: string;
  guests: readonly Uuid[];
  reason: BookingReason | null;
}

const activeBookingsOf = (parties: readonly Party[]): ReadonlyMap<Uuid, ActiveBooking> =>
  new Map(
    parties.flatMap(({ booking, lines }) => {
      if (ENDED.has(booking.status)) return [];
      const guests = lines.flatMap(({ guest }) => (guest.cancelled ? [] : [guest.id]));
      return [[booking.id, { name: booking.contactName, guests, reason: booking.reason ?? null }] as const];
    }),
  );

const formatReason = (intl: IntlShape, reason: BookingReason) =>
  intl.formatMessage({ id: 'checkIn.left.reason' }, { reason });

export function MovedGuestsToasts({
  departureId,
  parties,
  formats,
}: {
  departureId: Uuid;
  parties: readonly Party[];
  formats: Formats;
}): null {
  const intl = useIntl();
  const before = useRef<{ departureId: Uuid; bookings: ReadonlyMap<Uuid, ActiveBooking> } | null>(null);
  useEffect(() => {
    const bookings = activeBookingsOf(parties);
    const last = before.current;
    before.current = { departureId, bookings };
    if (last?.departureId !== departureId) return;
    // Guests who moved to another booking of this list have not left it.
    const all = new Set([...bookings.values()].flatMap(({ guests }) => guests));
    for (const [id, { name, guests }] of last.bookings) {
      const current = bookings.get(id);
      if (current) {
        const count = guests.filter((guest) => !all.has(guest)).length;
        if (count === 0) continue;
        void showToast({
          intent: 'info',
          id: `left-${id}`,
          duration: TOAST_DURATION_MS,
          text: joinWithDots(
            intl.formatMessage({ id: 'checkIn.left.some' }, { name, count }),
            current.reason && !REASONS_IN_MESSAGE.has(current.reason) && formatReason(intl, current.reason),
          ),
        });
        continue;
      }
      void readMovedBooking(id).then((moved) => {
        if (!moved) return;
        const { booking, departure } = moved;
        const isMoved = booking.departureId !== departureId;
        if (!isMoved && !ENDED.has(booking.status)) return;
        void showToast({
          intent: 'info',
          id: `left-${id}`,
          duration: TOAST_DURATION_MS,
          text: joinWithDots(
            intl.formatMessage(
              { id: 'checkIn.left' },
              {
                name,
                how: !isMoved ? 'ended' : departure ? 'moved' : 'elsewhere',
                when: departure ? formats.dayAndTime(departure.localDate, departure.startsAt) : '',
              },
            ),
            booking.reason && formatReason(intl, booking.reason),
          ),
        });
      });
    }
  }, [departureId, parties, formats, intl]);
  return null;
}
