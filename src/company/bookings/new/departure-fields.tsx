/** Tour and departure of a new booking. */
import { Field, Select } from '@fluentui/react-components';
import { useFormContext } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LocalDate } from '../../../domain/ids.ts';
import { Message } from '../../../ui/states/message.tsx';
import type { BookingContext } from '../booking-context.ts';
import { DeparturePicker } from '../departures/departure-picker.tsx';
import { EMPTY_TICKET_VALUES, setBookingValues, type BookingFormValues } from './booking-form.ts';
import type { NewDeparture } from './use-new-departure.ts';

export interface DepartureFieldsProps {
  context: BookingContext;
  selection: NewDeparture;
  /** Whether the tours have been loaded. */
  isLoaded: boolean;
  today: LocalDate;
  /** Seats that the party takes. */
  seats: number;
}

export function DepartureFields(props: DepartureFieldsProps) {
  const { context, selection, isLoaded, today, seats } = props;
  const intl = useIntl();
  const form = useFormContext<BookingFormValues>();
  return (
    <>
      <div data-first>
        <Field label={intl.formatMessage({ id: 'bookings.tour' })}>
          <Select
            value={selection.tour ?? ''}
            // Prices differ per tour, so the party is reset.
            onChange={(_, data) =>
              setBookingValues(form, { tour: data.value, departure: '', party: {}, ages: EMPTY_TICKET_VALUES })
            }
          >
            {selection.tours.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {isLoaded && selection.tours.length === 0 && (
        <Message state="attention">
          <FormattedMessage id="bookings.new.noTours" />
        </Message>
      )}
      {selection.tour !== null && (
        <DeparturePicker
          context={context}
          query={selection.query}
          days={selection.days}
          today={today}
          month={selection.month}
          date={selection.date}
          departure={selection.departure?.id ?? null}
          seats={seats}
          onMonthChange={selection.setMonth}
          onDate={(date) => setBookingValues(form, { day: date, departure: '' })}
          onDeparture={(id) => setBookingValues(form, { departure: id })}
        />
      )}
    </>
  );
}
