/** Vertical columns, optionally stacked, with the previous period as a line; each links to its list. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { scaleBand, scaleLinear } from 'd3-scale';
import { curveStep, line, stack } from 'd3-shape';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useLocalPath } from '../../../ui/address/local-link.tsx';
import { tabular } from '../../../ui/theme/sizes.ts';
import { CARD, GRID, INK, QUIET_INK } from './colours.ts';

const useStyles = makeStyles({
  chart: { ...tabular, fontSize: '12px', fontFamily: tokens.fontFamilyBase },
  column: { ':hover > rect:first-child': { fillOpacity: 1 } },
});

export interface Column {
  key: string;
  /** Axis label. */
  label: string;
  /** Tooltip with all values. */
  title: string;
  /** Values by part name; a missing part is zero. */
  values: Readonly<Record<string, number>>;
  /** Value in the previous period. */
  before?: number;
  to: string | null;
}

export interface ColumnChartProps {
  width: number;
  columns: readonly Column[];
  series: readonly { name: string; colour: string }[];
  /** Formats a value at the axis. */
  tick(value: number): string;
  height?: number;
}

const [TOP, BOTTOM, TICKS, CHARACTER] = [8, 24, 4, 7];

export function ColumnChart({ width, columns, series, tick, height = 220 }: ColumnChartProps) {
  const styles = useStyles();
  const localPath = useLocalPath();
  const names = series.map(({ name }) => name);
  const totals = columns.map((column) => names.reduce((sum, name) => sum + (column.values[name] ?? 0), 0));
  const max = Math.max(...totals, ...columns.map(({ before = 0 }) => before), 1);
  const y = useMemo(() => scaleLinear([0, max], [height - BOTTOM, TOP]).nice(TICKS), [max, height]);
  const ticks = y.ticks(TICKS).filter(Number.isInteger);
  const left = Math.max(...ticks.map((value) => tick(value).length)) * (CHARACTER + 1) + 8;
  const x = scaleBand(
    columns.map(({ key }) => key),
    [left, width],
  ).paddingInner(columns.length > 24 ? 0.2 : 0.35);
  const step = x.step();
  // Shows only every n-th label, so that labels do not overlap.
  const longest = Math.max(...columns.map(({ label }) => label.length)) * CHARACTER + 8;
  const labelInterval = Math.max(1, Math.ceil(longest / step));
  const stacked = stack<Column>()
    .keys(names)
    .value((column, name) => column.values[name] ?? 0)([...columns]);
  const center = (key: string) => (x(key) ?? 0) + x.bandwidth() / 2;
  const beforePath = line<Column>()
    .x(({ key }) => center(key))
    .y((column) => y(column.before ?? 0))
    .curve(curveStep)([...columns]);
  const hasBefore = columns.some((column) => (column.before ?? 0) > 0);
  return (
    <svg className={styles.chart} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {ticks.map((value) => (
        <g key={value} transform={`translate(0 ${y(value)})`}>
          <line x1={left} x2={width} stroke={GRID} />
          <text x={left - 8} dy="0.35em" textAnchor="end" fill={QUIET_INK}>
            {tick(value)}
          </text>
        </g>
      ))}
      {columns.map((column, index) => {
        const content = (
          <>
            {/* The hit area is the full height, not just the drawn column. */}
            <rect x={center(column.key) - step / 2} y={0} width={step} height={height} fill={GRID} fillOpacity={0} />
            {series.map(({ name, colour }, layer) => {
              const [low, high] = stacked[layer]?.[index] ?? [0, 0];
              const [top, bottom] = [y(high), y(low)];
              return bottom - top < 0.5 ? null : (
                <rect
                  key={name}
                  x={x(column.key)}
                  y={top}
                  width={x.bandwidth()}
                  height={bottom - top}
                  fill={colour}
                  stroke={CARD}
                  strokeWidth={step > 12 ? 1 : 0}
                  rx={step > 20 ? 2 : 0}
                />
              );
            })}
            <title>{column.title}</title>
          </>
        );
        return column.to === null ? (
          <g key={column.key}>{content}</g>
        ) : (
          <Link key={column.key} className={styles.column} to={localPath(column.to)} tabIndex={-1}>
            {content}
          </Link>
        );
      })}
      {hasBefore && (
        <path
          d={beforePath ?? ''}
          fill="none"
          stroke={INK}
          strokeWidth={1.5}
          strokeDasharray="4 3"
          pointerEvents="none"
        />
      )}
      {columns.map(({ key, label }, index) =>
        index % labelInterval === 0 ? (
          <text
            key={key}
            x={Math.min(
              Math.max(center(key), left + (label.length * CHARACTER) / 2 - 4),
              width - (label.length * CHARACTER) / 2 + 4,
            )}
            y={height - 6}
            textAnchor="middle"
            fill={QUIET_INK}
          >
            {label}
          </text>
        ) : null,
      )}
    </svg>
  );
}
