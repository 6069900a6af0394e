/** Bars below each other, each with its name above and what it comes to at its end; a bar leads to its list. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { scaleLinear } from 'd3-scale';
import { Link } from 'react-router';
import { useLocalPath } from '../../../ui/local-link.tsx';
import { tabular, type } from '../../../ui/theme/sizes.ts';
import { GRID, INK } from './colours.ts';

const useStyles = makeStyles({
  rows: { display: 'grid', gap: '4px' },
  row: {
    ...type.body,
    ...tabular,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 12px',
    padding: '4px 0',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  value: { color: tokens.colorNeutralForeground2 },
  bar: { gridColumn: '1 / -1' },
});

export interface Bar {
  key: string;
  name: string;
  value: string;
  parts: readonly { size: number; colour: string }[];
  /** How long it was in the range before. */
  before?: number;
  to: string | null;
}

const HEIGHT = 10;

export function BarChart({ width, bars }: { width: number; bars: readonly Bar[] }) {
  const styles = useStyles();
  const localPath = useLocalPath();
  const sizeOf = ({ parts }: Bar) => parts.reduce((sum, { size }) => sum + size, 0);
  const x = scaleLinear([0, Math.max(...bars.map((bar) => Math.max(sizeOf(bar), bar.before ?? 0)), 1)], [0, width]);
  return (
    <div className={styles.rows}>
      {bars.map((bar) => {
        let from = 0;
        const inside = (
          <>
            <span className={styles.name} title={bar.name}>
              {bar.name}
            </span>
            <span className={styles.value}>{bar.value}</span>
            <svg className={styles.bar} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
              <rect width={width} height={HEIGHT} rx={3} fill={GRID} fillOpacity={0.5} />
              {bar.parts.map(({ size, colour }) => {
                const left = x(from);
                from += size;
                return (
                  <rect
                    key={colour}
                    x={left}
                    width={Math.max(x(from) - left, 0)}
                    height={HEIGHT}
                    rx={3}
                    fill={colour}
                  />
                );
              })}
              {bar.before !== undefined && bar.before > 0 && (
                <line x1={x(bar.before) - 1} x2={x(bar.before) - 1} y2={HEIGHT} stroke={INK} strokeWidth={2} />
              )}
            </svg>
          </>
        );
        return bar.to === null ? (
          <div key={bar.key} className={styles.row}>
            {inside}
          </div>
        ) : (
          <Link key={bar.key} className={styles.row} to={localPath(bar.to)} tabIndex={-1}>
            {inside}
          </Link>
        );
      })}
    </div>
  );
}
