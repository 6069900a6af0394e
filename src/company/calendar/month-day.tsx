/** Day cell of a month: number, departures, and how many more there are. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { PHONE } from '../../ui/theme/breakpoints.ts';
import { tabular, type, weight } from '../../ui/theme/sizes.ts';
import type { CalendarContext } from './calendar-context.ts';
import { dayLabel } from './day-label.ts';
import { DepartureButton, areAllSelected, selectableOptions } from './departure-button.tsx';

/** Lines that fit into a day on a 900 px high screen. */
export const MAX_VISIBLE_DEPARTURES = 4;
/**
 * Keys of a day's lines, so that another month updates them in place. A scrolled day uses the ids instead: otherwise
 * the focus would stay on the same element, and its new departure would not be announced.
 */
const LINES = Array.from({ length: MAX_VISIBLE_DEPARTURES }, (_, line) => line);

const OFF = `color-mix(in srgb, ${tokens.colorNeutralForeground3} 14%, transparent)`;
const OFF_HATCH = `repeating-linear-gradient(135deg, transparent 0 6px, ${OFF} 6px 8px)`;

const useStyles = makeStyles({
  cell: {
    height: '124px',
    [`@media ${PHONE}`]: { height: '84px' },
    padding: 0,
    verticalAlign: 'top',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '&[data-over]': { backgroundColor: tokens.colorBrandBackground2 },
  },
  outside: { backgroundColor: tokens.colorNeutralBackground2 },
  // Days off are hatched, with the reason next to the number.
  off: { backgroundImage: OFF_HATCH },
  dayOffText: {
    ...type.note,
    lineHeight: '24px',
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 1,
    overflow: 'hidden',
    position: 'absolute',
    insetBlockStart: '4px',
    insetInline: '32px 4px',
    pointerEvents: 'none',
    color: tokens.colorNeutralForeground2,
    '@container (max-width: 64px)': { display: 'none' },
  },
  inside: {
    position: 'relative',
    minHeight: '124px',
    height: '100%',
    containerType: 'inline-size',
    [`@media ${PHONE}`]: { minHeight: '84px' },
  },
  day: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    alignItems: 'flex-start',
    boxSizing: 'border-box',
    padding: '4px',
    border: 'none',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    '@media (hover: hover)': { ':hover': { boxShadow: `inset 0 0 0 1px ${tokens.colorNeutralStroke1}` } },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  opened: { boxShadow: `inset 0 0 0 2px ${tokens.colorBrandStroke1}` },
  number: {
    ...type.body,
    ...tabular,
    width: '24px',
    lineHeight: '24px',
    textAlign: 'center',
    borderRadius: tokens.borderRadiusCircular,
    color: tokens.colorNeutralForeground2,
  },
  today: {
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: weight.bold,
  },
  // Clicks between the lines go to the day.
  list: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    padding: '30px 4px 4px',
    pointerEvents: 'none',
    '& [data-departure]': { pointerEvents: 'auto' },
    // A line is too small for a finger, so touch opens the day.
    '@media (pointer: coarse)': { '& [data-departure]': { pointerEvents: 'none' } },
    [`@media ${PHONE}`]: {
      flexDirection: 'row',
      flexWrap: 'wrap',
      padding: '30px 2px 2px',
      '& [data-departure]': { width: 'auto' },
    },
  },
  options: { display: 'contents' },
  more: {
    ...type.note,
    padding: '0 8px',
    [`@media ${PHONE}`]: { padding: '0 2px' },
    color: tokens.colorNeutralForeground2,
    fontWeight: weight.bold,
  },
});

interface MonthDayProps {
  date: LocalDate;
  departures: readonly CalendarDeparture[];
  selected: ReadonlyMap<Uuid, unknown>;
  context: CalendarContext;
  isOutside: boolean;
  isOpened: boolean;
  isTabStop: boolean;
  /** Whether there is room only for icons. */
  isShort: boolean;
  /** Index of the first visible line of a full day. */
  from: number;
}

/** Splits a day's departures; in a full day one line says how many are hidden. */
function visibleLines(departures: readonly CalendarDeparture[], from: number) {
  if (departures.length <= MAX_VISIBLE_DEPARTURES) return { visible: departures, hidden: [] };
  const visible = departures.slice(from, from + MAX_VISIBLE_DEPARTURES - 1);
  return { visible, hidden: departures.filter((departure) => !visible.includes(departure)) };
}

export const MonthDay = memo(function MonthDay(props: MonthDayProps) {
  const { date, departures, selected, context, isOutside, isOpened, isTabStop, isShort, from } = props;
  const styles = useStyles();
  const intl = useIntl();
  const { visible, hidden } = visibleLines(departures, from);
  const isToday = date === context.today;
  const dayOffText = context.dayOffText(date);
  return (
    <td
      className={mergeClasses(styles.cell, isOutside && styles.outside, dayOffText !== '' && styles.off)}
      data-drop={date}
      {...(context.mayChange ? { 'aria-selected': areAllSelected(departures, selected) } : {})}
    >
      <div className={styles.inside}>
        <button
          type="button"
          className={mergeClasses(styles.day, isOpened && styles.opened)}
          data-date={date}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={dayLabel(context.formats.date(date), date, { context, intl })}
          {...(isToday ? { 'aria-current': 'date' as const } : {})}
        >
          <span className={mergeClasses(styles.number, isToday && styles.today)} aria-hidden>
            {intl.formatNumber(Number(date.slice(8)))}
          </span>
        </button>
        {/* Outside of the button, whose accessible name differs from this text (WCAG 2.5.3). */}
        {dayOffText && (
          <span className={styles.dayOffText} title={dayOffText} aria-hidden>
            {dayOffText}
          </span>
        )}
        <div className={styles.list}>
          {visible.length > 0 && (
            <div className={styles.options} {...selectableOptions(context, context.formats.date(date))}>
              {LINES.slice(0, visible.length).map((line) => (
                <DepartureButton
                  key={from > 0 ? visible[line]!.id : line}
                  departure={visible[line]!}
                  context={context}
                  isSelected={selected.has(visible[line]!.id)}
                  isTabStop={isTabStop && line === 0}
                  layout="month"
                />
              ))}
            </div>
          )}
          {hidden.length > 0 && (
            <span className={styles.more}>
              <FormattedMessage
                id={isShort ? 'calendar.moreShort' : 'calendar.more'}
                values={{ count: hidden.length, chosen: hidden.filter(({ id }) => selected.has(id)).length }}
              />
            </span>
          )}
        </div>
      </div>
    </td>
  );
});
