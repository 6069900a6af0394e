import { FormattedMessage } from 'react-intl';
import { deleteScheduledExport, type ScheduledExport, type ScheduledExports } from '../../data/scheduled-exports.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { useFormatExport } from './use-format-export.ts';

interface DeleteExportProps {
  company: Uuid;
  export: ScheduledExport;
  response: ScheduledExports;
  onClose(): void;
}

export function DeleteExport({ company, export: exportToDelete, response, onClose }: DeleteExportProps) {
  const saving = useMutation({ send: deleteScheduledExport, invalidates: [[company, 'scheduled-exports']] });
  const name = useFormatExport(response).name(exportToDelete);
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="exports.delete.title" values={{ name }} />}
      confirm={<FormattedMessage id="exports.delete.confirm" />}
      onClose={onClose}
      onConfirm={async () => (await saving.save({ company, id: exportToDelete.id })).ok}
    >
      <p>
        <FormattedMessage id="exports.delete.text" />
      </p>
      <SaveFailed result={saving.result} />
    </FormDialog>
  );
}
