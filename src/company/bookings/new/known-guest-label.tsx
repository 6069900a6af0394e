import { makeStyles } from '@fluentui/react-components';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useFormatPhone } from '../../../ui/format/phone-number.tsx';
import { type, weight } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';

const useStyles = makeStyles({ name: { fontWeight: weight.bold }, before: { ...type.note } });

/** Suggestion of a known guest: name, contact and last tour. */
export function KnownGuestLabel({ booking, context }: { booking: ListedBooking; context: BookingContext }) {
  const styles = useStyles();
  const formatPhone = useFormatPhone();
  const { contact, departure, title } = booking;
  return (
    <>
      <span className={styles.name}>{contact.name}</span>
      <span className={styles.before}>
        {joinWithDots(
          contact.phone && formatPhone(contact.phone),
          contact.email,
          context.when(departure.startsAt),
          context.title(title),
        )}
      </span>
    </>
  );
}
