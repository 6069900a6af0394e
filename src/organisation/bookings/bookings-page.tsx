/** /organisation/bookings: bookings of all companies that a partner sends guests to, with details and new bookings. */
import { AddRegular, ArrowDownloadRegular, ReceiptRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { BookingCursor } from '../../data/bookings/list.ts';
import type { MemberOrganisation } from '../../data/identity.ts';
import {
  findPartnerBookings,
  readPartnerChoices,
  readPartnerTotals,
  type PartnerBooking,
  type PartnerBookingPage,
  type PartnerBookingSearch,
  type PartnerChoices,
} from '../../data/partner-bookings.ts';
import type { BookingSort } from '../../domain/booking-filter.ts';
import type { Uuid } from '../../domain/ids.ts';
import { now } from '../../lib/clock.ts';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { usePagedQuery } from '../../online/use-paged-query.ts';
import { AccountPanel } from '../../features/lazy-features.ts';
import { BookingListScreen } from '../../features/bookings/booking-list-screen.tsx';
import { BookingTable } from '../../features/bookings/booking-table.tsx';
import { isFiltered } from '../../features/bookings/list-query.ts';
import { NoBookings } from '../../features/bookings/no-bookings.tsx';
import { NoOrganisation, useOwnOrganisation } from '../../features/own-organisation/own-organisation.tsx';
import type { UrlState } from '../../ui/address/use-url-state.ts';
import { useColumns } from '../../ui/data-table/use-columns.ts';
import { useColumnsPanel } from '../../ui/data-table/use-columns-panel.tsx';
import { download } from '../../ui/output/download.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import type { MenuEntry } from '../../ui/commands/menu-entry.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { bookingColumns, bookingTitle } from './booking-columns.tsx';
import { BookingDetail } from './booking-detail.tsx';
import { BookingFilters } from './booking-filters.tsx';
import { BookingTotals } from './booking-totals.tsx';
import { fetchAllResults, bookingsFile } from './bookings-file.ts';
import { NewBooking } from './new-booking.tsx';
import { useCompanyInvalidation } from './use-company-invalidation.ts';
import { EMPTY_QUERY, toBookingFilter, useBookingsUrl, type BookingsUrl } from './use-bookings-url.ts';

export function BookingsPage() {
  const { state, go } = useBookingsUrl();
  const { organisation, others } = useOwnOrganisation(state.organisation, (organisation) =>
    go({ ...EMPTY_QUERY, organisation, booking: null }),
  );
  return organisation ? (
    <PartnerBookings key={organisation.id} organisation={organisation} others={others} />
  ) : (
    <NoOrganisation title="route.organisationBookings" />
  );
}

interface PartnerBookingsProps {
  organisation: MemberOrganisation;
  others: readonly MenuEntry[];
}

function PartnerBookings({ organisation: { id, name }, others }: PartnerBookingsProps) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  const url = useBookingsUrl();
  const { state, go } = url;
  const partnerChoices = usePartnerChoices(id);
  const { query, bookings, sums } = usePartnerBookings(id, state);
  const columns = useColumns(
    'partner-bookings',
    useMemo(() => bookingColumns(intl, formats), [intl, formats]),
  );
  const columnsPanel = useColumnsPanel(columns);
  const header = useHeader(query, { url, partnerChoices });
  return (
    <BookingListScreen
      title="route.organisationBookings"
      header={{ meta: name, actions: header.actions, menu: [...others, ...header.menu, columnsPanel.entry] }}
      url={url}
      detail={(booking) => <BookingDetail key={booking} organisation={id} id={booking} />}
      list={
        <>
          <BookingFilters state={state} partnerChoices={partnerChoices} onChange={go} />
          <BookingTotals sums={sums} />
          <BookingTable
            title="route.organisationBookings"
            bookings={bookings}
            query={query}
            url={url}
            columns={columns}
            nameOf={bookingTitle}
            empty={
              <NoBookings
                isFiltered={isFiltered(state, EMPTY_QUERY)}
                empty="partnerBookings.empty"
                onClear={() => go(EMPTY_QUERY)}
                onNew={header.openNew}
              />
            }
          />
        </>
      }
    >
      {columnsPanel.panel}
      <Dialogs organisation={id} url={url} partnerChoices={partnerChoices} />
    </BookingListScreen>
  );
}

/** Returns the companies whose tours the partner can book. */
const bookableCompanies = (partnerChoices: PartnerChoices | undefined) =>
  partnerChoices?.companies.filter(({ tours }) => tours.length > 0) ?? [];

