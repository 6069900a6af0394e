/** Contact of a new booking. Each field suggests the person's earlier bookings. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useFormContext, useWatch } from 'react-hook-form';
import { useIntl } from 'react-intl';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import type { ContactFormValues } from '../../../domain/booking-contact.ts';
import { TextField } from '../../../ui/form/form-fields.tsx';
import { PhoneField } from '../../../ui/form/phone-field.tsx';
import type { BookingContext } from '../booking-context.ts';
import { GuestLookupField } from './guest-lookup-field.tsx';
import { KnownGuestLabel } from './known-guest-label.tsx';
import { useKnownGuests } from './use-known-guests.ts';
import { useDebouncedValue } from './use-debounced-value.ts';

const useStyles = makeStyles({
  field: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4px' },
  person: { display: 'grid', justifyItems: 'start', textAlign: 'start', overflowWrap: 'anywhere' },
});

/** Minimum characters of a phone number to search for; a country code alone matches too many. */
const MIN_PHONE_LENGTH = 7;

export interface ContactFieldsProps {
  context: BookingContext;
  onSelect(booking: ListedBooking): void;
}

export function ContactFields({ context, onSelect }: ContactFieldsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { control } = useFormContext<ContactFormValues>();
  const [phone, email] = useWatch({ control, name: ['phone', 'email'] });
  return (
    <>
      <GuestLookupField
        context={context}
        label={intl.formatMessage({ id: 'bookings.field.name' })}
        onSelect={onSelect}
      />
      <div className={styles.field}>
        <PhoneField<ContactFormValues> name="phone" label={intl.formatMessage({ id: 'bookings.field.phone' })} />
        <GuestSuggestions context={context} search={phone.length < MIN_PHONE_LENGTH ? '' : phone} onSelect={onSelect} />
      </div>
      <div className={styles.field}>
        <TextField<ContactFormValues>
          name="email"
          label={intl.formatMessage({ id: 'bookings.field.email' })}
          type="email"
        />
        <GuestSuggestions context={context} search={email} onSelect={onSelect} />
      </div>
    </>
  );
}

/** Suggests guests with this number or address, except the one already entered. */
function GuestSuggestions({ context, search, onSelect }: ContactFieldsProps & { search: string }) {
  const styles = useStyles();
  const intl = useIntl();
  const { control } = useFormContext<ContactFormValues>();
  const name = useWatch({ control, name: 'name' });
  const people = useKnownGuests(context.company, useDebouncedValue(search)).filter(
    ({ contact }) => contact.name.toLowerCase() !== name.trim().toLowerCase(),
  );
  if (search === '' || people.length === 0) return null;
  return (
    <div role="group" aria-label={intl.formatMessage({ id: 'bookings.people' })} className={styles.field}>
      {people.map((booking) => (
        <Button key={booking.id} className={styles.person} onClick={() => onSelect(booking)}>
          <KnownGuestLabel booking={booking} context={context} />
        </Button>
      ))}
    </div>
  );
}
