/** Shows a toast when the office moves or cancels guests of the open list, with the new departure and the reason. */
import { useEffect, useRef } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { Party } from '../../../domain/attendance.ts';
import type { BookingReason } from '../../../domain/booking-reasons.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { BookingStatus } from '../../../domain/closed-lists.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { readMovedBooking } from '../../../offline/read/moved-booking.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';

const GIVEN_UP: ReadonlySet<BookingStatus> = new Set(['CANCELLED', 'EXPIRED', 'REJECTED']);
/** Reasons that the message itself already conveys. */
const EXPLAINED: ReadonlySet<BookingReason> = new Set(['party_changed', 'split']);
/** Toast duration in milliseconds. */
const SHOWN_FOR = 10_000;

/** An active booking with its guests who are not cancelled. */
interface Standing {
  name: string;
  guests: readonly Uuid[];
  reason: BookingReason | null;
}

const standingOf = (parties: readonly Party[]): ReadonlyMap<Uuid, Standing> =>
  new Map(
    parties.flatMap(({ booking, lines }) => {
      if (GIVEN_UP.has(booking.status)) return [];
      const guests = lines.flatMap(({ guest }) => (guest.cancelled ? [] : [guest.id]));
      return [[booking.id, { name: booking.contactName, guests, reason: booking.reason ?? null }] as const];
    }),
  );

const reasonWords = (intl: IntlShape, reason: BookingReason) =>
  intl.formatMessage({ id: 'checkIn.left.reason' }, { reason });

export function MovedGuests({
  departureId,
  parties,
  formats,
}: {
  departureId: Uuid;
  parties: readonly Party[];
  formats: Formats;
}): null {
  const intl = useIntl();
  const before = useRef<{ departureId: Uuid; standing: ReadonlyMap<Uuid, Standing> } | null>(null);
  useEffect(() => {
    const standing = standingOf(parties);
    const last = before.current;
    before.current = { departureId, standing };
    if (last?.departureId !== departureId) return;
    // Guests of another booking on the list have not left it.
    const all = new Set([...standing.values()].flatMap(({ guests }) => guests));
    for (const [id, { name, guests }] of last.standing) {
      const now = standing.get(id);
      if (now) {
        const count = guests.filter((guest) => !all.has(guest)).length;
        if (count === 0) continue;
        void showToast({
          intent: 'info',
          id: `left-${id}`,
          duration: SHOWN_FOR,
          text: joinWithDots(
            intl.formatMessage({ id: 'checkIn.left.some' }, { name, count }),
            now.reason && !EXPLAINED.has(now.reason) && reasonWords(intl, now.reason),
          ),
        });
        continue;
      }
      void readMovedBooking(id).then((left) => {
        if (!left) return;
        const { booking, departure } = left;
        const isMoved = booking.departureId !== departureId;
        if (!isMoved && !GIVEN_UP.has(booking.status)) return;
        void showToast({
          intent: 'info',
          id: `left-${id}`,
          duration: SHOWN_FOR,
          text: joinWithDots(
            intl.formatMessage(
              { id: 'checkIn.left' },
              {
                name,
                how: !isMoved ? 'ended' : departure ? 'moved' : 'elsewhere',
                when: departure ? `${formats.day(departure.localDate)} ${formats.time(departure.startsAt)}` : '',
              },
            ),
            booking.reason && reasonWords(intl, booking.reason),
          ),
        });
      });
    }
  }, [departureId, parties, formats, intl]);
  return null;
}
