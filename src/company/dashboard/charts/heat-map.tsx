/** Heat map of occupancy by weekday and hour, with the percentage in each cell; cells link to their list. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { scaleBand, scaleThreshold, type ScaleBand } from 'd3-scale';
import { tabular, weight } from '../../../ui/theme/sizes.ts';
import { ChartLink } from './chart-link.tsx';
import { CARD, GRID, HEAT, INK, ON_HEAT, QUIET_INK } from './colours.ts';

const useStyles = makeStyles({
  map: { ...tabular, fontSize: '12px', fontFamily: tokens.fontFamilyBase },
  value: { fontWeight: weight.bold },
});

export interface HeatCell {
  /** 1 is Monday. */
  weekday: number;
  hour: number;
  /** Occupancy from 0 to 1, or more if overbooked. */
  share: number;
  value: string;
  title: string;
  to: string | null;
}

/** Four opacities; none lies between the third and the last, where neither dark nor light text has enough contrast. */
export const DEPTHS = [0.08, 0.22, 0.42, 1];
const depth = scaleThreshold<number, number>([0.25, 0.5, 0.75], DEPTHS);

/** Sizes in pixels. Cells narrower than `MIN_TEXT_WIDTH` show no percentage. */
const [ROW_HEIGHT, HEADER_HEIGHT, MIN_TEXT_WIDTH, CHARACTER_WIDTH, HOUR_WIDTH] = [32, 20, 30, 7, 40];

export interface HeatMapProps {
  width: number;
  cells: readonly HeatCell[];
  /** Starting with Monday. */
  weekdays: readonly string[];
  hourName(hour: number): string;
}

export function HeatMap({ width, cells, weekdays, hourName }: HeatMapProps) {
  const styles = useStyles();
  const cellHours = cells.map(({ hour }) => hour);
  const [first, last] = [Math.min(...cellHours), Math.max(...cellHours)];
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const left = Math.max(...weekdays.map(({ length }) => length)) * CHARACTER_WIDTH + 8;
  const x = scaleBand(hours, [left, width]).padding(0.04);
  const y = scaleBand([1, 2, 3, 4, 5, 6, 7], [HEADER_HEIGHT, HEADER_HEIGHT + 7 * ROW_HEIGHT]).padding(0.06);
  const labelInterval = Math.ceil(HOUR_WIDTH / x.step());
  const height = HEADER_HEIGHT + 7 * ROW_HEIGHT;
  return (
    <svg className={styles.map} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {hours.map((hour, index) =>
        index % labelInterval === 0 ? (
          <text key={hour} x={(x(hour) ?? 0) + x.bandwidth() / 2} y={12} textAnchor="middle" fill={QUIET_INK}>
            {hourName(hour)}
          </text>
        ) : null,
      )}
      {weekdays.map((name, index) => (
        <g key={name}>
          <text x={0} y={(y(index + 1) ?? 0) + y.bandwidth() / 2} dy="0.35em" fill={INK}>
            {name}
          </text>
          {hours.map((hour) => (
            <rect
              key={hour}
              x={x(hour)}
              y={y(index + 1)}
              width={x.bandwidth()}
              height={y.bandwidth()}
              rx={3}
              fill="none"
              stroke={GRID}
            />
          ))}
        </g>
      ))}
      {cells.map((cell) => (
        <Cell key={`${cell.weekday} ${cell.hour}`} cell={cell} x={x} y={y} />
      ))}
    </svg>
  );
}

interface CellProps {
  cell: HeatCell;
  x: ScaleBand<number>;
  y: ScaleBand<number>;
}

function Cell({ cell, x, y }: CellProps) {
  const styles = useStyles();
  const level = depth(cell.share);
  const [left, top] = [x(cell.hour) ?? 0, y(cell.weekday) ?? 0];
  const box = { x: left, y: top, width: x.bandwidth(), height: y.bandwidth(), rx: 3 };
  return (
    <ChartLink to={cell.to}>
      <rect {...box} fill={CARD} />
      <rect {...box} fill={HEAT} fillOpacity={level} />
      {x.bandwidth() >= MIN_TEXT_WIDTH && (
        <text
          className={styles.value}
          x={left + x.bandwidth() / 2}
          y={top + y.bandwidth() / 2}
          dy="0.35em"
          textAnchor="middle"
          fill={level === 1 ? ON_HEAT : tokens.colorNeutralForeground1}
        >
          {cell.value}
        </text>
      )}
      <title>{cell.title}</title>
    </ChartLink>
  );
}
