/** Merges another booking of the same departure and status into this one. */
import { Button, Radio, RadioGroup, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { findBookings, type ListedBooking } from '../../../data/bookings/list.ts';
import { isSameGuest } from '../../../domain/bookings.ts';
import { formatCode } from '../../../domain/codes.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';

/** More bookings on one departure are very unlikely; the rest would not be listed. */
const MAX_BOOKINGS = 500;

export function MergeDialog({ booking, context, ...rest }: BookingDialogProps) {
  const intl = useIntl();
  const [otherId, setOtherId] = useState<Uuid | null>(null);
  const { departure, state } = booking;
  const query = useServerQuery({
    key: [context.company, 'merge-choice', departure.id, state],
    fetch: (signal) =>
      findBookings(context.company, {
        filter: {
          all: [
            { field: 'departure', in: [departure.id] },
            { field: 'status', in: [state] },
          ],
        },
        sort: 'name',
        pageSize: MAX_BOOKINGS,
        signal,
      }),
  });
  const otherBookings = (bookings: readonly ListedBooking[]) => bookings.filter(({ id }) => id !== booking.id);
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      context={context}
      title={<FormattedMessage id="bookings.merge.title" values={{ name: booking.contactName }} />}
      act={otherId === null ? null : { name: 'merge_bookings', change: { other: otherId } }}
      confirm={() => <FormattedMessage id="bookings.merge.confirm" />}
      effect={({ money }) => (
        <FormattedMessage
          id="bookings.merge.effect"
          values={{
            total: context.formats.money(money.total, money.currency),
            due: context.formats.money(money.due, money.currency),
          }}
        />
      )}
      successText={({ reference }) =>
        intl.formatMessage({ id: 'bookings.merge.done' }, { reference: formatCode(reference) })
      }
    >
      <QueryView
        query={query}
        skeleton={<Spinner size="tiny" />}
        failed={<FormattedMessage id="bookings.failed" />}
        empty={({ bookings }) =>
          otherBookings(bookings).length === 0 ? <FormattedMessage id="bookings.merge.none" /> : null
        }
      >
        {({ bookings }) => (
          <BookingChoice booking={booking} others={otherBookings(bookings)} value={otherId} onChange={setOtherId} />
        )}
      </QueryView>
    </ActionDialog>
  );
}

interface BookingChoiceProps {
  booking: BookingDialogProps['booking'];
  others: readonly ListedBooking[];
  value: Uuid | null;
  onChange(id: Uuid): void;
}

/** Offers the guest's other bookings first, and all others on request. */
function BookingChoice({ booking, others, value, onChange }: BookingChoiceProps) {
  const intl = useIntl();
  const [showsAll, setShowsAll] = useState(false);
  const contact = { name: booking.contactName, email: booking.contactEmail, phone: booking.contactPhone };
  const visible = showsAll ? others : others.filter((candidate) => isSameGuest(contact, candidate.contact));
  return (
    <>
      {visible.length === 0 && <FormattedMessage id="bookings.merge.noneOfOne" />}
      <RadioGroup
        aria-label={intl.formatMessage({ id: 'bookings.merge.which' })}
        value={value ?? ''}
        onChange={(_, data) => onChange(data.value)}
      >
        {visible.map(({ id, contact: { name, email, phone }, reference, guests }) => (
          <Radio
            key={id}
            value={id}
            label={joinWithDots(
              name,
              formatCode(reference),
              intl.formatMessage({ id: 'bookings.guests' }, { count: guests }),
              email ?? phone,
            )}
          />
        ))}
      </RadioGroup>
      {!showsAll && visible.length < others.length && (
        <Button appearance="subtle" onClick={() => setShowsAll(true)}>
          <FormattedMessage id="bookings.merge.all" values={{ count: others.length - visible.length }} />
        </Button>
      )}
    </>
  );
}
