/** Numbers that one came for: each large, with what it counts, how it moves in words, and the way to the list behind it. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useLocalPath } from '../address/local-link.tsx';
import { PHONE } from '../theme/breakpoints.ts';
import { stateColours, type StateName } from '../theme/state-colours.ts';
import { tabular, type, noWrap, weight } from '../theme/sizes.ts';

/** Where an amount does not fit in the large size. */
const NARROW = '@container (max-width: 239px)';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(160px, 100%), 1fr))',
    gap: '12px',
    [`@media ${PHONE}`]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    '& > li': { containerType: 'inline-size' },
    // Four stand in one line or two by two, never three and one.
    '&:has(> :nth-child(4):last-child)': {
      gridTemplateColumns: 'repeat(auto-fit, minmax(max(25% - 10px, min(50% - 8px, (676px - 100%) * 999)), 1fr))',
    },
  },
  figure: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    boxSizing: 'border-box',
    padding: '12px 16px',
    [NARROW]: { paddingInline: '12px' },
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
  },
  link: {
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground1Hover,
      border: `1px solid ${tokens.colorNeutralStroke1}`,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  label: { ...type.body, color: tokens.colorNeutralForeground2 },
  value: { ...type.hero, ...tabular, ...noWrap, fontWeight: weight.bold, [NARROW]: type.title },
  trend: { ...type.note, color: tokens.colorNeutralForeground3 },
  attention: { color: stateColours.attention.foreground },
  no: { color: stateColours.no.foreground },
});

export interface Stat {
  label: ReactNode;
  value: ReactNode;
  /** How it stands to before, in words: "3 more than last week". */
  trend?: ReactNode;
  /** The list behind it, a path of `paths` with its query. */
  to?: string;
  /** Only for what somebody has to see to. */
  state?: Extract<StateName, 'attention' | 'no'>;
}

export function Stats({ label, figures }: { label: string; figures: readonly Stat[] }) {
  const styles = useStyles();
  const id = useId();
  const localPath = useLocalPath();
  return (
    <ul className={styles.list} aria-label={label}>
      {figures.map((figure, index) => {
        const inside = (
          <>
            <span className={styles.label}>{figure.label}</span>
            <span className={mergeClasses(styles.value, figure.state && styles[figure.state])}>{figure.value}</span>
            {figure.trend && <span className={styles.trend}>{figure.trend}</span>}
          </>
        );
        return (
          // Their order is all that tells them apart, and it does not change.
          <li key={`${id}-${String(index)}`}>
            {figure.to === undefined ? (
              <div className={styles.figure}>{inside}</div>
            ) : (
              <Link className={mergeClasses(styles.figure, styles.link)} to={localPath(figure.to)}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
