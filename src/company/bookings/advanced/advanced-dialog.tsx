import { FormattedMessage } from 'react-intl';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import type { SavedView } from '../../../data/bookings/views.ts';
import { ScheduledExports } from '../../../features/lazy-features.ts';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { fileColumns } from './advanced-columns.tsx';
import type { AdvancedListState } from './advanced-list-state.ts';
import type { BulkAction } from './bulk/bulk-actions.ts';
import { BulkDialog } from './bulk/bulk-dialog.tsx';
import { ExportDialog } from './export/export-dialog.tsx';
import type { ExportFormat } from './export/export-types.ts';
import type { FilterChoices } from './filter/filter-choices.ts';
import { FilterDialog } from './filter/filter-dialog.tsx';
import { useResultSummary } from './totals.tsx';
import { formatFilterParam } from './use-advanced-url.ts';
import { DeleteViewDialog } from './views/delete-view-dialog.tsx';
import { SaveViewDialog } from './views/save-view-dialog.tsx';

export type OpenDialog =
  | { kind: 'filter' | 'save' | 'delete' | 'scheduled_exports' }
  | { kind: 'bulk'; action: BulkAction; selected: readonly ListedBooking[] }
  /** Null exports all matching bookings. */
  | { kind: 'export'; selected: readonly ListedBooking[] | null; format?: ExportFormat };

export interface AdvancedDialogProps {
  dialog: OpenDialog;
  list: AdvancedListState;
  choices: FilterChoices;
  opened: SavedView | null;
  clearSelection(): void;
  onClose(): void;
}

export function AdvancedDialog({ dialog, list, choices, opened, clearSelection, onClose }: AdvancedDialogProps) {
  const { context, query, columns, url } = list;
  const { company } = context;
  const summary = useResultSummary(query, context);
  switch (dialog.kind) {
    case 'filter':
      return (
        <FilterDialog
          filter={query.filter}
          choices={choices}
          currency={context.currency}
          onApply={(filter) => {
            url.go({ filter: formatFilterParam(filter) });
            clearSelection();
          }}
          onClose={onClose}
        />
      );
    case 'save':
      return (
        <SaveViewDialog
          company={company}
          opened={opened}
          current={{ ...query, columns: columns.arrangement }}
          onSaved={(view) => url.go({ view }, { replace: true })}
          onClose={onClose}
        />
      );
    case 'delete': {
      const onDeleted = () => url.go({ view: null }, { replace: true });
      return opened && <DeleteViewDialog company={company} view={opened} onDeleted={onDeleted} onClose={onClose} />;
    }
    case 'bulk':
      return <BulkDialog {...dialog} {...{ query, summary, context, onClose }} onRun={clearSelection} />;
    case 'scheduled_exports':
      return (
        <Overlay kind="form" title={<FormattedMessage id="advanced.byMail.title" />} onClose={onClose}>
          <ScheduledExports company={company} />
        </Overlay>
      );
    case 'export':
      return (
        <ExportDialog
          {...dialog}
          columns={fileColumns(columns)}
          query={query}
          matchCount={summary?.count ?? null}
          context={context}
          onClose={onClose}
        />
      );
  }
}
