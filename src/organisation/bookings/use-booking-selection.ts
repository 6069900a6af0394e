/** Selection of a partner that books: company, tour, departure, party and payer. */
import { useState } from 'react';
import type { PartnerCompany, PartnersBooking } from '../../data/partner-bookings.ts';
import type { Uuid } from '../../domain/ids.ts';
import { defaultParty } from '../../features/bookings/default-party.ts';
import { sizeOf, ticketsOf, type Counts } from '../../features/bookings/party-fields.tsx';
import { localDateIn } from '../../lib/local-date.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { useDepartureSelection } from './use-departure-selection.ts';

export interface BookingSelectionOptions {
  organisation: Uuid;
  /** At least one company with tours on sale. */
  companies: readonly PartnerCompany[];
}

/** Returns the selection and the booking that it makes, which is null while something is missing. */
export function useBookingSelection({ organisation, companies }: BookingSelectionOptions) {
  const [companyId, setCompanyId] = useState<Uuid>(companies[0]!.id);
  const company = companies.find(({ id }) => id === companyId) ?? companies[0]!;
  const [tourId, setTourId] = useState<Uuid | null>(null);
  const tour = company.tours.find(({ id }) => id === tourId) ?? company.tours[0]!;
  const today = localDateIn(company.timeZone, useNow());
  const departures = useDepartureSelection({ organisation, tour: tour.id, today });
  const [chosenParty, setParty] = useState<Counts>(new Map());
  const counts = chosenParty.size > 0 ? chosenParty : defaultParty(departures.prices);
  // On account by default if the partner has one.
  const [guestPays, setGuestPays] = useState(false);
  const onAccount = company.account !== null && !guestPays;
  const booking: PartnersBooking | null =
    departures.departure && sizeOf(counts) > 0
      ? { guests: ticketsOf(departures.prices, counts), ...(onAccount ? { onAccount } : {}) }
      : null;
  const reset = () => {
    departures.reset();
    setParty(new Map());
  };
  return {
    company,
    tour,
    departures,
    party: { counts, setParty },
    payer: { guestPays, setGuestPays },
    booking,
    selectCompany(id: Uuid): void {
      setCompanyId(id);
      reset();
    },
    selectTour(id: Uuid): void {
      setTourId(id);
      reset();
    },
  };
}
export type BookingSelection = ReturnType<typeof useBookingSelection>;
