/** The sheets of /local/patterns, for axe and the screenshots. */
import type { ShownScreen } from './shown-screen.ts';

export const PATTERN_SHEETS = [
  'parts',
  'parts-scrolled',
  'queries',
  'table',
  'table-selected',
  'table-coming',
  'table-empty',
  'table-columns',
  'detail',
  'form',
  'form-wrong',
  'form-notices',
  'form-sheet',
  'confirm',
  'fields',
  'sections',
  'blocked',
  'missing',
  'choices',
  'details',
  'page',
  'toasts',
] as const;

export const PATTERN_SCREENS: ShownScreen[] = PATTERN_SHEETS.map((sheet) => ({
  name: `patterns-${sheet}`,
  person: null,
  path: `/local/patterns?of=${sheet}`,
  ready: 'h1',
}));
