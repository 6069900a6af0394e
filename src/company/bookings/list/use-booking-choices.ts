import { useMemo } from 'react';
import { readBookingChoices } from '../../../data/bookings/list.ts';
import type { LocalisedText } from '../../../domain/locales.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import type { Choice } from '../../../ui/choices/choice-list.tsx';
import type { BookingScope } from '../booking-scope.ts';

export interface BookingFilterChoices {
  tours: readonly Choice[];
  /** Tours with departures from now on. */
  departing: readonly Choice[];
  guides: readonly Choice[];
  partners: readonly Choice[];
  /** Partners that can send new bookings. */
  senders: readonly Choice[];
  languages: readonly Choice[];
  currencies: readonly Choice[];
  countries: readonly Choice[];
  referrals: readonly Choice[];
  tags: readonly Choice[];
  /** Number of payments that differ from the provider's list. */
  differences: number;
}

/** Returns the choices of each filter, sorted by name; empty while loading. */
export function useBookingChoices(scope: BookingScope): BookingFilterChoices {
  const { data } = useServerQuery({
    key: [scope.company, 'booking-choices'],
    fetch: (signal) => readBookingChoices(scope.company, { signal }),
  });
  return useMemo(() => {
    const { compare } = new Intl.Collator(scope.formats.locale);
    const regions = new Intl.DisplayNames(scope.formats.locale, { type: 'region' });
    const sorted = (choices: readonly Choice[]) => choices.toSorted((one, other) => compare(one.label, other.label));
    const named = (all: readonly { id: string; name: string }[] = []) =>
      sorted(all.map(({ id, name }) => ({ value: id, label: name })));
    const titled = (all: readonly { id: string; title: LocalisedText }[] = []) =>
      sorted(all.map(({ id, title }) => ({ value: id, label: scope.title(title) })));
    return {
      tours: titled(data?.tours),
      departing: titled(data?.tours.filter(({ departs }) => departs)),
      guides: named(data?.guides),
      partners: named(data?.partners),
      senders: named(data?.partners.filter(({ sends }) => sends)),
      languages: sorted(data?.languages.map((code) => ({ value: code, label: scope.formats.language(code) })) ?? []),
      currencies: (data?.currencies ?? []).map((code) => ({ value: code, label: code })),
      countries: sorted((data?.countries ?? []).map((code) => ({ value: code, label: regions.of(code) ?? code }))),
      referrals: sorted((data?.referrals ?? []).map((name) => ({ value: name, label: name }))),
      tags: sorted(data?.tags.map((tag) => ({ value: tag, label: tag })) ?? []),
      differences: data?.differences ?? 0,
    };
  }, [data, scope]);
}
