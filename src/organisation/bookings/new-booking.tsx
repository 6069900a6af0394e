/**
 * A booking by a partner: company, tour, day, time, party, contact. Each selection previews availability and price.
 */
import { makeStyles } from '@fluentui/react-components';
import { FormProvider, useFormContext } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import { amountOf, sizeOf, ticketsOf } from '../../features/bookings/party-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import {
  bookingFormSchema,
  emptyBookingFormValues,
  type BookingFormData,
  type BookingFormValues,
} from './booking-form.ts';
import { PartnerGuestFields } from './partner-guest-fields.tsx';
import { refusalText } from './refusal-text.ts';
import { SelectionFields } from './selection-fields.tsx';
import { useBookingSelection, type BookingSelectionOptions } from './use-booking-selection.ts';
import { useCreatePartnerBooking } from './use-create-partner-booking.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface NewBookingProps extends BookingSelectionOptions {
  onCreated(booking: Uuid): void;
  onClose(): void;
}

export function NewBooking(props: NewBookingProps) {
  const { locale } = useFormats('UTC');
  const form = useForm<BookingFormValues, BookingFormData>({
    schema: bookingFormSchema,
    values: emptyBookingFormValues(locale),
  });
  return (
    <FormProvider {...form}>
      <NewBookingDialog {...props} />
    </FormProvider>
  );
}

function NewBookingDialog({ organisation, companies, onCreated, onClose }: NewBookingProps) {
  const styles = useStyles();
  const intl = useIntl();
  const form = useFormContext<BookingFormValues, unknown, BookingFormData>();
  const selection = useBookingSelection({ organisation, companies });
  const { company, departures, booking } = selection;
  const { query, prices, date, departure } = departures;
  const { counts } = selection.party;
  const formats = useFormats(company.timeZone);
  const { outcome, createdId, book } = useCreatePartnerBooking({
    organisation,
    departure: departure?.id ?? null,
    when: date && departure ? formats.dayAndTime(date, departure.startsAt) : '',
    booking,
  });
  const { data: preview, refusal, failure } = outcome;
  const total = preview?.money.total ?? amountOf(prices, counts);
  return (
    <FormDialog
      title={<FormattedMessage id="bookings.new" />}
      confirm={
        <FormattedMessage
          id="bookings.new.confirm"
          values={{ state: 'CONFIRMED', count: sizeOf(counts), amount: formats.money(total, company.currency) }}
        />
      }
      disabled={booking === null || refusal !== null}
      // The dialog also closes once the booking is made.
      onClose={() => (createdId.current === null ? onClose() : onCreated(createdId.current))}
      onConfirm={() => submitForm(form, book)}
    >
      <div className={styles.form} data-first>
        <SelectionFields companies={companies} selection={selection} />
        {refusal && (
          <Message state="attention" alert>
            {refusalText(refusal, intl, formats.money)}
          </Message>
        )}
        <PartnerGuestFields
          prices={prices}
          guests={ticketsOf(prices, counts)}
          asksNames={query.data?.asksNames ?? false}
          formats={formats}
        />
        <SaveFailed result={failure} />
      </div>
    </FormDialog>
  );
}
