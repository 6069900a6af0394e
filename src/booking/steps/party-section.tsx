import type { PublicDay, PublicTime } from '../../data/public-booking-shapes.ts';
import { DepartureUnavailable, type DepartureUnavailableProps } from './departure-unavailable.tsx';
import { PartyForm } from './party-form.tsx';

/** The party form, or alternatives if the departure cannot be booked any more. */
export function PartySection({
  departure,
  days,
  ...rest
}: DepartureUnavailableProps & { departure: PublicTime | null; days: readonly PublicDay[] }) {
  return departure ? (
    <PartyForm key={departure.id} departure={departure} {...rest} />
  ) : (
    <DepartureUnavailable days={days} {...rest} />
  );
}
