import type { Figures } from '../../../data/dashboard.ts';
import type { Measure } from '../../../domain/figures.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import type { Links } from '../dashboard-links.ts';

export interface ChartProps {
  figures: Figures;
  formats: Formats;
  links: Links;
  /** On paper every chart has its table, and nothing is to be pressed. */
  isPaper?: boolean;
}

export interface ChartsProps extends ChartProps {
  measure: Measure;
  onMeasure(measure: Measure): void;
}
