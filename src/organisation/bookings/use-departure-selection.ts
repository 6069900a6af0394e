import { useState } from 'react';
import { readPartnerMonth } from '../../data/partner-bookings.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';

export interface DepartureSelectionOptions {
  organisation: Uuid;
  tour: Uuid;
  /** Today in the company's time zone. */
  today: LocalDate;
}

/** Returns the departures of the displayed month, and the chosen one: by default, the next with seats left. */
export function useDepartureSelection({ organisation, tour, today }: DepartureSelectionOptions) {
  const [month, setMonth] = useState(today.slice(0, 7));
  const [selectedDate, setSelectedDate] = useState<LocalDate | null>(null);
  const [selectedDeparture, setSelectedDeparture] = useState<Uuid | null>(null);
  const query = useServerQuery({
    key: [organisation, 'partner-month', tour, month],
    matchingKeyParts: 3,
    fetch: (signal) => readPartnerMonth({ organisation, tour, month }, { signal }),
  });
  const days = query.data?.days ?? [];
  const day =
    days.find(({ date }) => date === selectedDate) ??
    (selectedDate === null ? days.find(({ times }) => times.some(({ left }) => left > 0)) : undefined);
  const departure =
    day?.times.find(({ id }) => id === selectedDeparture) ?? day?.times.find(({ left }) => left > 0) ?? day?.times[0];
  const select = (date: LocalDate | null, id: Uuid | null) => {
    setSelectedDate(date);
    setSelectedDeparture(id);
  };
  return {
    query,
    prices: query.data?.prices ?? [],
    today,
    month,
    date: day?.date ?? selectedDate,
    departure: departure ?? null,
    setMonth,
    selectDate: (date: LocalDate) => select(date, null),
    selectDeparture: (id: Uuid) => select(day?.date ?? null, id),
    reset: () => select(null, null),
  };
}
export type DepartureSelection = ReturnType<typeof useDepartureSelection>;
