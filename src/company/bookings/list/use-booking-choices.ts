import { useMemo } from 'react';
import { readBookingChoices } from '../../../data/bookings/list.ts';
import type { LocalisedText } from '../../../domain/locales.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import type { Choice } from '../../../ui/choices/choice-list.tsx';
import type { BookingContext } from '../booking-context.ts';

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
export function useBookingChoices(context: BookingContext): BookingFilterChoices {
  const { data } = useServerQuery({
    key: [context.company, 'booking-choices'],
    fetch: (signal) => readBookingChoices(context.company, { signal }),
  });
  return useMemo(() => {
    const { compare } = new Intl.Collator(context.formats.locale);
    const regions = new Intl.DisplayNames(context.formats.locale, { type: 'region' });
    const sortByLabel = (choices: readonly Choice[]) => choices.toSorted((a, b) => compare(a.label, b.label));
    const namedChoices = (items: readonly { id: string; name: string }[] = []) =>
      sortByLabel(items.map(({ id, name }) => ({ value: id, label: name })));
    const titledChoices = (items: readonly { id: string; title: LocalisedText }[] = []) =>
      sortByLabel(items.map(({ id, title }) => ({ value: id, label: context.title(title) })));
    return {
      tours: titledChoices(data?.tours),
      departing: titledChoices(data?.tours.filter(({ hasFutureDeparture }) => hasFutureDeparture)),
      guides: namedChoices(data?.guides),
      partners: namedChoices(data?.partners),
      senders: namedChoices(data?.partners.filter(({ maySell }) => maySell)),
      languages: sortByLabel(
        data?.languages.map((code) => ({ value: code, label: context.formats.languageName(code) })) ?? [],
      ),
      currencies: (data?.currencies ?? []).map((code) => ({ value: code, label: code })),
      countries: sortByLabel((data?.countries ?? []).map((code) => ({ value: code, label: regions.of(code) ?? code }))),
      referrals: sortByLabel((data?.referrals ?? []).map((name) => ({ value: name, label: name }))),
      tags: sortByLabel(data?.tags.map((tag) => ({ value: tag, label: tag })) ?? []),
      differences: data?.differences ?? 0,
    };
  }, [data, context]);
}
