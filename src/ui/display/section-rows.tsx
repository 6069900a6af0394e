/** A list inside a section: each row has a name, a state and an action at its end. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { density, tabular, type, weight } from '../theme/sizes.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    minHeight: density.row,
    padding: '6px 0',
    ':not(:last-child)': { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  // On a narrow phone a long action wraps below the text.
  text: { flex: '1 1 140px', minWidth: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '2px' },
  name: { ...type.body, fontWeight: weight.bold, overflowWrap: 'anywhere' },
  code: tabular,
  state: {
    ...type.note,
    color: tokens.colorNeutralForeground3,
    '& > [data-badge]': { marginBlock: '4px', marginInlineEnd: '4px' },
  },
});

export function SectionRows({ children }: { children: ReactNode }) {
  return <ul className={useStyles().list}>{children}</ul>;
}

export interface SectionRowProps {
  name: ReactNode;
  /** The name is a code, shown with tabular digits. */
  isCode?: boolean;
  state: ReactNode;
  action: ReactNode;
}

export function SectionRow({ name, isCode = false, state, action }: SectionRowProps) {
  const styles = useStyles();
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <span className={mergeClasses(styles.name, isCode && styles.code)}>{name}</span>
        <span className={styles.state}>{state}</span>
      </div>
      {action}
    </li>
  );
}