interface HeaderOptions {
  url: UrlState<BookingsUrl>;
  partnerChoices: PartnerChoices | undefined;
}

/** Returns the actions and menu of the header; `openNew` is null if no company sells to the partner. */
function useHeader(query: PartnerBookingQuery, { url: { go }, partnerChoices }: HeaderOptions) {
  const intl = useIntl();
  const saveFile = useSaveFile(query);
  const openNew = bookableCompanies(partnerChoices).length > 0 ? () => go({ new: '1' }) : null;
  const newLabel = intl.formatMessage({ id: 'bookings.new' });
  // Only managers of the organisation see its accounts.
  const accounts = partnerChoices?.seesAll ? partnerChoices.companies.filter(({ account }) => account !== null) : [];
  const menu: MenuEntry[] = [
    ...accounts.map((company) => ({
      label: intl.formatMessage({ id: 'partnerBookings.account' }, { company: company.name }),
      icon: <ReceiptRegular />,
      onSelect: () => go({ account: company.id }),
    })),
    {
      label: intl.formatMessage({ id: 'partnerBookings.export' }),
      icon: <ArrowDownloadRegular />,
      onSelect: () => void saveFile(),
    },
  ];
  const actions = openNew ? [{ label: newLabel, icon: <AddRegular />, primary: true, onSelect: openNew }] : [];
  return { openNew, actions, menu };
}

/** The dialogs that the URL opens. */
function Dialogs({ organisation, url: { state, go }, partnerChoices }: HeaderOptions & { organisation: Uuid }) {
  const companies = bookableCompanies(partnerChoices);
  return (
    <>
      {state.account !== null && partnerChoices?.seesAll && (
        <AccountPanel
          company={state.account}
          organisation={organisation}
          side="organisation"
          onClose={() => go({ account: null })}
        />
      )}
      {state.new !== '' && companies.length > 0 && (
        <NewBooking
          organisation={organisation}
          companies={companies}
          onCreated={(booking) => go({ new: '', booking }, { replace: true })}
          onClose={() => go({ new: '' }, { replace: true })}
        />
      )}
    </>
  );
}

/** Returns the partner's companies and tours, and keeps all its lists up to date. */
function usePartnerChoices(organisation: Uuid): PartnerChoices | undefined {
  const { data } = useServerQuery({
    key: [organisation, 'booking-choices'],
    fetch: (signal) => readPartnerChoices(organisation, { signal }),
  });
  useCompanyInvalidation(organisation, data?.companies.map(({ id }) => id) ?? []);
  return data;
}

type PartnerBookingQuery = PartnerBookingSearch & { sort: BookingSort };

/** Queries the bookings that the URL selects, and their sums. */
function usePartnerBookings(organisation: Uuid, state: BookingsUrl) {
  const search: PartnerBookingSearch = {
    organisation,
    companies: state.company,
    search: state.search.trim(),
    filter: toBookingFilter(state, organisation),
  };
  const query: PartnerBookingQuery = { ...search, sort: state.sort };
  const bookings = usePagedQuery<PartnerBookingPage, BookingCursor, PartnerBooking>({
    key: [organisation, 'bookings', query],
    fetch: (after, signal) => findPartnerBookings({ ...query, after }, { signal }),
    nextCursorOf: ({ next }) => next,
    rowsOf: (page) => page.bookings,
  });
  const totals = useServerQuery({
    key: [organisation, 'booking-totals', search],
    fetch: (signal) => readPartnerTotals(search, { signal }),
  });
  return { query, bookings, sums: totals.data?.sums ?? [] };
}

/** Returns a function that saves all bookings of the list as a file. */
function useSaveFile(query: PartnerBookingQuery): () => Promise<void> {
  const intl = useIntl();
  const formats = useFormats('UTC');
  return async () => {
    const all = await fetchAllResults(query);
    const today = localDateIn(deviceTimeZone(), now());
    if (all.ok)
      download(bookingsFile(all.data, { intl, formats }), { name: `muster-bookings-${today}.csv`, type: 'text/csv' });
    else
      void showToast({
        intent: 'error',
        text: intl.formatMessage({ id: 'partnerBookings.export.failed' }),
        detail: intl.formatMessage({ id: FAILURE_TEXTS[all.code] }),
      });
  };
}

/** The name that the route table expects. */
export { BookingsPage as Component };
