import type { Figures } from '../../../data/dashboard.ts';
import type { Measure } from '../../../domain/figures.ts';
import type { Formats } from '../../../ui/use-formats.ts';
import type { Links } from '../links.ts';

export interface ChartsProps {
  figures: Figures;
  formats: Formats;
  links: Links;
  measure: Measure;
  onMeasure(measure: Measure): void;
  /** On paper every chart has its table, and nothing is to be pressed. */
  isPaper?: boolean;
}
