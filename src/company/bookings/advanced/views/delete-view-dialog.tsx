import { FormattedMessage } from 'react-intl';
import { deleteBookingView, type SavedView } from '../../../../data/bookings/views.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import { useMutation } from '../../../../online/use-mutation.ts';
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx';
import { SaveFailed } from '../../../../ui/form/save-failed.tsx';

/** Deletes a view for the whole team. */
export function DeleteViewDialog({
  company,
  view,
  onDeleted,
  onClose,
}: {
  company: Uuid;
  view: SavedView;
  onDeleted(): void;
  onClose(): void;
}) {
  const { result, save } = useMutation({
    send: () => deleteBookingView(company, view.id),
    invalidates: [[company, 'booking-views']],
  });
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="advanced.view.delete.title" values={{ name: view.name }} />}
      confirm={<FormattedMessage id="advanced.view.delete.confirm" />}
      onClose={onClose}
      onConfirm={async () => {
        const { ok } = await save(undefined);
        if (ok) onDeleted();
        return ok;
      }}
    >
      <FormattedMessage id="advanced.view.delete.text" />
      <SaveFailed result={result} />
    </FormDialog>
  );
}
