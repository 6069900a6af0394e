/** Collapsed names of further guests, and ages where a price category has limits. */
import { Button, makeStyles } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronUpRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Price } from '../../../data/prices.ts';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import { TextField } from '../../../ui/form/form-fields.tsx';
import { ticketsOf, type Counts } from '../../../features/bookings/party-fields.tsx';
import { guestKey, type BookingFormValues } from './booking-form.ts';

const useStyles = makeStyles({
  fold: { justifySelf: 'start', marginInlineStart: '-12px' },
  guests: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
});

export function GuestFields({ prices, counts }: { prices: readonly Price[]; counts: Counts }) {
  const styles = useStyles();
  const intl = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const guests = ticketsOf(prices, counts).flatMap(({ priceCategoryId }, index) => {
    const price = prices.find(({ id }) => id === priceCategoryId);
    const hasLimits = price !== undefined && (price.minimumAge !== null || price.maximumAge !== null);
    // The contact's name has its own field.
    return price && (index > 0 || hasLimits) ? [{ index, price, hasLimits }] : [];
  });
  if (guests.length === 0) return null;
  return (
    <>
      <Button
        className={styles.fold}
        appearance="subtle"
        icon={isOpen ? <ChevronUpRegular /> : <ChevronDownRegular />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <FormattedMessage
          id="bookings.new.guests"
          values={{ ages: guests.some(({ hasLimits }) => hasLimits) ? 'yes' : 'no' }}
        />
      </Button>
      {isOpen && (
        <div className={styles.guests}>
          {guests.map(({ index, price, hasLimits }) => {
            const values = { number: index + 1, category: intl.formatMessage({ id: CATEGORY_TEXTS[price.type] }) };
            return (
              <div key={index} className={styles.guests}>
                {index > 0 && (
                  <TextField<BookingFormValues>
                    name={`names.${guestKey(index)}`}
                    label={intl.formatMessage({ id: 'bookings.new.guest.name' }, values)}
                  />
                )}
                {hasLimits && (
                  <TextField<BookingFormValues>
                    name={`ages.${guestKey(index)}`}
                    isNumeric
                    label={intl.formatMessage({ id: 'bookings.new.guest.age' }, values)}
                  />
                )}
              </div>
            );
          })}
        </div>
      )}
    </>
  );
}
