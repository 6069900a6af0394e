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
import type { BookingScope } from '../booking-scope.ts';
import { BookingStateBadge } from '../../../features/booking-state.tsx';
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

const useStyles = makeStyles({ coming: { display: 'grid', gap: '24px' } });

export interface BookingDetailProps {
  id: Uuid;
  scope: BookingScope;
  /** Opens a booking that was split from or merged with this one. */
  onOpen(id: Uuid): void;
}

export function BookingDetail({ id, scope, onOpen }: BookingDetailProps) {
  const styles = useStyles();
  const intl = useIntl();
  const answer = useBooking(scope.company, id);
  const now = useNow();
  const [act, setAct] = useState<BookingActionName | null>(null);
  const [printing, setPrinting] = useState(false);
  const booking = answer.data?.booking;
  const acts = booking && scope.mayChange ? availableActions(booking, now) : { next: [], more: [] };
  const { senders } = useBookingChoices(scope);
  // Without partners there is nothing to choose.
  const isOffered = (name: BookingActionName) =>
    (name !== 'partner' || senders.length > 0 || Boolean(booking?.organisation)) &&
    !(scope.isPartner && HIDDEN_WHILE_ACTING.has(name)) &&
    (scope.seesGuestData || !NEEDS_GUEST_DATA.has(name));
  const mayWrite = scope.mayChange && scope.seesGuestData;
  const label = (name: BookingActionName) =>
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
        ...acts.more.filter(isOffered).map((name) => ({
          label: label(name),
          icon: ACTION_ICONS[name],
          dangerous: DESTRUCTIVE_ACTIONS.has(name),
          onSelect: () => setAct(name),
        })),
        ...(booking && booking.state !== 'EXPIRED' && !scope.isPartner
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
      foot={
        acts.next.length > 0 &&
        acts.next.toReversed().map((name, at) => (
          <Button
            key={name}
            appearance={at === acts.next.length - 1 ? 'primary' : 'secondary'}
            onClick={() => setAct(name)}
          >
            {label(name)}
          </Button>
        ))
      }
    >
      <QueryView
        answer={answer}
        failed={<FormattedMessage id="bookings.one.failed" />}
        skeleton={
          <Skeleton className={styles.coming}>
            {[72, 120, 160].map((height) => (
              <SkeletonItem key={height} shape="rectangle" style={{ height }} />
            ))}
          </Skeleton>
        }
      >
        {({ booking: read }) => (
          <>
            <BookingOverview booking={read} scope={scope} onEdit={mayWrite ? () => setAct('edit') : undefined} />
            <BookingGuests booking={read} scope={scope} />
            <BookingMoney booking={read} scope={scope} />
            <BookingDocuments booking={read} scope={scope} onInvoice={mayWrite ? () => setAct('invoice') : undefined} />
            <BookingMails booking={read} scope={scope} />
            <BookingHistory booking={read} scope={scope} onOpen={onOpen} />
          </>
        )}
      </QueryView>
      {act && booking && (
        <ActionDialogs
          act={act}
          booking={booking}
          scope={scope}
          onDone={({ newBookingId }) => newBookingId && onOpen(newBookingId)}
          onClose={() => setAct(null)}
        />
      )}
      {printing && booking && <PrintSheet booking={booking} scope={scope} onDone={() => setPrinting(false)} />}
    </Detail>
  );
}
