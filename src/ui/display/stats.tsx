/** Key figures: each with its label, its trend in words and a link to the list behind it. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useLocalPath } from '../address/local-link.tsx';
import { PHONE } from '../theme/breakpoints.ts';
import { stateColours, type StateName } from '../theme/state-colours.ts';
import { tabular, type, noWrap, weight } from '../theme/sizes.ts';

/** Container width below which a large amount doesn't fit. */
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
    // Four figures are laid out in one row or two by two, never three and one. 676px are four of 160px with gaps.
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
  /** Comparison with the previous period in words: "3 more than last week". */
  trend?: ReactNode;
  /** The list behind it: a path of `paths` with its query. */
  to?: string;
  /** Only for a figure that requires action. */
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
          // Figures have no id, and their order doesn't change.
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
