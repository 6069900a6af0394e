import { useMemo } from 'react';
import type { Calendar } from '../../../domain/calendar.ts';
import type { Choice } from '../../../ui/choices/choice-list.tsx';
import type { BookingContext } from '../booking-context.ts';
import { useBookingChoices } from '../list/use-booking-choices.ts';

/**
 * Returns the bookable tours by name: those that depart in the future, and those in `calendar`, which covers this month
 * and may be loaded first.
 */
export function useTours(context: BookingContext, calendar: Calendar | undefined): readonly Choice[] {
  const { departing } = useBookingChoices(context);
  return useMemo(() => {
    const labels = new Map(departing.map(({ value, label }) => [value, label]));
    for (const { id, title } of calendar?.tours ?? []) labels.set(id, context.title(title));
    const { compare } = new Intl.Collator(context.formats.locale);
    return [...labels].map(([value, label]) => ({ value, label })).toSorted((a, b) => compare(a.label, b.label));
  }, [calendar, departing, context]);
}
