/** Detail pane of a booking: everything known about it, and the actions that its state allows. */
import { Button, Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { EyeRegular, PrintRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatCode } from '../../../domain/codes.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { useNow } from '../../../ui/dates/clock.ts';
import { Detail } from '../../../ui/layout/list-and-detail.tsx';
import type { BookingContext } from '../booking-context.ts';
import { BookingStateBadge } from '../../../features/bookings/booking-state.tsx';
import { useBookingChoices } from '../list/use-booking-choices.ts';
import { useBooking } from '../use-booking.ts';
import { ActionDialogs } from './action-dialogs.tsx';
import { ACTION_ICONS, DESTRUCTIVE_ACTIONS } from './action-icons.tsx';
import { availableActions, NEEDS_GUEST_DATA, HIDDEN_WHILE_ACTING, type BookingActionName } from './booking-actions.ts';
import { BookingDocuments } from './booking-documents.tsx';
import { BookingOverview } from './booking-overview.tsx';
import { BookingGuests } from './booking-guests.tsx';
import { BookingHistory } from './booking-history.tsx';
import { BookingMails } from './booking-mails.tsx';
import { BookingMoney } from './booking-money.tsx';
import { openAsGuest } from './open-as-guest.ts';
import { PrintSheet } from './print-sheet.tsx';

const useStyles = makeStyles({ skeleton: { display: 'grid', gap: '24px' } });

export interface BookingDetailProps {
  id: Uuid;
  context: BookingContext;
  /** Opens a booking that was split from or merged with this one. */
  onOpen(id: Uuid): void;
}

export function BookingDetail({ id, context, onOpen }: BookingDetailProps) {
  const styles = useStyles();
  const intl = useIntl();
  const query = useBooking(context.company, id);
  const now = useNow();
  const [action, setAction] = useState<BookingActionName | null>(null);
  const [printing, setPrinting] = useState(false);
  const booking = query.data?.booking;
  const actions = booking && context.mayChange ? availableActions(booking, now) : { primary: [], secondary: [] };
  const { senders } = useBookingChoices(context);
  // Without partners there is nothing to choose.
  const isOffered = (name: BookingActionName) =>
    (name !== 'partner' || senders.length > 0 || Boolean(booking?.organisation)) &&
    !(context.isPartner && HIDDEN_WHILE_ACTING.has(name)) &&
    (context.seesGuestData || !NEEDS_GUEST_DATA.has(name));
  const mayWrite = context.mayChange && context.seesGuestData;
  const actionLabel = (name: BookingActionName) =>
    intl.formatMessage({ id: `bookings.action.${name}` }, { state: booking?.state });

  return (
    <Detail
      title={booking?.contactName ?? intl.formatMessage({ id: 'bookings.one' })}
      status={booking && <BookingStateBadge state={booking.state} />}
      meta={
        booking &&
        joinWithDots(
          formatCode(booking.reference),
          intl.formatMessage({ id: `bookings.source.${booking.source}` }),
          booking.organisation?.name,
        )
      }
      menu={[
        ...actions.secondary.filter(isOffered).map((name) => ({
          label: actionLabel(name),
          icon: ACTION_ICONS[name],
          dangerous: DESTRUCTIVE_ACTIONS.has(name),
          onSelect: () => setAction(name),
        })),
        ...(booking && booking.state !== 'EXPIRED' && !context.isPartner
          ? [
              {
                label: intl.formatMessage({ id: 'bookings.asGuest' }),
                icon: <EyeRegular />,
                onSelect: () => void openAsGuest(id, intl),
              },
            ]
          : []),
        ...(booking
          ? [
              {
                label: intl.formatMessage({ id: 'bookings.print' }),
                icon: <PrintRegular />,
                onSelect: () => setPrinting(true),
              },
            ]
          : []),
      ].sort((a, b) => Number('dangerous' in a && a.dangerous) - Number('dangerous' in b && b.dangerous))}
      footer={
        actions.primary.length > 0 &&
        actions.primary.toReversed().map((name, index) => (
          <Button
            key={name}
            appearance={index === actions.primary.length - 1 ? 'primary' : 'secondary'}
            onClick={() => setAction(name)}
          >
            {actionLabel(name)}
          </Button>
        ))
      }
    >
      <QueryView
        query={query}
        failed={<FormattedMessage id="bookings.one.failed" />}
        skeleton={
          <Skeleton className={styles.skeleton}>
            {[72, 120, 160].map((height) => (
              <SkeletonItem key={height} shape="rectangle" style={{ height }} />
            ))}
          </Skeleton>
        }
      >
        {({ booking: loaded }) => (
          <>
            <BookingOverview
              booking={loaded}
              context={context}
              onEdit={mayWrite ? () => setAction('edit') : undefined}
            />
            <BookingGuests booking={loaded} context={context} />
            <BookingMoney booking={loaded} context={context} />
            <BookingDocuments
              booking={loaded}
              context={context}
              onInvoice={mayWrite ? () => setAction('invoice') : undefined}
            />
            <BookingMails booking={loaded} context={context} />
            <BookingHistory booking={loaded} context={context} onOpen={onOpen} />
          </>
        )}
      </QueryView>
      {action && booking && (
        <ActionDialogs
          action={action}
          booking={booking}
          context={context}
          onDone={({ newBookingId }) => newBookingId && onOpen(newBookingId)}
          onClose={() => setAction(null)}
        />
      )}
      {printing && booking && <PrintSheet booking={booking} context={context} onDone={() => setPrinting(false)} />}
    </Detail>
  );
}
