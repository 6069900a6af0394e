import type { PublicDay, PublicTime } from '../../data/public-booking.ts';
import { DepartureGone, type DepartureGoneProps } from './departure-gone.tsx';
import { PartyForm } from './party-form.tsx';

/** The form for a departure, or what else there is where it is not to be booked any more. */
export function PartyPart({
  departure,
  days,
  ...rest
}: DepartureGoneProps & { departure: PublicTime | null; days: readonly PublicDay[] }) {
  return departure ? (
    <PartyForm key={departure.id} departure={departure} {...rest} />
  ) : (
    <DepartureGone days={days} {...rest} />
  );
}
