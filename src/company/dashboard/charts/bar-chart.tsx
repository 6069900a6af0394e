/** Horizontal bars with name and value; each links to its list. As in `ChartLink`, links are no tab stops. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { Link } from 'react-router';
import { useLocalPath } from '../../../ui/address/local-link.tsx';
import { tabular, type } from '../../../ui/theme/sizes.ts';
import { GRID, INK } from './colours.ts';

const useStyles = makeStyles({
  rows: { display: 'grid', gap: '4px' },
  row: {
    ...type.body,
    ...tabular,
    display: 'grid',
    position: 'relative',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 12px',
    padding: '4px 0',
    color: tokens.colorNeutralForeground1,
    borderRadius: tokens.borderRadiusMedium,
    ':has(> a):hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  // Makes the whole row clickable, except for the link of `aside`, which lies above it.
  stretchedLink: {
    color: 'inherit',
    textDecorationLine: 'none',
    '::after': { content: '""', position: 'absolute', inset: 0 },
  },
  aside: {
    position: 'relative',
    zIndex: 1,
    display: 'inline-block',
    margin: '-12px -8px',
    padding: '12px 8px',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  value: { display: 'inline-flex', gap: '12px', color: tokens.colorNeutralForeground2 },
  bar: { gridColumn: '1 / -1' },
});

export interface Bar {
  key: string;
  name: string;
  value: string;
  /** An additional figure with its own link. */
  aside?: { text: string; to: string | null };
  segments: readonly { size: number; colour: string }[];
  /** Length in the previous period. */
  before?: number;
  to: string | null;
}

const BAR_HEIGHT_PX = 10;

const lengthOf = (segments: Bar['segments']) => segments.reduce((sum, { size }) => sum + size, 0);

export function BarChart({ width, bars }: { width: number; bars: readonly Bar[] }) {
  const styles = useStyles();
  const localPath = useLocalPath();
  const x = scaleLinear(
    [0, Math.max(...bars.map((bar) => Math.max(lengthOf(bar.segments), bar.before ?? 0)), 1)],
    [0, width],
  );
  return (
    <div className={styles.rows}>
      {bars.map((bar) => (
        <div key={bar.key} className={styles.row}>
          {bar.to === null ? (
            <span className={styles.name} title={bar.name}>
              {bar.name}
            </span>
          ) : (
            <Link
              className={mergeClasses(styles.name, styles.stretchedLink)}
              title={bar.name}
              to={localPath(bar.to)}
              tabIndex={-1}
            >
              {bar.name}
            </Link>
          )}
          <span className={styles.value}>
            <span>{bar.value}</span>
            {bar.aside &&
              (bar.aside.to === null ? (
                <span>{bar.aside.text}</span>
              ) : (
                <Link className={styles.aside} to={localPath(bar.aside.to)} tabIndex={-1}>
                  {bar.aside.text}
                </Link>
              ))}
          </span>
          <BarDrawing bar={bar} x={x} width={width} />
        </div>
      ))}
    </div>
  );
}

interface BarDrawingProps {
  bar: Bar;
  x: ScaleLinear<number, number>;
  width: number;
}

function BarDrawing({ bar, x, width }: BarDrawingProps) {
  const styles = useStyles();
  const segments = bar.segments.map(({ size, colour }, index) => {
    const from = lengthOf(bar.segments.slice(0, index));
    return { colour, left: x(from), right: x(from + size) };
  });
  return (
    <svg className={styles.bar} width={width} height={BAR_HEIGHT_PX} viewBox={`0 0 ${width} ${BAR_HEIGHT_PX}`}>
      <rect width={width} height={BAR_HEIGHT_PX} rx={3} fill={GRID} fillOpacity={0.5} />
      {segments.map(({ colour, left, right }) => (
        <rect key={colour} x={left} width={Math.max(right - left, 0)} height={BAR_HEIGHT_PX} rx={3} fill={colour} />
      ))}
      {bar.before !== undefined && bar.before > 0 && (
        <line x1={x(bar.before) - 1} x2={x(bar.before) - 1} y2={BAR_HEIGHT_PX} stroke={INK} strokeWidth={2} />
      )}
    </svg>
  );
}
