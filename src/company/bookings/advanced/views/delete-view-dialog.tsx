import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { deleteBookingView, type SavedView } from '../../../../data/booking-views.ts';
import type { FailureCode } from '../../../../domain/result.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import { queryClient } from '../../../../online/query-client.ts';
import { FAILURE_TEXTS } from '../../../../ui/failure-texts.ts';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { Message } from '../../../../ui/message.tsx';

/** Takes a view away from the whole team. */
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
  const [failure, setFailure] = useState<Exclude<FailureCode, 'refused'> | null>(null);
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="advanced.view.delete.title" values={{ name: view.name }} />}
      confirm={<FormattedMessage id="advanced.view.delete.confirm" />}
      onClose={onClose}
      onConfirm={async () => {
        const answer = await deleteBookingView(company, view.id);
        if (!answer.ok) {
          setFailure(answer.code);
          return false;
        }
        await queryClient.invalidateQueries({ queryKey: [company, 'booking-views'] });
        onDeleted();
        return true;
      }}
    >
      <FormattedMessage id="advanced.view.delete.text" />
      {failure && (
        <Message state="no" alert>
          <FormattedMessage id={FAILURE_TEXTS[failure]} />
        </Message>
      )}
    </FormDialog>
  );
}
