/** Guest names and contact of a partner's booking. */
import { useFormContext } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NewTicket } from '../../data/bookings/changes.ts';
import type { Price } from '../../data/prices.ts';
import { LOCALES } from '../../lib/locales.ts';
import { SelectField, SwitchField, TextField } from '../../ui/form/form-fields.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import type { BookingFormValues } from './booking-form.ts';

export interface PartnerGuestFieldsProps {
  prices: readonly Price[];
  /** One per ticket. */
  guests: readonly NewTicket[];
  /** Whether names of all guests are required. */
  asksNames: boolean;
  formats: Formats;
}

export function PartnerGuestFields({ prices, guests, asksNames, formats }: PartnerGuestFieldsProps) {
  const intl = useIntl();
  const { watch } = useFormContext<BookingFormValues>();
  const field = (id: 'name' | 'phone' | 'email' | 'locale' | 'note') =>
    intl.formatMessage({ id: `bookings.field.${id}` });
  return (
    <>
      <TextField<BookingFormValues> name="name" label={field('name')} required />
      {asksNames &&
        guests.slice(1).map(({ priceCategoryId }, index) => {
          const kind = prices.find(({ id }) => id === priceCategoryId)!.type;
          const name = `names.g${index + 1}` as const;
          return (
            <TextField<BookingFormValues>
              key={name}
              name={name}
              label={intl.formatMessage(
                { id: 'bookings.new.guest.name' },
                { number: index + 2, category: intl.formatMessage({ id: CATEGORY_TEXTS[kind] }) },
              )}
            />
          );
        })}
      <TextField<BookingFormValues>
        name="voucherNumber"
        label={intl.formatMessage({ id: 'partnerBookings.voucher' })}
        hint={<FormattedMessage id="partnerBookings.voucher.hint" />}
      />
      <PhoneField<BookingFormValues> name="phone" label={field('phone')} />
      <TextField<BookingFormValues> name="email" label={field('email')} type="email" />
      <SelectField<BookingFormValues>
        name="locale"
        label={field('locale')}
        options={LOCALES.map((locale) => ({ value: locale, label: formats.languageName(locale) }))}
      />
      <TextField<BookingFormValues> name="note" label={field('note')} lines={2} />
      {watch('email').trim() !== '' && (
        <SwitchField<BookingFormValues> name="tells" label={intl.formatMessage({ id: 'bookings.new.mail' })} />
      )}
    </>
  );
}
