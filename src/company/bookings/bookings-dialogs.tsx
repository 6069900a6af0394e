import type { LocalDate } from '../../domain/ids.ts';
import type { UrlState } from '../../ui/address/use-url-state.ts';
import type { BookingContext } from './booking-context.ts';
import { DailyClose } from './daily-close/daily-close.tsx';
import { useTourChoiceDepartures } from './departures/use-departures.ts';
import type { BookingsUrl } from './list/use-bookings-url.ts';
import { NewBooking } from './new/new-booking.tsx';
import { Outbox } from './outbox/lazy-outbox.ts';

export interface BookingsDialogsProps {
  url: UrlState<BookingsUrl>;
  context: BookingContext;
  today: LocalDate;
  canSeeFailedJobs: boolean;
}

/** The dialogs of /bookings that the URL opens. */
export function BookingsDialogs({ url: { state, go }, context, today, canSeeFailedJobs }: BookingsDialogsProps) {
  const { mayChange } = context;
  // Queried while the new-booking form is still closed, so that it opens with its tours.
  const calendar = useTourChoiceDepartures(context.company, today).data;
  return (
    <>
      {state.outbox !== '' && mayChange && (
        <Outbox
          context={context}
          canSeeFailedJobs={canSeeFailedJobs}
          filter={state.outbox === 'all' ? null : state.outbox}
          onFilter={(filter) => go({ outbox: filter ?? 'all' }, { replace: true })}
          onOpen={(id) => go({ outbox: '', booking: id })}
          onClose={() => go({ outbox: '' }, { replace: true })}
        />
      )}
      {state.closing !== null && (
        <DailyClose
          context={context}
          day={state.closing}
          onDayChange={(day) => go({ closing: day }, { replace: true })}
          onOpenBooking={(id) => go({ closing: null, booking: id })}
          onClose={() => go({ closing: null }, { replace: true })}
        />
      )}
      {state.new !== null && mayChange && (
        <NewBooking
          context={context}
          calendar={calendar}
          preset={{ tour: state.tour.length === 1 ? state.tour[0]! : null, date: state.date }}
          today={today}
          onCreated={(id) => go({ new: null, date: null, booking: id }, { replace: true })}
          onClose={() => go({ new: null, date: null }, { replace: true })}
        />
      )}
    </>
  );
}
