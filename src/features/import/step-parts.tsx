/** Shared parts of the import steps: progress, failure and footer. */
import { Button, ProgressBar, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { Message } from '../../ui/states/message.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import type { CancellableTask } from './use-cancellable-task.ts';

const useStyles = makeStyles({
  progress: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '8px 16px', alignItems: 'center' },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '8px 16px',
    flexShrink: 0,
  },
  bar: {
    padding: `12px ${gutter}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
});

export function WorkProgress({ work, children }: { work: CancellableTask; children: ReactNode }) {
  const styles = useStyles();
  if (work.share !== null)
    return (
      <div role="status" className={styles.progress}>
        {children}
        <Button onClick={work.stop}>
          <FormattedMessage id="import.stop" />
        </Button>
        <ProgressBar {...(work.share > 0 ? { value: work.share } : {})} aria-hidden />
      </div>
    );
  if (work.failed === null) return null;
  return (
    <Message state="no" alert>
      <FormattedMessage id={work.failed === 'file' ? 'import.file.failed' : FAILURE_TEXTS[work.failed]} />
    </Message>
  );
}

/** `bar` is for a footer below a table that fills the screen. */
export function StepFoot({ bar = false, children }: { bar?: boolean; children: ReactNode }) {
  const styles = useStyles();
  return <div className={bar ? `${styles.foot} ${styles.bar}` : styles.foot}>{children}</div>;
}
