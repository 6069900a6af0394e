import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { type, weight } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '16px',
    padding: '32px 24px',
    textAlign: 'center',
    maxWidth: '440px',
    margin: '0 auto',
  },
  drawing: { width: '96px', height: '96px', color: tokens.colorBrandForeground1 },
  sentence: { ...type.lead, margin: 0, fontWeight: weight.regular, textWrap: 'balance' },
});

export interface EmptyStateProps {
  drawing: ReactElement;
  /** One sentence: why there is nothing. */
  children: ReactNode;
  /** The one next step. */
  action: ReactNode;
}

/** Never a dead end: a picture, a sentence, and the button that leads on. */
export function EmptyState({ drawing, children, action }: EmptyStateProps) {
  const styles = useStyles();
  return (
    <div className={styles.box}>
      <span className={styles.drawing} aria-hidden>
        {drawing}
      </span>
      <h2 className={styles.sentence}>{children}</h2>
      {action}
    </div>
  );
}
