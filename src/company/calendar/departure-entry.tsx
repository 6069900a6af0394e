/** A departure as one entry: time, tour, seats and problems, never by colour alone. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { CSSProperties, ReactNode } from 'react';
import { availabilityOf, needsGuide, type CalendarDeparture } from '../../domain/calendar.ts';
import { railColour } from '../../ui/theme/rail-colours.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { tabular, type, noWrap, weight } from '../../ui/theme/sizes.ts';
import { WORD_GAP } from '../../lib/word-gap.ts';
import type { CalendarContext } from './calendar-context.ts';
import {
  AVAILABILITY_COLOURS,
  AVAILABILITY_SIGNS,
  BELOW_MINIMUM_SIGN,
  CHOSEN_SIGN,
  DIFFERS_SIGN,
  NO_GUIDE_SIGN,
} from '../../ui/states/departure-signs.tsx';

const useStyles = makeStyles({
  entry: {
    ...type.note,
    ...tabular,
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    padding: '2px 4px 2px 8px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground1,
    '& svg': { flexShrink: 0, fontSize: '12px' },
  },
  // Days of a week are narrow, so the name wraps below the time.
  week: { flexWrap: 'wrap', gap: '0 4px', padding: '4px 4px 4px 8px' },
  tall: { ...type.body, flexWrap: 'wrap', padding: '6px 8px 6px 12px', gap: '8px', '& svg': { fontSize: '16px' } },
  rail: { position: 'absolute', insetInlineStart: 0, insetBlock: 0, width: '3px' },
  time: { ...noWrap, fontWeight: weight.bold },
  title: { flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  tallTitle: { flex: '1 1 96px', whiteSpace: 'normal' },
  // Long words are cut with an ellipsis rather than broken.
  weekTitle: { flex: '1 0 100%', order: 1, whiteSpace: 'normal', overflowWrap: 'normal' },
  space: { flex: '1 1 0' },
  // A narrow month cell has room for time and seats, a narrower one for time and icons, and a phone only for icons. The
  // day pane shows the rest.
  monthTitle: {
    '@container (max-width: 150px)': { visibility: 'hidden' },
    '@container (max-width: 64px)': { display: 'none' },
  },
  seatsAside: { '@container (max-width: 104px)': { display: 'none' } },
  seatsInline: { '@container (max-width: 128px)': { display: 'none' } },
  monthTime: { '@container (max-width: 64px)': { display: 'none' } },
  month: { '@container (max-width: 64px)': { padding: '3px 2px 3px 5px', gap: '2px' } },
  seats: { ...noWrap, color: tokens.colorNeutralForeground2 },
  over: { color: tokens.colorNeutralForeground3 },
  cancelled: { color: tokens.colorNeutralForeground3, '& [data-title]': { textDecorationLine: 'line-through' } },
  selected: { backgroundColor: tokens.colorBrandBackground2 },
  // Generated content, so that the figure is not part of an accessible name that already says it.
  generated: { '::after': { content: 'attr(data-seats)' } },
  icon: { display: 'inline-flex' },
  monthDiffers: { '@container (max-width: 150px)': { display: 'none' } },
  attention: { display: 'inline-flex', color: stateColours.attention.foreground },
  // A narrow line has no room for the mark of a selected departure and its problems.
  besideMark: { '@container (max-width: 104px)': { display: 'none' } },
});

export interface DepartureEntryProps {
  departure: CalendarDeparture;
  context: CalendarContext;
  /** Line of a month, block of a week, or line of a list. */
  layout: 'month' | 'week' | 'tall';
  isSelected?: boolean;
  /** Whether the parent's accessible name already covers everything (`context.label`). */
  isLabelled?: boolean;
}

/** Returns an icon with an accessible name. Not a component, because a month has hundreds of them. */
const sign = (text: string, icon: ReactNode, props: { className: string; style?: CSSProperties }) => (
  <span {...props} title={text} role="img" aria-label={text}>
    {icon}
  </span>
);

export function DepartureEntry({
  departure,
  context,
  layout,
  isSelected = false,
  isLabelled = false,
}: DepartureEntryProps) {
  const styles = useStyles();
  const tour = context.tour(departure.tourId);
  const title = context.title(departure.tourId);
  const isInMonth = layout === 'month';
  const availability = availabilityOf(departure);
  const availabilityText = context.stateTexts[availability];
  const noGuideText = needsGuide(departure) && context.stateTexts.noGuide;
  const belowMinimumText = departure.belowMinimum && context.stateTexts.belowMinimum;
  const differs = context.differs(departure);
  const problem = mergeClasses(styles.attention, isInMonth && isSelected && styles.besideMark);
  return (
    <span
      className={mergeClasses(
        styles.entry,
        styles[layout],
        availability === 'OVER' && styles.over,
        availability === 'CANCELLED' && styles.cancelled,
        isSelected && styles.selected,
      )}
    >
      <span className={styles.rail} style={{ backgroundColor: railColour(tour?.colour ?? '') }} aria-hidden />
      {isSelected && CHOSEN_SIGN}
      <span className={mergeClasses(styles.time, isInMonth && styles.monthTime)}>
        {context.formats.time(departure.startsAt)}
      </span>
      {WORD_GAP}
      <span className={mergeClasses(styles.title, styles[`${layout}Title`])} title={title} data-title>
        {title}
      </span>
      {layout === 'week' && <span className={styles.space} />}
      {noGuideText && sign(noGuideText, NO_GUIDE_SIGN, { className: problem })}
      {belowMinimumText && sign(belowMinimumText, BELOW_MINIMUM_SIGN, { className: problem })}
      <span
        className={mergeClasses(
          styles.seats,
          isInMonth && (noGuideText || belowMinimumText || isSelected ? styles.seatsInline : styles.seatsAside),
          isLabelled && styles.generated,
        )}
        title={availabilityText}
        data-seats={context.seats(departure)}
      >
        {isLabelled ? null : context.seats(departure)}
      </span>
      {differs &&
        sign(differs, DIFFERS_SIGN, { className: mergeClasses(styles.icon, isInMonth && styles.monthDiffers) })}
      {sign(availabilityText, AVAILABILITY_SIGNS[availability], {
        className: styles.icon,
        style: { color: AVAILABILITY_COLOURS[availability] },
      })}
    </span>
  );
}
