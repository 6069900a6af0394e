/** The paged advanced list. A separate component, so that a new page re-renders only the list. */
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { BookingTable } from '../../../features/bookings/booking-table.tsx';
import { NoBookings } from '../../../features/bookings/no-bookings.tsx';
import type { SelectionAction } from '../../../ui/data-table/selection-bar.tsx';
import type { BookingContext } from '../booking-context.ts';
import { HIDDEN_WHILE_ACTING } from '../detail/booking-actions.ts';
import { useBookings } from '../list/use-bookings.ts';
import type { AdvancedListState } from './advanced-list-state.ts';
import type { OpenDialog } from './advanced-dialog.tsx';
import { BULK_ACTIONS, type BulkAction } from './bulk/bulk-actions.ts';
import { BULK_ICONS } from './bulk/bulk-icons.tsx';

/** Larger than a screen, so that fast scrolling rarely waits for a page. */
const PAGE_SIZE = 200;

export interface AdvancedListProps {
  list: AdvancedListState;
  selection: ReadonlySet<string>;
  onSelection(selection: ReadonlySet<string>): void;
  onOpenDialog(dialog: OpenDialog): void;
  /** Resets the query. */
  onShowAll(): void;
}

export function AdvancedList({ list, selection, onSelection, onOpenDialog, onShowAll }: AdvancedListProps) {
  const { context, url, query, columns } = list;
  const bookings = useBookings(context.company, query, PAGE_SIZE);
  const selected = () => bookings.rows?.filter(({ id }) => selection.has(id)) ?? [];
  return (
    <BookingTable
      title="route.bookingsAdvanced"
      bookings={bookings}
      query={query}
      url={url}
      columns={columns}
      nameOf={({ contact }) => contact.name}
      selection={selection}
      onSelection={onSelection}
      actions={useSelectionActions(context, (dialog) => onOpenDialog({ ...dialog, selected: selected() }))}
      empty={
        <NoBookings
          empty="bookings.empty"
          isFiltered={query.search !== '' || query.filter !== null}
          onClear={onShowAll}
          onNew={null}
        />
      }
    />
  );
}

function useSelectionActions(
  { isPartner }: BookingContext,
  open: (dialog: { kind: 'bulk'; action: BulkAction } | { kind: 'export' }) => void,
): SelectionAction[] {
  const intl = useIntl();
  return [
    ...BULK_ACTIONS.filter((action) => !(isPartner && HIDDEN_WHILE_ACTING.has(action))).map((action) => ({
      label: intl.formatMessage({ id: `advanced.bulk.${action}` }),
      icon: BULK_ICONS[action],
      onSelect: () => open({ kind: 'bulk', action }),
    })),
    {
      label: intl.formatMessage({ id: 'advanced.export' }),
      icon: <ArrowDownloadRegular />,
      onSelect: () => open({ kind: 'export' }),
    },
  ];
}
