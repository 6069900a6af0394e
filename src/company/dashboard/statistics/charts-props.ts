import type { Figures } from '../../../data/dashboard.ts';
import type { Measure } from '../../../domain/figures.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import type { Links } from '../dashboard-links.ts';

export interface ChartProps {
  figures: Figures;
  formats: Formats;
  links: Links;
  /** In print every chart includes its table and nothing is interactive. */
  isPrint?: boolean;
}

export interface ChartsProps extends ChartProps {
  measure: Measure;
  onMeasure(measure: Measure): void;
}
