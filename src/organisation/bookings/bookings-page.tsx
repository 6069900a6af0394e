/** /organisation/bookings: bookings of all companies that a partner sends guests to, with details and new bookings. */
import { AddRegular, ArrowDownloadRegular, ColumnTripleEditRegular, ReceiptRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingCursor } from '../../data/bookings/list.ts';
import type { MemberOrganisation } from '../../data/identity.ts';
import {
  findPartnerBookings,
  readPartnerChoices,
  readPartnerTotals,
  type PartnerBooking,
  type PartnerBookingPage,
  type PartnerBookingSearch,
} from '../../data/partner-bookings.ts';
import { formatCode } from '../../domain/codes.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { usePagedQuery } from '../../online/use-paged-query.ts';
import { AccountPanel } from '../../features/lazy-features.ts';
import { NoBookings } from '../../features/bookings/no-bookings.tsx';
import { NoOrganisation, useOwnOrganisation } from '../../features/own-organisation/own-organisation.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import { ColumnsPanel } from '../../ui/data-table/columns-panel.tsx';
import { DataTable, TableFoot } from '../../ui/data-table/data-table.tsx';
import { useColumns } from '../../ui/data-table/use-columns.ts';
import { download } from '../../ui/output/download.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { ListAndDetail } from '../../ui/layout/list-and-detail.tsx';
import { ListQueryNotice } from '../../ui/loading/list-query-notice.tsx';
import type { MenuEntry } from '../../ui/commands/menu-entry.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { bookingColumns } from './booking-columns.tsx';
import { BookingDetail } from './booking-detail.tsx';
import { BookingFilters } from './booking-filters.tsx';
import { BookingTotals } from './booking-totals.tsx';
import { fetchAllResults, bookingsFile } from './bookings-file.ts';
import { NewBooking } from './new-booking.tsx';
import { useCompanyInvalidation } from './use-company-invalidation.ts';
import { EMPTY_QUERY, toBookingFilter, sortedColumnOf, sortFromColumn, useBookingsUrl } from './use-bookings-url.ts';

export function BookingsPage() {
  const { state, go } = useBookingsUrl();
  const { organisation, others } = useOwnOrganisation(state.organisation, (organisation) =>
    go({ ...EMPTY_QUERY, organisation, booking: null }),
  );
  return organisation ? (
    <OfOrganisation key={organisation.id} organisation={organisation} others={others} />
  ) : (
    <NoOrganisation title="route.organisationBookings" />
  );
}

interface OfOrganisationProps {
  organisation: MemberOrganisation;
  others: readonly MenuEntry[];
}

