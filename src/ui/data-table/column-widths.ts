import type { CSSProperties } from 'react';
import type { Columns } from './use-columns.ts';

const TOOL_WIDTH_PX = 48;
/** Padding of a line, at both ends together (`line` in table-styles.ts). */
const LINE_PADDING_PX = 32;

/**
 * Returns the columns as CSS grid tracks. Columns without a chosen width share the free room; number columns don't
 * grow.
 */
export function columnWidths<Row>(
  columns: Columns<Row>,
  { ticks, menus }: { ticks: boolean; menus: boolean },
): CSSProperties {
  const textColumns = columns.visible.filter(({ id, isNumber }) => !isNumber && !columns.isSet(id));
  const growing = textColumns.length > 0 ? textColumns : columns.visible.slice(0, 1);
  const widths = columns.visible.map((column) => {
    const width = columns.widthOf(column.id);
    return growing.includes(column) ? `minmax(${width}px, ${width}fr)` : `${width}px`;
  });
  const total = columns.visible.reduce((sum, { id }) => sum + columns.widthOf(id), 0);
  const tools = [ticks, menus].filter(Boolean).length * TOOL_WIDTH_PX;
  return {
    '--table-columns': [ticks && `${TOOL_WIDTH_PX}px`, ...widths, menus && `${TOOL_WIDTH_PX}px`]
      .filter(Boolean)
      .join(' '),
    '--table-width': `${total + tools + LINE_PADDING_PX}px`,
  } as CSSProperties;
}
