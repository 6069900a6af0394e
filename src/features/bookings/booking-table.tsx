/** The table of all lists of bookings, whose order and open booking are in the URL. */
import { useCallback, useMemo, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingSort } from '../../domain/booking-filter.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import type { PagedQueryState } from '../../online/use-paged-query.ts';
import type { UrlState } from '../../ui/address/use-url-state.ts';
import { DataTable, TableFoot, type DataTableProps } from '../../ui/data-table/data-table.tsx';
import { ListQueryNotice } from '../../ui/loading/list-query-notice.tsx';
import { sortedColumnOf, sortFromColumn } from './list-query.ts';

export interface BookingListUrl {
  sort: BookingSort;
  booking: Uuid | null;
}

type TableProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'nameOf' | 'empty' | 'headingOf' | 'selection' | 'onSelection' | 'actions'
>;

export interface BookingTableProps<Row extends { id: Uuid }> extends TableProps<Row> {
  title: MessageId;
  bookings: PagedQueryState<unknown, Row>;
  /** Search, filter and order; a change scrolls back to the top. */
  query: object;
  url: UrlState<BookingListUrl>;
  /** Shown below the number of rows. */
  note?: ReactNode;
}

export function BookingTable<Row extends { id: Uuid }>(props: BookingTableProps<Row>) {
  const { title, bookings, query, url, note, ...table } = props;
  const intl = useIntl();
  const { rows } = bookings;
  const { state, go } = url;
  const sort = useMemo(() => sortedColumnOf(state.sort), [state.sort]);
  const onSort = useCallback<NonNullable<DataTableProps<Row>['onSort']>>(
    (column) => go({ sort: sortFromColumn(column) }),
    [go],
  );
  return (
    <ListQueryNotice query={bookings} failed={<FormattedMessage id="bookings.failed" />}>
      <DataTable<Row>
        {...table}
        label={intl.formatMessage({ id: title })}
        rows={rows}
        idOf={({ id }) => id}
        of={JSON.stringify(query)}
        sort={sort}
        onSort={onSort}
        openId={state.booking}
        onOpen={({ id }) => go({ booking: id }, { replace: state.booking !== null })}
        onEndReached={bookings.fetchMore}
        onView={bookings.setVisibleRange}
        footer={
          rows && (
            <>
              <TableFoot loading={bookings.hasMore} count={rows.length} />
              {note}
            </>
          )
        }
      />
    </ListQueryNotice>
  );
}
