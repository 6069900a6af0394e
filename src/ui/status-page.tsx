/** A page that says one thing: what is the matter, why, and what can be done now. */
import { Title2, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    gap: '16px',
    boxSizing: 'border-box',
    minHeight: '60dvh',
    padding: '32px 16px',
  },
  art: { color: tokens.colorBrandForeground1, '& svg': { display: 'block', width: '96px', height: '96px' } },
  title: { margin: 0, textAlign: 'center', textWrap: 'balance' },
  text: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    maxWidth: '56ch',
    color: tokens.colorNeutralForeground2,
    '& p': { margin: 0, textWrap: 'pretty' },
  },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px', marginTop: '8px' },
});

export function StatusPage(props: {
  art?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  level?: 'h1' | 'h2';
  className?: string;
}) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.page, props.className)}>
      {props.art && (
        <div className={styles.art} aria-hidden>
          {props.art}
        </div>
      )}
      <Title2 as={props.level ?? 'h1'} className={styles.title} tabIndex={-1} data-page-heading>
        {props.title}
      </Title2>
      {props.children && <div className={styles.text}>{props.children}</div>}
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </div>
  );
}
