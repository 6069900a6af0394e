/** Asks before unsaved input is discarded or running work is stopped. */
import { Button, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Overlay } from './overlay.tsx';

const useStyles = makeStyles({
  text: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', '& > button': { flex: '1 1 auto' } },
});

export interface DiscardChangesDialogProps {
  title: ReactNode;
  /** Labels of the buttons. */
  keep: ReactNode;
  lose: ReactNode;
  onAnswer(loses: boolean): void;
  children: ReactNode;
}

export function DiscardChangesDialog({ title, keep, lose, onAnswer, children }: DiscardChangesDialogProps) {
  const styles = useStyles();
  return (
    <Overlay
      kind="confirm"
      isAlert
      title={title}
      onClose={() => onAnswer(false)}
      footer={
        <div className={styles.actions}>
          <Button data-first appearance="primary" onClick={() => onAnswer(false)}>
            {keep}
          </Button>
          {/* The destructive button comes last and is the least prominent. */}
          <Button appearance="transparent" onClick={() => onAnswer(true)}>
            {lose}
          </Button>
        </div>
      }
    >
      <p className={styles.text}>{children}</p>
    </Overlay>
  );
}
