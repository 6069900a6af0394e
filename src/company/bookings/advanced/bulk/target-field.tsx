/** Target departure of a bulk move: tour, day and time. */
import { Field, Select } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Uuid } from '../../../../domain/ids.ts';
import { localDateIn } from '../../../../lib/local-date.ts';
import { useNow } from '../../../../ui/dates/clock.ts';
import type { BookingContext } from '../../booking-context.ts';
import { groupByDay } from '../../departures/departure-choice.ts';
import { DeparturePicker, useMonth } from '../../departures/departure-picker.tsx';
import { useDepartures, useTourChoiceDepartures } from '../../departures/use-departures.ts';
import { useTours } from '../../departures/use-tours.ts';

export interface TargetFieldProps {
  context: BookingContext;
  value: Uuid | null;
  onChange(departure: Uuid | null): void;
}

export function TargetField({ context, value, onChange }: TargetFieldProps) {
  const intl = useIntl();
  const today = localDateIn(context.zone, useNow());
  const tours = useTours(context, useTourChoiceDepartures(context.company, today).data);
  const [selectedTour, setSelectedTour] = useState<Uuid | null>(null);
  const tour = selectedTour ?? tours[0]?.value ?? null;
  const [month, setMonth] = useMonth(today);
  const [date, setDate] = useState<string | null>(null);
  const query = useDepartures(context.company, { tour, month });
  const days = useMemo(() => groupByDay(query.data?.departures ?? [], { today }), [query.data, today]);
  return (
    <>
      <Field label={intl.formatMessage({ id: 'bookings.tour' })}>
        <Select
          value={tour ?? ''}
          onChange={(_, data) => {
            setSelectedTour(data.value);
            setDate(null);
            onChange(null);
          }}
        >
          {tours.map(({ value: id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <DeparturePicker
        context={context}
        query={query}
        days={days}
        today={today}
        month={month}
        date={date}
        departure={value}
        // The parties differ in size. The server checks each booking.
        seats={1}
        onMonthChange={setMonth}
        onDate={(day) => {
          setDate(day);
          const dayDepartures = days.get(day);
          onChange(dayDepartures?.length === 1 ? dayDepartures[0]!.id : null);
        }}
        onDeparture={onChange}
      />
    </>
  );
}
