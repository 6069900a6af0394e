import { FormattedMessage } from 'react-intl';
import type { BookingSearch, ListedBooking } from '../../../data/bookings/list.ts';
import type { SavedView } from '../../../data/bookings/views.ts';
import { ColumnsPanel } from '../../../ui/data-table/columns-panel.tsx';
import type { Columns } from '../../../ui/data-table/use-columns.ts';
import { ScheduledExports } from '../../../features/lazy-features.ts';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import type { BookingContext } from '../booking-context.ts';
import { fileColumns, type AdvancedColumn } from './advanced-columns.tsx';
import type { BulkAction } from './bulk/bulk-actions.tsx';
import { BulkDialog } from './bulk/bulk-dialog.tsx';
import type { ResultSummary } from './result-summary.ts';
import { ExportDialog } from './export/export-dialog.tsx';
import type { ExportFormat } from './export/export-types.ts';
import type { FilterChoices } from './filter/filter-choices.ts';
import { FilterDialog } from './filter/filter-dialog.tsx';
import { formatFilterParam, type AdvancedUrl } from './use-advanced-url.ts';
import { DeleteViewDialog } from './views/delete-view-dialog.tsx';
import { SaveViewDialog } from './views/save-view-dialog.tsx';

export type OpenDialog =
  | { kind: 'filter' | 'columns' | 'save' | 'delete' }
  | { kind: 'bulk'; action: BulkAction; selected: readonly ListedBooking[] }
  /** Null exports all matching bookings. */
  | { kind: 'export'; selected: readonly ListedBooking[] | null; format?: ExportFormat }
  | { kind: 'by_mail' };

export interface AdvancedDialogProps {
  dialog: OpenDialog;
  context: BookingContext;
  query: Required<Pick<BookingSearch, 'search' | 'filter' | 'sort'>>;
  /** Count and sums of the matching bookings; null while loading. */
  summary: ResultSummary | null;
  choices: FilterChoices;
  columns: Columns<ListedBooking>;
  allColumns: readonly AdvancedColumn[];
  opened: SavedView | null;
  onChange(change: Partial<AdvancedUrl>): void;
  /** Called after a bulk action, to clear the selection. */
  onRun(): void;
  onClose(): void;
}

export function AdvancedDialog(props: AdvancedDialogProps) {
  const { dialog, context, query, summary, choices, columns, allColumns, opened, onChange, onRun, onClose } = props;
  const { company, currency } = context;
  switch (dialog.kind) {
    case 'filter':
      return (
        <FilterDialog
          filter={query.filter}
          choices={choices}
          currency={currency}
          onApply={(filter) => onChange({ filter: formatFilterParam(filter) })}
          onClose={onClose}
        />
      );
    case 'columns':
      return <ColumnsPanel columns={columns} onClose={onClose} />;
    case 'save':
      return (
        <SaveViewDialog
          company={company}
          opened={opened}
          current={{ ...query, columns: columns.arrangement }}
          onSaved={(view) => onChange({ view })}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        opened && (
          <DeleteViewDialog
            company={company}
            view={opened}
            onDeleted={() => onChange({ view: null })}
            onClose={onClose}
          />
        )
      );
    case 'bulk':
      return (
        <BulkDialog
          action={dialog.action}
          selected={dialog.selected}
          query={query}
          summary={summary}
          context={context}
          onRun={onRun}
          onClose={onClose}
        />
      );
    case 'by_mail':
      return (
        <Overlay kind="form" title={<FormattedMessage id="advanced.byMail.title" />} onClose={onClose}>
          <ScheduledExports company={company} />
        </Overlay>
      );
    case 'export':
      return (
        <ExportDialog
          columns={fileColumns(
            columns.visible.flatMap(({ id }) => allColumns.find((column) => column.id === id) ?? []),
            allColumns,
          )}
          selected={dialog.selected}
          {...(dialog.format ? { format: dialog.format } : {})}
          query={query}
          matchCount={summary?.count ?? null}
          context={context}
          onClose={onClose}
        />
      );
  }
}
