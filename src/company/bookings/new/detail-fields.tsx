/** Optional details of a new booking: country, language, partner, voucher number, note and status. */
import { useWatch } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { LOCALES } from '../../../lib/locales.ts';
import { CountryField } from '../../../ui/form/country-field.tsx';
import { SelectField, SwitchField, TextField } from '../../../ui/form/form-fields.tsx';
import type { BookingContext } from '../booking-context.ts';
import { useBookingChoices } from '../list/use-booking-choices.ts';
import { NEW_BOOKING_STATUSES, type BookingFormValues } from './booking-form.ts';

export function DetailFields({ context }: { context: BookingContext }) {
  const intl = useIntl();
  const { senders } = useBookingChoices(context);
  const [email, state] = useWatch<BookingFormValues, ['email', 'state']>({ name: ['email', 'state'] });
  return (
    <>
      <CountryField<BookingFormValues> name="country" label={intl.formatMessage({ id: 'bookings.fact.country' })} />
      <SelectField<BookingFormValues>
        name="locale"
        label={intl.formatMessage({ id: 'bookings.field.locale' })}
        options={LOCALES.map((locale) => ({ value: locale, label: context.formats.languageName(locale) }))}
      />
      {senders.length > 0 && (
        <SelectField<BookingFormValues>
          name="partner"
          label={intl.formatMessage({ id: 'bookings.filter.partner' })}
          options={[{ value: '', label: intl.formatMessage({ id: 'bookings.partner.none' }) }, ...senders]}
        />
      )}
      <TextField<BookingFormValues>
        name="voucherNumber"
        label={intl.formatMessage({ id: 'bookings.field.external' })}
      />
      <TextField<BookingFormValues> name="note" label={intl.formatMessage({ id: 'bookings.field.note' })} lines={2} />
      <SelectField<BookingFormValues>
        name="state"
        label={intl.formatMessage({ id: 'bookings.column.status' })}
        options={NEW_BOOKING_STATUSES.map((value) => ({
          value,
          label: intl.formatMessage({ id: `bookings.new.state.${value}` }),
        }))}
      />
      {email.trim() !== '' && state !== 'ON_HOLD' && (
        <SwitchField<BookingFormValues> name="tells" label={intl.formatMessage({ id: 'bookings.new.mail' })} />
      )}
    </>
  );
}
