/** An empty, blocked or missing page: an illustration, one sentence and a next step. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { type, weight } from '../theme/sizes.ts';

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '16px',
    boxSizing: 'border-box',
    maxWidth: '440px',
    margin: '0 auto',
    padding: '32px 24px',
    textAlign: 'center',
  },
  page: { maxWidth: 'none', minHeight: '60dvh', paddingInline: '16px' },
  drawing: { color: tokens.colorBrandForeground1, '& svg': { display: 'block', width: '96px', height: '96px' } },
  sentence: { ...type.lead, margin: 0, fontWeight: weight.regular, textWrap: 'balance' },
  heading: { ...type.hero, fontWeight: weight.bold },
  text: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    maxWidth: '56ch',
    color: tokens.colorNeutralForeground2,
    '& p': { margin: 0, textWrap: 'pretty' },
  },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px' },
});

export interface EmptyStateProps {
  drawing?: ReactNode;
  /** One sentence that names the problem. */
  title: ReactNode;
  /** The reason, if the title doesn't give it. */
  children?: ReactNode;
  actions?: ReactNode;
  /** The state fills the page and provides its heading. */
  page?: boolean;
  className?: string;
}

export function EmptyState({ drawing, title, children, actions, page = false, className }: EmptyStateProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.box, page && styles.page, className)}>
      {drawing && (
        <div className={styles.drawing} aria-hidden>
          {drawing}
        </div>
      )}
      {page ? (
        <h1 className={mergeClasses(styles.sentence, styles.heading)} tabIndex={-1} data-page-heading>
          {title}
        </h1>
      ) : (
        <h2 className={styles.sentence}>{title}</h2>
      )}
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
