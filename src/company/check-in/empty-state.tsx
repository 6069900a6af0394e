import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '8px',
    padding: '48px 24px',
    textAlign: 'center',
    maxWidth: '440px',
    margin: '0 auto',
  },
  icon: {
    display: 'grid',
    placeItems: 'center',
    width: '72px',
    height: '72px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: '36px',
    color: tokens.colorBrandForeground1,
    backgroundColor: tokens.colorBrandBackground2,
  },
  title: {
    margin: '8px 0 0',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    textWrap: 'balance',
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2, textWrap: 'pretty' },
  action: { paddingTop: '8px' },
});

export interface EmptyStateProps {
  icon: ReactElement;
  title: ReactNode;
  text: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  const styles = useStyles();
  return (
    <div className={styles.box}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
