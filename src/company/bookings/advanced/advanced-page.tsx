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
import { ImportBookings } from '../../../features/lazy-import-bookings.ts';
import { useActing } from '../../../session/use-session.ts';
import type { TableSort } from '../../../ui/data-table/table-column.ts';
import { useColumns, type Columns } from '../../../ui/data-table/use-columns.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../../ui/states/illustrations.tsx';
import { ListAndDetail } from '../../../ui/layout/list-and-detail.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useBookingScope } from '../booking-scope.ts';
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
  const acting = useActing();
  const { state, go } = useAdvancedUrl();
  const company = acting?.company;
  if (!company) return null;
  if (state.import) return <ImportBookings key={company.id} company={company} onClose={() => go({ import: '' })} />;
  return <Advanced key={company.id} company={company} />;
}

function Advanced({ company }: { company: MemberCompany }) {
  const intl = useIntl();
  const scope = useBookingScope({ company, mayChange: true });
  const { state, go } = useAdvancedUrl();
  const filter = useMemo(() => parseFilterParam(state.filter), [state.filter]);
  const asked = useMemo(
    () => ({ search: state.search.trim(), filter, sort: state.sort }),
    [state.search, filter, state.sort],
  );
  const found = useResultSummary(asked, scope);
  const known = useBookingChoices(scope);
  const choices = useMemo(() => filterChoices(intl, { scope, known }), [intl, scope, known]);
  const all = useMemo(() => advancedColumns(intl, scope), [intl, scope]);
  const columns = useColumns('bookings-advanced', all) as Columns<ListedBooking>;
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const search = useRef<HTMLInputElement>(null);
  useAdvancedShortcuts({ search, onFilter: () => setOpen({ kind: 'filter' }) });

  const { views, opened, openView } = useOpenView(company.id, {
    url: { state, go },
    columns,
    onOpened: () => setSelection(new Set()),
    onExport: (format) => {
      if (format) setOpen({ kind: 'export', chosen: null, format });
      else void showToast({ intent: 'error', text: intl.formatMessage({ id: 'advanced.export.noView' }) });
    },
  });

  const onSort = useCallback((sort: TableSort | null) => go({ sort: sortFromColumn(sort) }), [go]);
  const isOpened = state.booking !== null;
  const onOpen = useCallback(({ id }: ListedBooking) => go({ booking: id }, { replace: isOpened }), [go, isOpened]);
  const say = (id: MessageId) => intl.formatMessage({ id });

  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title={<FormattedMessage id="route.bookingsAdvanced" />}
          actions={[
            {
              label: say('advanced.export'),
              icon: <ArrowDownloadRegular />,
              onSelect: () => setOpen({ kind: 'export', chosen: null }),
            },
          ]}
          menu={[
            {
              label: say('table.columns'),
              icon: <ColumnTripleEditRegular />,
              onSelect: () => setOpen({ kind: 'columns' }),
            },
            ...(scope.seesGuestData
              ? [
                  {
                    label: say('advanced.import'),
                    icon: <ArrowUploadRegular />,
                    onSelect: () => go({ import: 'file' }),
                  },
                ]
              : []),
            { label: say('advanced.byMail'), icon: <MailRegular />, onSelect: () => setOpen({ kind: 'by_mail' }) },
            ...(scope.seesGuestData
              ? [{ label: say('advanced.view.save'), icon: <SaveRegular />, onSelect: () => setOpen({ kind: 'save' }) }]
              : []),
            ...(opened && scope.seesGuestData
              ? [
                  {
                    label: say('advanced.view.delete'),
                    icon: <DeleteRegular />,
                    dangerous: true,
                    onSelect: () => setOpen({ kind: 'delete' }),
                  },
                ]
              : []),
          ]}
        />
      }
    >
      <ListAndDetail
        label={say('bookings.one')}
        openId={state.booking}
        onClose={() => go({ booking: null })}
        detail={
          state.booking && (
            <BookingDetail
              key={state.booking}
              id={state.booking}
              scope={scope}
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
              isChanged={opened !== null && isViewModified(opened.view, { ...asked, columns: columns.arrangement })}
              conditions={countConditions(filter)}
              search={search}
              onView={openView}
              onChange={go}
              onFilter={() => setOpen({ kind: 'filter' })}
            />
            {state.filter !== '' && filter === null && (
              <Message state="attention" alert onClose={() => go({ filter: '' }, { replace: true })}>
                <FormattedMessage id="advanced.filter.unread" />
              </Message>
            )}
            <Totals asked={asked} scope={scope} />
            <AdvancedList
              company={company.id}
              asked={asked}
              columns={columns}
              opened={state.booking}
              selection={selection}
              onSelection={setSelection}
              onSort={onSort}
              onOpen={onOpen}
              onAct={setOpen}
              empty={<NoneFound isAsked={asked.search !== '' || filter !== null} onClear={() => openView(null)} />}
            />
          </>
        }
      />
      {open && (
        <AdvancedDialog
          open={open}
          scope={scope}
          asked={asked}
          found={found}
          choices={choices}
          columns={columns}
          all={all}
          opened={opened}
          onChange={(change) => {
            go(change, { replace: !('filter' in change) });
            if ('filter' in change) setSelection(new Set());
          }}
          onRun={() => setSelection(new Set())}
          onClose={() => setOpen(null)}
        />
      )}
    </Screen>
  );
}

function NoneFound({ isAsked, onClear }: { isAsked: boolean; onClear(): void }) {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id={isAsked ? 'bookings.none' : 'bookings.empty'} />}
      actions={
        isAsked && (
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
