/**
 * Departure in a grid: opens its day, can be selected, and can be dragged (`use-departure-grid.tsx`). Its accessible
 * name is complete even where a narrow day shows only a part. It is an option of its day for users who may select,
 * otherwise a button.
 */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo } from 'react';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { CalendarContext } from './calendar-context.ts';
import { isChangeable } from '../../features/departure-changes/departure-change.ts';
import { DepartureEntry } from './departure-entry.tsx';

const useStyles = makeStyles({
  button: {
    display: 'block',
    position: 'relative',
    width: '100%',
    minWidth: 0,
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusSmall,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    '@media (hover: hover)': { ':hover': { boxShadow: `0 0 0 1px ${tokens.colorNeutralStroke1}` } },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    '&[data-boxed]': { boxShadow: `0 0 0 2px ${tokens.colorBrandStroke1}` },
  },
  selected: {
    boxShadow: `0 0 0 2px ${tokens.colorBrandStroke1}`,
    '@media (hover: hover)': { ':hover': { boxShadow: `0 0 0 2px ${tokens.colorBrandStroke1}` } },
  },
});

export interface DepartureButtonProps {
  departure: CalendarDeparture;
  context: CalendarContext;
  isSelected: boolean;
  /** Whether this is the grid's tab stop. */
  isTabStop: boolean;
  layout: 'month' | 'week';
}

/** Returns the listbox attributes of a cell whose departures can be selected. */
export const selectableOptions = ({ mayChange }: CalendarContext, label: string) =>
  mayChange ? { role: 'listbox', 'aria-multiselectable': true, 'aria-label': label } : {};

/** Whether a cell has selected departures, and no others that could be selected. */
export const areAllSelected = (departures: readonly CalendarDeparture[], selected: ReadonlyMap<Uuid, unknown>) =>
  departures.some(({ id }) => selected.has(id)) &&
  departures.every((departure) => selected.has(departure.id) || !isChangeable(departure));

export const DepartureButton = memo(function DepartureButton(props: DepartureButtonProps) {
  const { departure, context, isSelected, isTabStop, layout } = props;
  const styles = useStyles();
  return (
    <div
      className={mergeClasses(styles.button, isSelected && styles.selected)}
      data-departure={departure.id}
      data-on={departure.localDate}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={context.label(departure)}
      role={context.mayChange ? 'option' : 'button'}
      {...(context.mayChange && isChangeable(departure) ? { 'aria-selected': isSelected } : {})}
    >
      <DepartureEntry departure={departure} context={context} layout={layout} isSelected={isSelected} isLabelled />
    </div>
  );
});
