/** A drop that has something against it asks, and says what. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Conflict } from '../../domain/assignment.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { AgainstList } from './against-list.tsx';
import type { LanesScope } from './lanes-scope.ts';
import type { Act, Assigning } from './use-assigning.ts';

const useStyles = makeStyles({ body: { display: 'grid', gap: '16px' } });

export interface DespiteDialogProps {
  asked: Act;
  name: string;
  conflicts: readonly Conflict[];
  scope: LanesScope;
  act: Assigning['act'];
  onClose(): void;
}

export function DespiteDialog({ asked, name, conflicts, scope, act, onClose }: DespiteDialogProps) {
  const styles = useStyles();
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="lanes.despite.title" values={{ name, departure: scope.called(asked.departure) }} />}
      confirm={<FormattedMessage id="lanes.assign.despite" values={{ name }} />}
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await act({ ...asked, despite: true });
        if (outcome.kind === 'failed') setFailed(outcome.text);
        return outcome.kind === 'done';
      }}
    >
      <div className={styles.body}>
        <AgainstList conflicts={conflicts} scope={scope} />
        {failed !== null && (
          <Message state="no" alert>
            {failed}
          </Message>
        )}
      </div>
    </FormDialog>
  );
}
