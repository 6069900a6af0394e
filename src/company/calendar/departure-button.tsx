/**
 * A departure in a grid: opens its day, is selected, is carried to another place (`use-departure-grid.tsx`). Its name says all of it,
 * as a narrow day shows a part. Who may select has it as an option of its day, who reads has a button.
 */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo } from 'react';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { CalendarScope } from './calendar-scope.ts';
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
  chosen: {
    boxShadow: `0 0 0 2px ${tokens.colorBrandStroke1}`,
    '@media (hover: hover)': { ':hover': { boxShadow: `0 0 0 2px ${tokens.colorBrandStroke1}` } },
  },
});

export interface DepartureButtonProps {
  departure: CalendarDeparture;
  scope: CalendarScope;
  isChosen: boolean;
  /** Tab stops here. */
  isStop: boolean;
  /** With the tour's name where there is room for it. */
  layout: 'month' | 'week';
}

/** The departures of a place of a grid, of which several can be selected. */
export const selectableOptions = ({ mayChange }: CalendarScope, label: string) =>
  mayChange ? { role: 'listbox', 'aria-multiselectable': true, 'aria-label': label } : {};

/** A place of a grid is selected when all that can be is. */
export const areAllSelected = (departures: readonly CalendarDeparture[], chosen: ReadonlyMap<Uuid, unknown>) =>
  chosen.size > 0 &&
  departures.some(({ id }) => chosen.has(id)) &&
  departures.every((one) => chosen.has(one.id) || !isChangeable(one));

export const DepartureButton = memo(function DepartureButton(props: DepartureButtonProps) {
  const { departure, scope, isChosen, isStop, layout } = props;
  const styles = useStyles();
  return (
    <div
      className={mergeClasses(styles.button, isChosen && styles.chosen)}
      data-departure={departure.id}
      data-on={departure.localDate}
      tabIndex={isStop ? 0 : -1}
      aria-label={scope.said(departure)}
      role={scope.mayChange ? 'option' : 'button'}
      {...(scope.mayChange && isChangeable(departure) ? { 'aria-selected': isChosen } : {})}
    >
      <DepartureEntry departure={departure} scope={scope} layout={layout} isChosen={isChosen} isSaid />
    </div>
  );
});
