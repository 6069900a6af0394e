import { Checkbox, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import { type, weight } from '../../../ui/theme/sizes.ts';
import { activeGuests } from '../detail/active-guests.ts';
import { guestName } from '../detail/guest-name.ts';

const useStyles = makeStyles({
  group: { border: 'none', margin: 0, padding: 0, minWidth: 0, display: 'grid' },
  legend: { ...type.body, padding: 0, fontWeight: weight.bold },
});

export interface GuestPickerProps {
  booking: BookingDetail;
  legend: ReactNode;
  selected: readonly Uuid[];
  onChange(selected: Uuid[]): void;
}

export function GuestPicker({ booking, legend, selected, onChange }: GuestPickerProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {activeGuests(booking).map(({ id, categoryType, checkIn }) => (
        <Checkbox
          key={id}
          checked={selected.includes(id)}
          label={joinWithDots(
            guestName(booking, id, intl),
            intl.formatMessage({ id: CATEGORY_TEXTS[categoryType] }),
            checkIn === 'checked_in' && intl.formatMessage({ id: 'bookings.guest.checked_in' }),
          )}
          onChange={(_, { checked }) =>
            onChange(checked ? [...selected, id] : selected.filter((guestId) => guestId !== id))
          }
        />
      ))}
    </fieldset>
  );
}
