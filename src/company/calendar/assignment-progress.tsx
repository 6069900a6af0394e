/** Progress of an assignment to several departures, with a stop button. */
import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDirtyForm } from '../../ui/form/dirty-forms.ts';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { useConfirmClose } from '../../ui/overlays/use-confirm-close.ts';

const useStyles = makeStyles({
  closeWarning: { flex: '1 0 100%', order: 1, color: tokens.colorNeutralForeground2 },
});

export interface AssignmentProgressProps {
  title: ReactNode;
  done: number;
  count: number;
  /** A running request still finishes. */
  onStop(): void;
}

export function AssignmentProgress({ title, done, count, onStop }: AssignmentProgressProps) {
  const styles = useStyles();
  const intl = useIntl();
  const confirmClose = useConfirmClose(true, onStop);
  // Leaving the page stops the run.
  useDirtyForm(true, [], { isWork: true });
  return (
    <Overlay
      kind="form"
      title={title}
      onClose={confirmClose.onClose}
      footer={
        <>
          {confirmClose.isClosePending && (
            <span role="alert" className={styles.closeWarning}>
              <FormattedMessage id="run.closeAgain" />
            </span>
          )}
          <Button onClick={onStop} data-first>
            <FormattedMessage id="run.stop" />
          </Button>
        </>
      }
    >
      <Spinner
        size="tiny"
        labelPosition="after"
        label={intl.formatMessage({ id: 'calendar.guide.step' }, { done, count })}
      />
    </Overlay>
  );
}
