/** The paged advanced list. A separate component, so that a new page re-renders only the list. */
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useMemo, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingSearch, ListedBooking } from '../../../data/bookings/list.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useCurrentUser } from '../../../session/use-session.ts';
import { DataTable, TableFoot } from '../../../ui/data-table/data-table.tsx';
import type { SelectionAction } from '../../../ui/data-table/selection-bar.tsx';
import type { TableSort } from '../../../ui/data-table/table-column.ts';
import type { Columns } from '../../../ui/data-table/use-columns.ts';
import { ListQueryNotice } from '../../../ui/loading/list-query-notice.tsx';
import { HIDDEN_WHILE_ACTING } from '../detail/booking-actions.ts';
import { sortedColumnOf } from '../list/booking-query.ts';
import type { OpenDialog } from './advanced-dialog.tsx';
import { BULK_ACTIONS } from './bulk/bulk-actions.tsx';
import { BULK_ICONS } from './bulk/bulk-icons.tsx';
import { useAdvancedBookings } from './use-advanced-bookings.ts';

export interface AdvancedListProps {
  company: Uuid;
  query: Required<Pick<BookingSearch, 'search' | 'filter' | 'sort'>>;
  columns: Columns<ListedBooking>;
  /** Booking whose detail is open. */
  opened: Uuid | null;
  selection: ReadonlySet<string>;
  onSelection(selection: ReadonlySet<string>): void;
  onSort(sort: TableSort | null): void;
  onOpen(booking: ListedBooking): void;
  onOpenDialog(dialog: OpenDialog): void;
  /** Replaces the rows when nothing matches. */
  empty: ReactNode;
}

export function AdvancedList(props: AdvancedListProps) {
  const { company, query, columns, opened, selection, onSelection, onSort, onOpen, onOpenDialog, empty } = props;
  const intl = useIntl();
  const isPartner = useCurrentUser()?.isPartner ?? false;
  const bookingsQuery = useAdvancedBookings(company, query);
  const { rows } = bookingsQuery;
  const sort = useMemo(() => sortedColumnOf(query.sort), [query.sort]);
  const selectedBookings = () => rows?.filter(({ id }) => selection.has(id)) ?? [];
  const actions: SelectionAction[] = [
    ...BULK_ACTIONS.filter((action) => !(isPartner && HIDDEN_WHILE_ACTING.has(action))).map((action) => ({
      label: intl.formatMessage({ id: `advanced.bulk.${action}` }),
      icon: BULK_ICONS[action],
      onSelect: () => onOpenDialog({ kind: 'bulk', action, selected: selectedBookings() }),
    })),
    {
      label: intl.formatMessage({ id: 'advanced.export' }),
      icon: <ArrowDownloadRegular />,
      onSelect: () => onOpenDialog({ kind: 'export', selected: selectedBookings() }),
    },
  ];
  return (
    <ListQueryNotice query={bookingsQuery} failed={<FormattedMessage id="bookings.failed" />}>
      <DataTable<ListedBooking>
        label={intl.formatMessage({ id: 'route.bookingsAdvanced' })}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ contact }) => contact.name}
        of={JSON.stringify(query)}
        sort={sort}
        onSort={onSort}
        openId={opened}
        onOpen={onOpen}
        onEndReached={bookingsQuery.fetchMore}
        onView={bookingsQuery.setVisibleRange}
        selection={selection}
        onSelection={onSelection}
        actions={actions}
        footer={rows && <TableFoot loading={bookingsQuery.hasMore} count={rows.length} />}
        empty={empty}
      />
    </ListQueryNotice>
  );
}
