/** /bookings: the company's bookings, upcoming departures first, with the detail pane and the new-booking form. */
import { AddRegular, MailRegular, MoneyRegular } from '@fluentui/react-icons';
import { useMemo, useRef, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { BookingListScreen } from '../../features/bookings/booking-list-screen.tsx';
import { BookingTable } from '../../features/bookings/booking-table.tsx';
import { hidesEndedBookings, isFiltered } from '../../features/bookings/list-query.ts';
import { NoBookings } from '../../features/bookings/no-bookings.tsx';
import { localDateIn } from '../../lib/local-date.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import type { UrlState } from '../../ui/address/use-url-state.ts';
import type { MenuEntry } from '../../ui/commands/menu-entry.ts';
import { useColumns } from '../../ui/data-table/use-columns.ts';
import { useColumnsPanel } from '../../ui/data-table/use-columns-panel.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import { useBookingContext, type BookingContext } from './booking-context.ts';
import { BookingsDialogs } from './bookings-dialogs.tsx';
import { PaymentDifferencesNotice } from './daily-close/payment-differences-notice.tsx';
import { BookingDetail } from './detail/booking-detail.tsx';
import { bookingColumns } from './list/booking-columns.tsx';
import { BookingFilters } from './list/booking-filters.tsx';
import { EMPTY_QUERY, toBookingFilter } from './list/booking-query.ts';
import { departureHeadings } from './list/departure-heading.tsx';
import { useBookingChoices } from './list/use-booking-choices.ts';
import { useBookings } from './list/use-bookings.ts';
import { useBookingsUrl, type BookingsUrl } from './list/use-bookings-url.ts';
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
      canSeeFailedJobs={currentUser.can('COMPANY_ALL_ACCESS')}
    />
  ) : null;
}

interface BookingsProps {
  company: MemberCompany;
  mayChange: boolean;
  canSeeFailedJobs: boolean;
}

function Bookings({ company, mayChange, canSeeFailedJobs }: BookingsProps) {
  const intl = useIntl();
  const context = useBookingContext({ company, mayChange });
  const url = useBookingsUrl();
  const { go } = url;
  const { search, sort } = url.state;
  const query = { search: search.trim(), filter: toBookingFilter(url.state), sort };
  const bookings = useBookings(company.id, query);
  const now = useNow();
  // The server's day, by which it has sorted the list.
  const today = bookings.data?.[0]?.today ?? localDateIn(company.timeZone, now);
  const searchField = useRef<HTMLInputElement>(null);
  const columns = useColumns(
    'bookings',
    useMemo(() => bookingColumns(intl, context), [intl, context]),
  );
  const columnsPanel = useColumnsPanel(columns);
  const makeNew = mayChange ? () => go({ new: 1 }) : null;
  useBookingShortcuts({ makeNew, search: searchField });
  const menu = [columnsPanel.entry, ...useMenuEntries(context, { url, today })];
  const newLabel = intl.formatMessage({ id: 'bookings.new' });
  return (
    <BookingListScreen
      title="route.bookings"
      header={{
        actions: makeNew ? [{ label: newLabel, icon: <AddRegular />, primary: true, onSelect: makeNew }] : [],
        menu,
      }}
      url={url}
      detail={(id, open) => <BookingDetail key={id} id={id} context={context} onOpen={open} />}
      list={
        <>
          <Tools context={context} url={url} today={today} search={searchField} />
          <BookingTable
            title="route.bookings"
            bookings={bookings}
            query={query}
            url={url}
            columns={columns}
            nameOf={({ contact }) => contact.name}
            headingOf={departureHeadings(sort, { today, context })}
            note={hidesEndedBookings(url.state) && <EndedBookingsNote />}
            empty={
              <NoBookings
                empty="bookings.empty"
                isFiltered={isFiltered(url.state, EMPTY_QUERY)}
                onClear={() => go(EMPTY_QUERY)}
                onNew={makeNew}
              />
            }
          />
        </>
      }
    >
      <BookingsDialogs url={url} context={context} today={today} canSeeFailedJobs={canSeeFailedJobs} />
      {columnsPanel.panel}
    </BookingListScreen>
  );
}

/** Returns outbox and daily close; both name guests. */
function useMenuEntries(
  { mayChange, seesGuestData }: BookingContext,
  { url, today }: { url: UrlState<BookingsUrl>; today: LocalDate },
): MenuEntry[] {
  const intl = useIntl();
  if (!seesGuestData) return [];
  const outbox = {
    label: intl.formatMessage({ id: 'bookings.outbox' }),
    icon: <MailRegular />,
    onSelect: () => url.go({ outbox: 'all' }),
  };
  const dailyClose = {
    label: intl.formatMessage({ id: 'bookings.dailyClose' }),
    icon: <MoneyRegular />,
    onSelect: () => url.go({ closing: today }),
  };
  return mayChange ? [outbox, dailyClose] : [dailyClose];
}

interface ToolsProps {
  context: BookingContext;
  url: UrlState<BookingsUrl>;
  today: LocalDate;
  search: RefObject<HTMLInputElement | null>;
}

/** Notice and filters above the list. */
function Tools({ context, url: { state, go }, today, search }: ToolsProps) {
  const bookingChoices = useBookingChoices(context);
  return (
    <>
      <PaymentDifferencesNotice
        // The daily close lists them with the guests' names.
        count={context.seesGuestData ? bookingChoices.differences : 0}
        onReview={() => go({ closing: today })}
      />
      <BookingFilters state={state} bookingChoices={bookingChoices} today={today} search={search} onChange={go} />
    </>
  );
}

const EndedBookingsNote = () => (
  <div>
    <FormattedMessage id="bookings.endedLeftOut" />
  </div>
);

/** The name that the route table expects. */
export { BookingsPage as Component };
