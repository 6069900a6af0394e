import { useMemo } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { BOOKING_REASONS } from '../../../../domain/booking-reasons.ts';
import {
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  PRICE_CATEGORY_TYPES,
  DEPARTURE_PHASES,
  ATTENDANCE_FILTER_VALUES,
} from '../../../../domain/enums.ts';
import { LOCALES } from '../../../../lib/locales.ts';
import { CATEGORY_TEXTS } from '../../../../ui/format/category-texts.ts';
import type { Choice } from '../../../../ui/choices/choice-list.tsx';
import type { BookingContext } from '../../booking-context.ts';
import { useBookingChoices, type BookingFilterChoices } from '../../list/use-booking-choices.ts';

export type FilterChoices = Record<
  | 'status'
  | 'source'
  | 'tour'
  | 'partner'
  | 'guide'
  | 'language'
  | 'locale'
  | 'currency'
  | 'category'
  | 'attendance'
  | 'phase'
  | 'reason'
  | 'referral'
  | 'tag'
  | 'country',
  readonly Choice[]
>;

/** Returns the choices of each field of the filter, those of the company once they have loaded. */
export function useFilterChoices(context: BookingContext): FilterChoices {
  const intl = useIntl();
  const bookingChoices = useBookingChoices(context);
  return useMemo(() => filterChoices(intl, { context, bookingChoices }), [intl, context, bookingChoices]);
}

function filterChoices(
  intl: IntlShape,
  { context, bookingChoices }: { context: BookingContext; bookingChoices: BookingFilterChoices },
): FilterChoices {
  return {
    status: BOOKING_STATUSES.map((value) => ({ value, label: intl.formatMessage({ id: `bookings.state.${value}` }) })),
    source: BOOKING_SOURCES.map((value) => ({ value, label: intl.formatMessage({ id: `bookings.source.${value}` }) })),
    locale: LOCALES.map((value) => ({ value, label: context.formats.languageName(value) })),
    category: PRICE_CATEGORY_TYPES.map((value) => ({
      value,
      label: intl.formatMessage({ id: CATEGORY_TEXTS[value] }),
    })),
    attendance: ATTENDANCE_FILTER_VALUES.map((value) => ({
      value,
      label: intl.formatMessage({ id: `advanced.attendance.${value}` }),
    })),
    phase: DEPARTURE_PHASES.map((value) => ({ value, label: intl.formatMessage({ id: `advanced.phase.${value}` }) })),
    reason: BOOKING_REASONS.map((value) => ({ value, label: intl.formatMessage({ id: `bookings.reason.${value}` }) })),
    tour: bookingChoices.tours,
    guide: bookingChoices.guides,
    partner: bookingChoices.partners,
    language: bookingChoices.languages,
    currency: bookingChoices.currencies,
    referral: bookingChoices.referrals,
    tag: bookingChoices.tags,
    country: bookingChoices.countries,
  };
}
