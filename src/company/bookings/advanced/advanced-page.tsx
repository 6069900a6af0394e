/** /bookings-advanced: filters on every field, configurable columns, shared views, totals, bulk actions and exports. */
import {
  ArrowDownloadRegular,
  ArrowUploadRegular,
  DeleteRegular,
  MailRegular,
  SaveRegular,
} from '@fluentui/react-icons';
import { useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { MemberCompany } from '../../../data/identity.ts';
import { BookingListScreen } from '../../../features/bookings/booking-list-screen.tsx';
import { ImportBookings } from '../../../features/lazy-features.ts';
import { useCurrentUser } from '../../../session/use-session.ts';
import type { MenuEntry } from '../../../ui/commands/menu-entry.ts';
import { useColumns } from '../../../ui/data-table/use-columns.ts';
import { useColumnsPanel } from '../../../ui/data-table/use-columns-panel.tsx';
import { useBookingContext } from '../booking-context.ts';
import { BookingDetail } from '../detail/booking-detail.tsx';
import type { BookingQuery } from '../list/use-bookings.ts';
import { useAdvancedShortcuts } from './use-advanced-shortcuts.ts';
import { advancedColumns } from './advanced-columns.tsx';
import { AdvancedDialog, type OpenDialog } from './advanced-dialog.tsx';
import { AdvancedList } from './advanced-list.tsx';
import type { AdvancedListState } from './advanced-list-state.ts';
import { AdvancedTools } from './advanced-tools.tsx';
import { useFilterChoices } from './filter/filter-choices.ts';
import { Totals } from './totals.tsx';
import { parseFilterParam, useAdvancedUrl, type AdvancedUrl } from './use-advanced-url.ts';
import { useSavedViews } from './views/use-saved-views.ts';

export function AdvancedPage() {
  const currentUser = useCurrentUser();
  const { state, go } = useAdvancedUrl();
  const company = currentUser?.company;
  if (!company) return null;
  if (state.import) return <ImportBookings key={company.id} company={company} onClose={() => go({ import: '' })} />;
  return <Advanced key={company.id} company={company} />;
}

function Advanced({ company }: { company: MemberCompany }) {
  const list = useListState(company);
  const { context, url, query, columns } = list;
  const choices = useFilterChoices(context);
  const columnsPanel = useColumnsPanel(columns);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const clearSelection = () => setSelection(new Set());
  const openFilter = () => setDialog({ kind: 'filter' });
  useAdvancedShortcuts({ search, onFilter: openFilter });
  const savedViews = useSavedViews(list, {
    onOpened: clearSelection,
    onExport: (format) => setDialog({ kind: 'export', selected: null, format }),
  });
  const { exportAll, menu } = useHeaderEntries(list, {
    hasOpenView: savedViews.opened !== null,
    onOpenDialog: setDialog,
  });
  return (
    <BookingListScreen
      title="route.bookingsAdvanced"
      header={{ actions: [exportAll], menu: [columnsPanel.entry, ...menu] }}
      url={url}
      detail={(id, open) => <BookingDetail key={id} id={id} context={context} onOpen={open} />}
      list={
        <>
          <AdvancedTools
            url={url}
            filter={query.filter}
            savedViews={savedViews}
            search={search}
            onFilter={openFilter}
          />
          <Totals query={query} context={context} />
          <AdvancedList
            list={list}
            selection={selection}
            onSelection={setSelection}
            onOpenDialog={setDialog}
            onShowAll={() => savedViews.openView(null)}
          />
        </>
      }
    >
      {dialog && (
        <AdvancedDialog
          dialog={dialog}
          list={list}
          choices={choices}
          opened={savedViews.opened}
          clearSelection={clearSelection}
          onClose={() => setDialog(null)}
        />
      )}
      {columnsPanel.panel}
    </BookingListScreen>
  );
}

function useListState(company: MemberCompany): AdvancedListState {
  const intl = useIntl();
  // The route needs the permission to change bookings.
  const context = useBookingContext({ company, mayChange: true });
  const url = useAdvancedUrl();
  const query = useAdvancedQuery(url.state);
  const columns = useColumns(
    'bookings-advanced',
    useMemo(() => advancedColumns(intl, context), [intl, context]),
  );
  return { context, url, query, columns };
}

/** Returns the query that the URL names, without a filter that cannot be read. */
function useAdvancedQuery({ search, filter: param, sort }: AdvancedUrl): BookingQuery {
  const filter = useMemo(() => parseFilterParam(param), [param]);
  return useMemo(() => ({ search: search.trim(), filter, sort }), [search, filter, sort]);
}

interface HeaderOptions {
  hasOpenView: boolean;
  onOpenDialog(dialog: OpenDialog): void;
}

function useHeaderEntries({ context, url }: AdvancedListState, { hasOpenView, onOpenDialog }: HeaderOptions) {
  const intl = useIntl();
  const exportAll = {
    label: intl.formatMessage({ id: 'advanced.export' }),
    icon: <ArrowDownloadRegular />,
    onSelect: () => onOpenDialog({ kind: 'export', selected: null }),
  };
  const scheduledExports: MenuEntry = {
    label: intl.formatMessage({ id: 'advanced.byMail' }),
    icon: <MailRegular />,
    onSelect: () => onOpenDialog({ kind: 'scheduled_exports' }),
  };
  // Imports contain guests' data, and a saved view's search or filter may.
  if (!context.seesGuestData) return { exportAll, menu: [scheduledExports] };
  const importFile: MenuEntry = {
    label: intl.formatMessage({ id: 'advanced.import' }),
    icon: <ArrowUploadRegular />,
    onSelect: () => url.go({ import: 'file' }),
  };
  const saveView: MenuEntry = {
    label: intl.formatMessage({ id: 'advanced.view.save' }),
    icon: <SaveRegular />,
    onSelect: () => onOpenDialog({ kind: 'save' }),
  };
  const deleteView: MenuEntry = {
    label: intl.formatMessage({ id: 'advanced.view.delete' }),
    icon: <DeleteRegular />,
    dangerous: true,
    onSelect: () => onOpenDialog({ kind: 'delete' }),
  };
  return { exportAll, menu: [importFile, scheduledExports, saveView, ...(hasOpenView ? [deleteView] : [])] };
}

/** The name that the route table expects. */
export { AdvancedPage as Component };
