import { useMemo } from 'react';
import type { Calendar } from '../../../domain/calendar.ts';
import type { Choice } from '../../../ui/choices/choice-list.tsx';
import type { BookingScope } from '../booking-scope.ts';
import { useBookingChoices } from '../list/use-booking-choices.ts';

/** Returns the bookable tours by name: those in the loaded calendar and those that depart later. */
export function useTours(scope: BookingScope, calendar: Calendar | undefined): readonly Choice[] {
  const { departing } = useBookingChoices(scope);
  return useMemo(() => {
    const labels = new Map(departing.map(({ value, label }) => [value, label]));
    for (const { id, title } of calendar?.tours ?? []) labels.set(id, scope.title(title));
    const { compare } = new Intl.Collator(scope.formats.locale);
    return [...labels].map(([value, label]) => ({ value, label })).toSorted((a, b) => compare(a.label, b.label));
  }, [calendar, departing, scope]);
}
