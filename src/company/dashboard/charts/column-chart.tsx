/** Vertical columns, optionally stacked, with the previous period as a line; each links to its list. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { scaleBand, scaleLinear } from 'd3-scale';
import { curveStep, line, stack } from 'd3-shape';
import { tabular } from '../../../ui/theme/sizes.ts';
import { ChartLink } from './chart-link.tsx';
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
  /** Values by name of the series; a missing one is zero. */
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

/** Sizes in pixels. */
const [TOP_MARGIN, BOTTOM_MARGIN, CHARACTER_WIDTH] = [8, 24, 7];
const TICK_COUNT = 4;

export function ColumnChart({ width, columns, series, tick, height = 220 }: ColumnChartProps) {
  const styles = useStyles();
  const names = series.map(({ name }) => name);
  const scales = scalesOf({ columns, names, tick }, { width, height });
  const { x, y, step, left, ticks, center } = scales;
  const stacked = stack<Column>()
    .keys(names)
    .value((column, name) => column.values[name] ?? 0)([...columns]);
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
      {columns.map((column, index) => (
        <ChartLink key={column.key} className={styles.column} to={column.to}>
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
        </ChartLink>
      ))}
      <PreviousPeriod columns={columns} scales={scales} />
      <ColumnLabels columns={columns} scales={scales} width={width} height={height} />
    </svg>
  );
}

/** Returns the scales, and the width that the axis takes on the left. */
function scalesOf(
  { columns, names, tick }: Pick<ColumnChartProps, 'columns' | 'tick'> & { names: readonly string[] },
  { width, height }: { width: number; height: number },
) {
  const totals = columns.map((column) => names.reduce((sum, name) => sum + (column.values[name] ?? 0), 0));
  const max = Math.max(...totals, ...columns.map(({ before = 0 }) => before), 1);
  const y = scaleLinear([0, max], [height - BOTTOM_MARGIN, TOP_MARGIN]).nice(TICK_COUNT);
  const ticks = y.ticks(TICK_COUNT).filter(Number.isInteger);
  const left = Math.max(...ticks.map((value) => tick(value).length)) * (CHARACTER_WIDTH + 1) + 8;
  const x = scaleBand(
    columns.map(({ key }) => key),
    [left, width],
  ).paddingInner(columns.length > 24 ? 0.2 : 0.35);
  const center = (key: string) => (x(key) ?? 0) + x.bandwidth() / 2;
  return { x, y, step: x.step(), left, ticks, center };
}

type Scales = ReturnType<typeof scalesOf>;

function PreviousPeriod({ columns, scales: { y, center } }: { columns: readonly Column[]; scales: Scales }) {
  const path = line<Column>()
    .x(({ key }) => center(key))
    .y((column) => y(column.before ?? 0))
    .curve(curveStep)([...columns]);
  if (!columns.some((column) => (column.before ?? 0) > 0)) return null;
  return <path d={path ?? ''} fill="none" stroke={INK} strokeWidth={1.5} strokeDasharray="4 3" pointerEvents="none" />;
}

interface ColumnLabelsProps {
  columns: readonly Column[];
  scales: Scales;
  width: number;
  height: number;
}

/** Shows only every n-th label, so that labels do not overlap. */
function ColumnLabels({ columns, scales: { step, left, center }, width, height }: ColumnLabelsProps) {
  const longest = Math.max(...columns.map(({ label }) => label.length)) * CHARACTER_WIDTH + 8;
  const interval = Math.max(1, Math.ceil(longest / step));
  return columns.map(({ key, label }, index) =>
    index % interval === 0 ? (
      <text
        key={key}
        x={Math.min(
          Math.max(center(key), left + (label.length * CHARACTER_WIDTH) / 2 - 4),
          width - (label.length * CHARACTER_WIDTH) / 2 + 4,
        )}
        y={height - 6}
        textAnchor="middle"
        fill={QUIET_INK}
      >
        {label}
      </text>
    ) : null,
  );
}
