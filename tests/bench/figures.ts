/** The result of a benchmark, and how the table is printed. */

export interface Figure {
  what: string;
  /** In `unit`: milliseconds, bytes, requests, a ratio … */
  value: number;
  unit: 'ms' | 'kB' | 'MB' | 's' | '×' | 'requests' | '/s' | 'busy' | 'devices' | 'shift' | 'deliveries' | 'bookings';
  /** The maximum, in the same unit. */
  budget: number | null;
  /** What it is compared with: a lower bound, or another product. */
  /** `atMost`: the maximum ratio. */
  beside?: { what: string; value: number; atMost?: number };
  note?: string;
}

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** Returns the percentile `p` (0 to 1) of the sample. */
export function percentile(values: readonly number[], p: number): number {
  const all = sorted(values);
  const value = all[Math.min(all.length - 1, Math.ceil(p * all.length) - 1)];
  if (value === undefined) throw new Error('Nothing was measured.');
  return value;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

const formatValue = (value: number, unit: Figure['unit']) => {
  const digits =
    unit === 'shift'
      ? 3
      : unit === 'MB' || unit === '×' || unit === 's' || unit === 'busy'
        ? 2
        : unit === 'ms' && value < 10
          ? 1
          : 0;
  return `${value.toFixed(digits)}${unit === '×' ? '×' : ` ${unit}`}`;
};

/** Formats a Markdown table with each figure's budget and its ratio to what it is compared with. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, budget, beside, note }) => {
    const result = budget === null ? '' : value <= budget ? 'kept' : 'MISSED';
    const times = beside && unit !== '×' ? value / beside.value : null;
    const maxRatio = beside?.atMost;
    const ratio =
      times === null
        ? ''
        : `${times.toFixed(1)}×${maxRatio === undefined ? '' : ` of ${maxRatio}×: ${times <= maxRatio ? 'kept' : 'MISSED'}`}`;
    const floor = beside ? `${formatValue(beside.value, unit)} (${beside.what})` : '';
    return [
      what,
      formatValue(value, unit),
      budget === null ? '–' : formatValue(budget, unit),
      result,
      floor,
      ratio,
      note ?? '',
    ];
  });
  const head = ['what', 'measured', 'budget', '', 'floor or peer', 'ratio', 'note'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
