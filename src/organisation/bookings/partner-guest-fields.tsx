/** Who comes and how they are reached, for a booking that a partner makes. */
import { useFormContext } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NewTicket } from '../../data/bookings/changes.ts';
import type { Price } from '../../data/prices.ts';
import { LOCALES } from '../../lib/locales.ts';
import { SelectField, SwitchField, TextField } from '../../ui/form/form-fields.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { CATEGORY_TEXTS } from '../../ui/words/category-texts.ts';
import type { Formats } from '../../ui/words/use-formats.ts';
import type { TypedBooking } from './typed-booking.ts';

export interface PartnerGuestFieldsProps {
  prices: readonly Price[];
  /** One a ticket. */
  guests: readonly NewTicket[];
  /** Of everybody who comes. */
  asksNames: boolean;
  formats: Formats;
}

export function PartnerGuestFields({ prices, guests, asksNames, formats }: PartnerGuestFieldsProps) {
  const intl = useIntl();
  const { watch } = useFormContext<TypedBooking>();
  const field = (id: 'name' | 'phone' | 'email' | 'locale' | 'note') =>
    intl.formatMessage({ id: `bookings.field.${id}` });
  return (
    <>
      <TextField<TypedBooking> name="name" label={field('name')} required />
      {asksNames &&
        guests.slice(1).map(({ priceCategoryId }, before) => {
          const kind = prices.find(({ id }) => id === priceCategoryId)!.type;
          const name = `names.g${before + 1}` as const;
          return (
            <TextField<TypedBooking>
              key={name}
              name={name}
              label={intl.formatMessage(
                { id: 'bookings.new.guest.name' },
                { number: before + 2, category: intl.formatMessage({ id: CATEGORY_TEXTS[kind] }) },
              )}
            />
          );
        })}
      <TextField<TypedBooking>
        name="voucher"
        label={intl.formatMessage({ id: 'partnerBookings.voucher' })}
        hint={<FormattedMessage id="partnerBookings.voucher.hint" />}
      />
      <PhoneField<TypedBooking> name="phone" label={field('phone')} />
      <TextField<TypedBooking> name="email" label={field('email')} type="email" />
      <SelectField<TypedBooking>
        name="locale"
        label={field('locale')}
        options={LOCALES.map((locale) => ({ value: locale, label: formats.language(locale) }))}
      />
      <TextField<TypedBooking> name="note" label={field('note')} lines={2} />
      {watch('email').trim() !== '' && (
        <SwitchField<TypedBooking> name="tells" label={intl.formatMessage({ id: 'bookings.new.tells' })} />
      )}
    </>
  );
}
