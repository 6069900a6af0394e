/** /bookings-advanced: filters on every field, configurable columns, shared views, totals, bulk actions and exports. */
import { Button } from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  ArrowUploadRegular,
  ColumnTripleEditRegular,
  DeleteRegular,
  MailRegular,
  SaveRegular,
  SearchRegular,
} from '@fluentui/react-icons';
import { useCallback, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import type { MemberCompany } from '../../../data/identity.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { ImportBookings } from '../../../features/lazy-features.ts';
import { useCurrentUser } from '../../../session/use-session.ts';
import type { TableSort } from '../../../ui/data-table/table-column.ts';
import { useColumns, type Columns } from '../../../ui/data-table/use-columns.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../../ui/states/illustrations.tsx';
import { ListAndDetail } from '../../../ui/layout/list-and-detail.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useBookingContext } from '../booking-context.ts';
import { BookingDetail } from '../detail/booking-detail.tsx';
import { sortFromColumn } from '../list/booking-query.ts';
import { useBookingChoices } from '../list/use-booking-choices.ts';
import { advancedColumns } from './advanced-columns.tsx';
import { AdvancedDialog, type OpenDialog } from './advanced-dialog.tsx';
import { AdvancedList } from './advanced-list.tsx';
import { AdvancedTools } from './advanced-tools.tsx';
import { filterChoices } from './filter/filter-choices.ts';
import { countConditions } from './filter/filter-draft.ts';
import { Totals, useResultSummary } from './totals.tsx';
import { parseFilterParam, useAdvancedUrl } from './use-advanced-url.ts';
import { useAdvancedShortcuts } from './use-advanced-shortcuts.ts';
import { isViewModified } from './views/is-view-modified.ts';
import { useOpenView } from './views/use-open-view.ts';

export function AdvancedPage() {
  const currentUser = useCurrentUser();
  const { state, go } = useAdvancedUrl();
  const company = currentUser?.company;
  if (!company) return null;
  if (state.import) return <ImportBookings key={company.id} company={company} onClose={() => go({ import: '' })} />;
  return <Advanced key={company.id} company={company} />;
}

function Advanced({ company }: { company: MemberCompany }) {
  const intl = useIntl();
  const context = useBookingContext({ company, mayChange: true });
  const { state, go } = useAdvancedUrl();
  const filter = useMemo(() => parseFilterParam(state.filter), [state.filter]);
  const query = useMemo(
    () => ({ search: state.search.trim(), filter, sort: state.sort }),
    [state.search, filter, state.sort],
  );
  const summary = useResultSummary(query, context);
  const bookingChoices = useBookingChoices(context);
  const choices = useMemo(() => filterChoices(intl, { context, bookingChoices }), [intl, context, bookingChoices]);
  const allColumns = useMemo(() => advancedColumns(intl, context), [intl, context]);
  const columns = useColumns('bookings-advanced', allColumns) as Columns<ListedBooking>;
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const search = useRef<HTMLInputElement>(null);
  useAdvancedShortcuts({ search, onFilter: () => setDialog({ kind: 'filter' }) });

  const { views, opened, openView } = useOpenView(company.id, {
    url: { state, go },
    columns,
    onOpened: () => setSelection(new Set()),
    onExport: (format) => {
      if (format) setDialog({ kind: 'export', selected: null, format });
      else void showToast({ intent: 'error', text: intl.formatMessage({ id: 'advanced.export.noView' }) });
    },
  });

  const onSort = useCallback((sort: TableSort | null) => go({ sort: sortFromColumn(sort) }), [go]);
  const isOpened = state.booking !== null;
  const onOpen = useCallback(({ id }: ListedBooking) => go({ booking: id }, { replace: isOpened }), [go, isOpened]);
  const text = (id: MessageId) => intl.formatMessage({ id });

  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title={<FormattedMessage id="route.bookingsAdvanced" />}
          actions={[
            {
              label: text('advanced.export'),
              icon: <ArrowDownloadRegular />,
              onSelect: () => setDialog({ kind: 'export', selected: null }),
            },
          ]}
          menu={[
            {
              label: text('table.columns'),
              icon: <ColumnTripleEditRegular />,
              onSelect: () => setDialog({ kind: 'columns' }),
            },
            ...(context.seesGuestData
              ? [
                  {
                    label: text('advanced.import'),
                    icon: <ArrowUploadRegular />,
                    onSelect: () => go({ import: 'file' }),
                  },
                ]
              : []),
            { label: text('advanced.byMail'), icon: <MailRegular />, onSelect: () => setDialog({ kind: 'by_mail' }) },
            ...(context.seesGuestData
              ? [
                  {
                    label: text('advanced.view.save'),
                    icon: <SaveRegular />,
                    onSelect: () => setDialog({ kind: 'save' }),
                  },
                ]
              : []),
            ...(opened && context.seesGuestData
              ? [
                  {
                    label: text('advanced.view.delete'),
                    icon: <DeleteRegular />,
                    dangerous: true,
                    onSelect: () => setDialog({ kind: 'delete' }),
                  },
                ]
              : []),
          ]}
        />
      }
    >
      <ListAndDetail
        label={text('bookings.one')}
        openId={state.booking}
        onClose={() => go({ booking: null })}
        detail={
          state.booking && (
            <BookingDetail
              key={state.booking}
              id={state.booking}
              context={context}
              onOpen={(id) => go({ booking: id }, { replace: true })}
            />
          )
        }
        list={
          <>
            <AdvancedTools
              state={state}
              views={views}
              opened={opened}
              isChanged={opened !== null && isViewModified(opened.view, { ...query, columns: columns.arrangement })}
              conditions={countConditions(filter)}
              search={search}
              onView={openView}
              onChange={go}
              onFilter={() => setDialog({ kind: 'filter' })}
            />
            {state.filter !== '' && filter === null && (
              <Message state="attention" alert onClose={() => go({ filter: '' }, { replace: true })}>
                <FormattedMessage id="advanced.filter.unread" />
              </Message>
            )}
            <Totals query={query} context={context} />
            <AdvancedList
              company={company.id}
              query={query}
              columns={columns}
              opened={state.booking}
              selection={selection}
              onSelection={setSelection}
              onSort={onSort}
              onOpen={onOpen}
              onOpenDialog={setDialog}
              empty={<NoneFound hasQuery={query.search !== '' || filter !== null} onClear={() => openView(null)} />}
            />
          </>
        }
      />
      {dialog && (
        <AdvancedDialog
          dialog={dialog}
          context={context}
          query={query}
          summary={summary}
          choices={choices}
          columns={columns}
          allColumns={allColumns}
          opened={opened}
          onChange={(change) => {
            go(change, { replace: !('filter' in change) });
            if ('filter' in change) setSelection(new Set());
          }}
          onRun={() => setSelection(new Set())}
          onClose={() => setDialog(null)}
        />
      )}
    </Screen>
  );
}

function NoneFound({ hasQuery, onClear }: { hasQuery: boolean; onClear(): void }) {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id={hasQuery ? 'bookings.none' : 'bookings.empty'} />}
      actions={
        hasQuery && (
          <Button appearance="primary" icon={<SearchRegular />} onClick={onClear}>
            <FormattedMessage id="bookings.showAll" />
          </Button>
        )
      }
    />
  );
}

/** The name that the route table expects. */
export { AdvancedPage as Component };
