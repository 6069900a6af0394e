/** Grid of days whose departures can be opened, selected and dragged by pointer and keyboard. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo, type FocusEvent, type MouseEvent, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { RovingDay } from '../../ui/dates/use-roving-day.ts';
import { tabular, type, weight } from '../../ui/theme/sizes.ts';
import type { CalendarContext } from './calendar-context.ts';
import { formatDragState, type DropTarget } from './drag-state.ts';
import { useDepartureKeys } from './use-departure-keys.ts';
import { useDeparturePointer } from './use-departure-pointer.ts';
import type { Selection } from './use-selection.ts';

const noteStyle = {
  ...type.body,
  ...tabular,
  position: 'fixed',
  zIndex: 300,
  pointerEvents: 'none',
  padding: '6px 12px',
  borderRadius: tokens.borderRadiusMedium,
  backgroundColor: tokens.colorNeutralBackgroundInverted,
  color: tokens.colorNeutralForegroundInverted,
  boxShadow: tokens.shadow16,
  fontFamily: tokens.fontFamilyBase,
  fontWeight: weight.bold,
} as const;

const useStyles = makeStyles({
  ghost: { ...noteStyle, top: 0, left: 0, whiteSpace: 'nowrap' },
  box: {
    position: 'fixed',
    zIndex: 200,
    pointerEvents: 'none',
    border: `1px solid ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorBrandBackground2,
    opacity: 0.35,
  },
  drag: {
    ...noteStyle,
    left: '50%',
    bottom: '72px',
    transform: 'translateX(-50%)',
    maxWidth: 'calc(100vw - 48px)',
    boxSizing: 'border-box',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 12px',
    margin: 0,
  },
  keys: { fontWeight: weight.regular },
});

export interface DepartureGridOptions {
  roving: RovingDay<HTMLTableElement>;
  context: CalendarContext;
  selection: Selection;
  verticalStep: 'week' | 'halfHour';
  onDrop(departure: CalendarDeparture, to: DropTarget): void;
  onReveal?(departure: CalendarDeparture): void;
}

/** Returns the grid's event handlers, and a live region for keyboard drags. */
export function useDepartureGrid(options: DepartureGridOptions) {
  const { roving, context, selection, onDrop } = options;
  const styles = useStyles();
  const intl = useIntl();
  const departureAt = useMemo(() => {
    const departuresById = new Map(context.departures.map((departure) => [departure.id, departure]));
    return (target: EventTarget | null) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-departure]') : null;
      return departuresById.get(button?.dataset['departure'] ?? '') ?? null;
    };
  }, [context]);
  const { drag, ...keys } = useDepartureKeys({ ...options, departureAt });
  const onPointerDown = useDeparturePointer({
    grid: roving.gridRef,
    context,
    classNames: { ghost: styles.ghost, box: styles.box },
    departureAt,
    onDrop,
    onBox: selection.select,
  });

  function onClick(event: MouseEvent): void {
    const target = event.target as HTMLElement;
    const departure = departureAt(target);
    const date = departure?.localDate ?? target.closest<HTMLElement>('[data-date]')?.dataset['date'];
    if (date === undefined) return;
    roving.moveTo(date);
    const isToggle = event.ctrlKey || event.metaKey;
    if (!context.mayChange || (!isToggle && !event.shiftKey)) context.openDay(date);
    else if (!departure) selection.select(context.departuresOn(date), { add: true });
    else if (isToggle) selection.toggle(departure);
    else selection.selectRange(departure);
  }

  /** Moves the tab stop to wherever the focus went, by pointer or script. */
  function onFocus({ target }: FocusEvent): void {
    const date = departureAt(target)?.localDate ?? (target as HTMLElement).dataset['date'];
    if (date !== undefined && date !== roving.tabStop) roving.moveTo(date);
  }

  const note: ReactNode = (
    <div role="status">
      {drag && (
        <p className={styles.drag}>
          <span>{formatDragState(drag, { context, intl })}</span>
          <span className={styles.keys}>{intl.formatMessage({ id: 'calendar.moving.keys' })}</span>
        </p>
      )}
    </div>
  );
  return { grid: { ...keys, onPointerDown, onClick, onFocus }, note };
}
