/** /bookings: the company's bookings, upcoming departures first, with the detail pane and the new-booking form. */
import { AddRegular, ColumnTripleEditRegular, MailRegular, MoneyRegular } from '@fluentui/react-icons';
import { useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ListedBooking } from '../../data/bookings/list.ts';
import type { MemberCompany } from '../../data/identity.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { NoBookings } from '../../features/bookings/no-bookings.tsx';
import { useCurrentUser } from '../../session/use-session.ts';
import { ListQueryNotice } from '../../ui/loading/list-query-notice.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import { ColumnsPanel } from '../../ui/data-table/columns-panel.tsx';
import { DataTable, TableFoot } from '../../ui/data-table/data-table.tsx';
import { useColumns } from '../../ui/data-table/use-columns.ts';
import { ListAndDetail } from '../../ui/layout/list-and-detail.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { useBookingContext } from './booking-context.ts';
import { DailyClose } from './daily-close/daily-close.tsx';
import { PaymentDifferencesNotice } from './daily-close/payment-differences-notice.tsx';
import { BookingDetail } from './detail/booking-detail.tsx';
import { useTourChoiceDepartures } from './departures/use-departures.ts';
import { bookingColumns } from './list/booking-columns.tsx';
import { BookingFilters } from './list/booking-filters.tsx';
import { EMPTY_QUERY, sortedColumnOf, hidesEndedBookings, sortFromColumn } from './list/booking-query.ts';
import { DepartureHeading } from './list/departure-heading.tsx';
import { useBookingChoices } from './list/use-booking-choices.ts';
import { useBookings } from './list/use-bookings.ts';
import { useBookingsUrl } from './list/use-bookings-url.ts';
import { NewBooking } from './new/new-booking.tsx';
import { Outbox } from './outbox/lazy-outbox.ts';
import { useBookingShortcuts } from './use-booking-shortcuts.ts';

export function BookingsPage() {
  const currentUser = useCurrentUser();
  const company = currentUser?.company;
  // The key discards all state when the company changes.
  return currentUser && company ? (
    <Bookings
      key={company.id}
      company={company}
      mayChange={currentUser.can('MANAGE_BOOKINGS_ACCESS')}
      seesAll={currentUser.can('COMPANY_ALL_ACCESS')}
    />
  ) : null;
}

function Bookings({ company, mayChange, seesAll }: { company: MemberCompany; mayChange: boolean; seesAll: boolean }) {
  const intl = useIntl();
  const context = useBookingContext({ company, mayChange });
  const { state, go } = useBookingsUrl();
  const query = useBookings(company.id, state);
  const now = useNow();
  const today = query.data?.[0]?.today ?? localDateIn(company.timeZone, now);
  const calendar = useTourChoiceDepartures(company.id, today).data;
  const [isArranging, setIsArranging] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const columns = useColumns(
    'bookings',
    useMemo(() => bookingColumns(intl, context), [intl, context]),
  );
  const { rows } = query;
  const byDeparture = state.sort === 'upcoming' || state.sort === 'departure' || state.sort === '-departure';

  const bookingChoices = useBookingChoices(context);

  const open = (id: string) => go({ booking: id }, { replace: state.booking !== null });
  const makeNew = () => go({ new: 1 });
  useBookingShortcuts({ makeNew: mayChange ? makeNew : null, search });
  const newLabel = intl.formatMessage({ id: 'bookings.new' });

  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title={<FormattedMessage id="route.bookings" />}
          actions={mayChange ? [{ label: newLabel, icon: <AddRegular />, primary: true, onSelect: makeNew }] : []}
          menu={[
            {
              label: intl.formatMessage({ id: 'table.columns' }),
              icon: <ColumnTripleEditRegular />,
              onSelect: () => setIsArranging(true),
            },
            ...(mayChange && context.seesGuestData
              ? [
                  {
                    label: intl.formatMessage({ id: 'bookings.outbox' }),
                    icon: <MailRegular />,
                    onSelect: () => go({ outbox: 'all' }),
                  },
                ]
              : []),
            ...(context.seesGuestData
              ? [
                  {
                    label: intl.formatMessage({ id: 'bookings.dailyClose' }),
                    icon: <MoneyRegular />,
                    onSelect: () => go({ closing: today }),
                  },
                ]
              : []),
          ]}
        />
      }
    >
      <ListAndDetail
        label={intl.formatMessage({ id: 'bookings.one' })}
        openId={state.booking}
        onClose={() => go({ booking: null })}
        detail={
          state.booking && <BookingDetail key={state.booking} id={state.booking} context={context} onOpen={open} />
        }
        list={
          <>
            <PaymentDifferencesNotice
              count={context.seesGuestData ? bookingChoices.differences : 0}
              onReview={() => go({ closing: today })}
            />
            <BookingFilters state={state} bookingChoices={bookingChoices} today={today} search={search} onChange={go} />
            <ListQueryNotice query={query} failed={<FormattedMessage id="bookings.failed" />}>
              <DataTable<ListedBooking>
                label={intl.formatMessage({ id: 'route.bookings' })}
                columns={columns}
                rows={rows}
                idOf={({ id }) => id}
                nameOf={({ contact }) => contact.name}
                of={JSON.stringify({ ...state, booking: null, new: null, date: null, outbox: null, closing: null })}
                sort={sortedColumnOf(state.sort)}
                onSort={(sort) => go({ sort: sortFromColumn(sort) })}
                openId={state.booking}
                onOpen={({ id }) => open(id)}
                onEndReached={query.fetchMore}
                onView={query.setVisibleRange}
                headingOf={
                  byDeparture
                    ? (booking, before) =>
                        booking.departure.id === before?.departure.id ? null : (
                          <DepartureHeading booking={booking} today={today} context={context} />
                        )
                    : undefined
                }
                footer={
                  rows && (
                    <>
                      <TableFoot loading={query.hasMore} count={rows.length} />
                      {hidesEndedBookings(state) && (
                        <div>
                          <FormattedMessage id="bookings.endedLeftOut" />
                        </div>
                      )}
                    </>
                  )
                }
                empty={
                  <NoBookings
                    empty="bookings.empty"
                    isFiltered={Object.entries(EMPTY_QUERY).some(
                      ([name, value]) =>
                        JSON.stringify(state[name as keyof typeof EMPTY_QUERY]) !== JSON.stringify(value),
                    )}
                    onClear={() => go(EMPTY_QUERY)}
                    onNew={mayChange ? makeNew : null}
                  />
                }
              />
            </ListQueryNotice>
          </>
        }
      />
      {state.outbox !== '' && mayChange && (
        <Outbox
          context={context}
          canSeeFailedJobs={seesAll}
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
      {isArranging && <ColumnsPanel columns={columns} onClose={() => setIsArranging(false)} />}
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
    </Screen>
  );
}

/** The name that the route table expects. */
export { BookingsPage as Component };
