/** Detail pane of a booking: everything known about it, and the actions that its state allows. */
import { Button, Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { EyeRegular, PrintRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { BookingDetail as Booking } from '../../../data/bookings/detail.ts';
import { formatCode } from '../../../domain/codes.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import type { MenuEntry } from '../../../ui/commands/menu-entry.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { useNow } from '../../../ui/dates/clock.ts';
import { Detail } from '../../../ui/layout/list-and-detail.tsx';
import type { BookingContext } from '../booking-context.ts';
import { BookingStateBadge } from '../../../features/bookings/booking-state.tsx';
import { useBookingChoices } from '../list/use-booking-choices.ts';
import { useBooking } from '../use-booking.ts';
import { ActionDialogs } from './action-dialogs.tsx';
import { ACTION_ICONS, DESTRUCTIVE_ACTIONS } from './action-icons.tsx';
import { availableActions, HIDDEN_WHILE_ACTING, type BookingActionName } from './booking-actions.ts';
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
  const intl = useIntl();
  const query = useBooking(context.company, id);
  const [action, setAction] = useState<BookingActionName | null>(null);
  const [printing, setPrinting] = useState(false);
  const booking = query.data?.booking;
  const { primary, secondary } = useOfferedActions(booking, context);

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
      menu={
        booking
          ? menuEntries(booking, { secondary, context, intl, onAction: setAction, onPrint: () => setPrinting(true) })
          : []
      }
      footer={
        primary.length > 0 &&
        primary.toReversed().map((name, index) => (
          <Button
            key={name}
            appearance={index === primary.length - 1 ? 'primary' : 'secondary'}
            onClick={() => setAction(name)}
          >
            {intl.formatMessage({ id: `bookings.action.${name}` }, { state: booking?.state })}
          </Button>
        ))
      }
    >
      <QueryView query={query} failed={<FormattedMessage id="bookings.one.failed" />} skeleton={<DetailSkeleton />}>
        {({ booking: loaded }) => (
          <BookingSections booking={loaded} context={context} onAction={setAction} onOpen={onOpen} />
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

/** Returns the actions that the booking's state and the person's rights allow. */
function useOfferedActions(booking: Booking | undefined, context: BookingContext) {
  const now = useNow();
  const { senders } = useBookingChoices(context);
  if (!booking || !context.mayChange) return { primary: [], secondary: [] };
  const { primary, secondary } = availableActions(booking, now);
  // Without partners there is nothing to choose.
  const isOffered = (name: BookingActionName) =>
    (name !== 'partner' || senders.length > 0 || Boolean(booking.organisation)) &&
    !(context.isPartner && HIDDEN_WHILE_ACTING.has(name)) &&
    // The form of `edit` shows guests' data.
    (context.seesGuestData || name !== 'edit');
  return { primary, secondary: secondary.filter(isOffered) };
}

interface MenuOptions {
  secondary: readonly BookingActionName[];
  context: BookingContext;
  intl: IntlShape;
  onAction(action: BookingActionName): void;
  onPrint(): void;
}

/** Returns the menu of a booking, with destructive actions at the end. */
function menuEntries(booking: Booking, { secondary, context, intl, onAction, onPrint }: MenuOptions): MenuEntry[] {
  const { id, state } = booking;
  const actions = secondary.map((name) => ({
    label: intl.formatMessage({ id: `bookings.action.${name}` }, { state }),
    icon: ACTION_ICONS[name],
    dangerous: DESTRUCTIVE_ACTIONS.has(name),
    onSelect: () => onAction(name),
  }));
  const asGuest = {
    label: intl.formatMessage({ id: 'bookings.asGuest' }),
    icon: <EyeRegular />,
    onSelect: () => void openAsGuest(id, intl),
  };
  const print = { label: intl.formatMessage({ id: 'bookings.print' }), icon: <PrintRegular />, onSelect: onPrint };
  return [
    ...actions.filter(({ dangerous }) => !dangerous),
    // To the guest of an expired hold, the page only says that the seats are no longer held.
    ...(state !== 'EXPIRED' && !context.isPartner ? [asGuest] : []),
    print,
    ...actions.filter(({ dangerous }) => dangerous),
  ];
}

function DetailSkeleton() {
  const styles = useStyles();
  return (
    <Skeleton className={styles.skeleton}>
      {[72, 120, 160].map((height) => (
        <SkeletonItem key={height} shape="rectangle" style={{ height }} />
      ))}
    </Skeleton>
  );
}

interface BookingSectionsProps extends Pick<BookingDetailProps, 'context' | 'onOpen'> {
  booking: Booking;
  onAction(action: BookingActionName): void;
}

function BookingSections({ booking, context, onAction, onOpen }: BookingSectionsProps) {
  const mayWrite = context.mayChange && context.seesGuestData;
  return (
    <>
      <BookingOverview booking={booking} context={context} onEdit={mayWrite ? () => onAction('edit') : undefined} />
      <BookingGuests booking={booking} context={context} />
      <BookingMoney booking={booking} context={context} />
      <BookingDocuments
        booking={booking}
        context={context}
        onInvoice={mayWrite ? () => onAction('invoice') : undefined}
      />
      <BookingMails booking={booking} context={context} />
      <BookingHistory booking={booking} context={context} onOpen={onOpen} />
    </>
  );
}
