/** Asks for confirmation of a drop with conflicts, and lists them. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Conflict } from '../../domain/assignment.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { ConflictList } from './conflict-list.tsx';
import type { PlannerContext } from './planner-context.ts';
import type { AssignmentChange, Assignments } from './use-assignments.ts';
import { ActionFailed } from '../../ui/form/save-failed.tsx';
import type { Failure } from '../../domain/result.ts';

const useStyles = makeStyles({ body: { display: 'grid', gap: '16px' } });

export interface ConfirmConflictDialogProps {
  change: AssignmentChange;
  name: string;
  conflicts: readonly Conflict[];
  context: PlannerContext;
  act: Assignments['act'];
  onClose(): void;
}

export function ConfirmConflictDialog({ change, name, conflicts, context, act, onClose }: ConfirmConflictDialogProps) {
  const styles = useStyles();
  const [failed, setFailed] = useState<Failure | string | null>(null);
  return (
    <FormDialog
      kind="confirm"
      title={
        <FormattedMessage
          id="planner.assignAnyway.title"
          values={{ name, departure: context.departureName(change.departure) }}
        />
      }
      confirm={<FormattedMessage id="planner.assign.ignoreConflicts" values={{ name }} />}
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await act({ ...change, ignoreConflicts: true });
        if (outcome.kind === 'failed') setFailed(outcome.failure ?? outcome.text);
        return outcome.kind === 'done';
      }}
    >
      <div className={styles.body}>
        <ConflictList conflicts={conflicts} context={context} />
        <ActionFailed failure={failed} />
      </div>
    </FormDialog>
  );
}