function OfOrganisation({ organisation: { id, name }, others }: OfOrganisationProps) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  const { state, go } = useBookingsUrl();
  const [arranging, setArranging] = useState(false);
  const partnerChoices = useServerQuery({
    key: [id, 'booking-choices'],
    fetch: (signal) => readPartnerChoices(id, { signal }),
  }).data;
  useCompanyInvalidation(id, partnerChoices?.companies.map((company) => company.id) ?? []);
  const today = localDateIn('UTC', useNow());
  const searchQuery: PartnerBookingSearch = {
    organisation: id,
    companies: state.company,
    search: state.search.trim(),
    filter: toBookingFilter(state, id),
  };
  const { sort } = state;
  const query = usePagedQuery<PartnerBookingPage, BookingCursor, PartnerBooking>({
    key: [id, 'bookings', searchQuery, sort],
    fetch: (after, signal) => findPartnerBookings({ ...searchQuery, sort, after }, { signal }),
    nextCursorOf: ({ next }) => next,
    rowsOf: ({ bookings }) => bookings,
  });
  const totals = useServerQuery({
    key: [id, 'booking-totals', searchQuery],
    fetch: (signal) => readPartnerTotals(searchQuery, { signal }),
  });
  const columns = useColumns(
    'partner-bookings',
    useMemo(() => bookingColumns(intl, formats), [intl, formats]),
  );
  const { rows } = query;
  const isFiltered = Object.entries(EMPTY_QUERY).some(
    ([key, value]) => JSON.stringify(state[key as keyof typeof EMPTY_QUERY]) !== JSON.stringify(value),
  );
  const sellers = partnerChoices?.companies.filter(({ tours }) => tours.length > 0) ?? [];
  // Only managers of the organisation see its accounts.
  const accounts = partnerChoices?.seesAll ? partnerChoices.companies.filter(({ account }) => account !== null) : [];
  const makeNew = sellers.length > 0 ? () => go({ new: '1' }) : null;

  async function save(): Promise<void> {
    const all = await fetchAllResults({ ...searchQuery, sort });
    if (all.ok)
      download(bookingsFile(all.data, { intl, formats }), { name: `muster-bookings-${today}.csv`, type: 'text/csv' });
    else
      void showToast({
        intent: 'error',
        text: intl.formatMessage({ id: 'partnerBookings.export.failed' }),
        detail: intl.formatMessage({ id: FAILURE_TEXTS[all.code as keyof typeof FAILURE_TEXTS] }),
      });
  }

  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title={<FormattedMessage id="route.organisationBookings" />}
          meta={name}
          actions={
            makeNew
              ? [
                  {
                    label: intl.formatMessage({ id: 'bookings.new' }),
                    icon: <AddRegular />,
                    primary: true,
                    onSelect: makeNew,
                  },
                ]
              : []
          }
          menu={[
            ...others,
            ...accounts.map((company) => ({
              label: intl.formatMessage({ id: 'partnerBookings.account' }, { company: company.name }),
              icon: <ReceiptRegular />,
              onSelect: () => go({ account: company.id }),
            })),
            {
              label: intl.formatMessage({ id: 'partnerBookings.export' }),
              icon: <ArrowDownloadRegular />,
              onSelect: () => void save(),
            },
            {
              label: intl.formatMessage({ id: 'table.columns' }),
              icon: <ColumnTripleEditRegular />,
              onSelect: () => setArranging(true),
            },
          ]}
        />
      }
    >
      <ListAndDetail
        label={intl.formatMessage({ id: 'bookings.one' })}
        openId={state.booking}
        onClose={() => go({ booking: null })}
        detail={state.booking && <BookingDetail key={state.booking} organisation={id} id={state.booking} />}
        list={
          <>
            <BookingFilters state={state} partnerChoices={partnerChoices} onChange={go} />
            <BookingTotals sums={totals.data?.sums ?? []} />
            <ListQueryNotice query={query} failed={<FormattedMessage id="bookings.failed" />}>
              <DataTable<PartnerBooking>
                label={intl.formatMessage({ id: 'route.organisationBookings' })}
                columns={columns}
                rows={rows}
                idOf={(booking) => booking.id}
                nameOf={({ contact, reference, isMasked }) => (isMasked ? formatCode(reference) : contact.name)}
                of={JSON.stringify([searchQuery, sort])}
                sort={sortedColumnOf(sort)}
                onSort={(head) => go({ sort: sortFromColumn(head) })}
                openId={state.booking}
                onOpen={(booking) => go({ booking: booking.id }, { replace: state.booking !== null })}
                onEndReached={query.fetchMore}
                onView={query.setVisibleRange}
                footer={rows && <TableFoot loading={query.hasMore} count={rows.length} />}
                empty={
                  <NoBookings
                    isFiltered={isFiltered}
                    empty="partnerBookings.empty"
                    onClear={() => go(EMPTY_QUERY)}
                    onNew={makeNew}
                  />
                }
              />
            </ListQueryNotice>
          </>
        }
      />
      {arranging && <ColumnsPanel columns={columns} onClose={() => setArranging(false)} />}
      {state.account !== null && partnerChoices?.seesAll && (
        <AccountPanel
          company={state.account}
          organisation={id}
          side="organisation"
          onClose={() => go({ account: null })}
        />
      )}
      {state.new !== '' && sellers.length > 0 && (
        <NewBooking
          organisation={id}
          companies={sellers}
          onMade={(booking) => go({ new: '', booking }, { replace: true })}
          onClose={() => go({ new: '' }, { replace: true })}
        />
      )}
    </Screen>
  );
}

/** The name that the route table expects. */
export { BookingsPage as Component };
