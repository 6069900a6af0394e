import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CalendarCancelRegular,
  ChevronRightRegular,
  ClockAlarmRegular,
  LocationRegular,
  MoneyRegular,
  VehicleBusRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import { memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { DepartureSummary } from '../../../offline/read/views.ts';
import { railColour } from '../../../ui/theme/rail-colours.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { WaitingIcon } from '../../../ui/waiting-icon.tsx';
import { joinFacts } from '../../../lib/join-facts.ts';
import { lateBy } from './lateness.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import type { Formats } from '../../../ui/use-formats.ts';
import { queryOf } from '../use-check-in-url.ts';
import { weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  row: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 12px',
    alignItems: 'center',
    padding: '10px 8px 14px 22px',
    minHeight: '72px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    overflow: 'hidden',
    '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
    ':active': { backgroundColor: tokens.colorNeutralBackground1Pressed },
    ':focus-visible': { outline: `3px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  selected: {
    border: `1px solid ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: `inset 0 0 0 1px ${tokens.colorBrandStroke1}`,
    '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorBrandBackground2 } },
  },
  late: { border: `1px solid ${stateColours.attention.border}` },
  quiet: { color: tokens.colorNeutralForeground2, backgroundColor: tokens.colorNeutralBackground2 },
  colour: { position: 'absolute', left: 0, top: 0, bottom: 0, width: '6px' },
  time: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: weight.bold,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  struck: { textDecorationLine: 'line-through' },
  soon: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
  },
  soonLate: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    color: stateColours.attention.foreground,
    fontWeight: weight.bold,
  },
  soonNext: { color: tokens.colorBrandForeground2, fontWeight: weight.bold },
  when: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '8px', minWidth: 0 },
  what: {
    gridColumnEnd: 'span 2',
    minWidth: 0,
    paddingRight: '8px',
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
  },
  tour: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: weight.bold,
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
  detail: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    minWidth: 0,
    '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& svg': { flexShrink: 0 },
  },
  marks: { display: 'flex', flexWrap: 'wrap', gap: '6px', paddingTop: '4px', ':empty': { display: 'none' } },
  count: { display: 'flex', alignItems: 'center', gap: '4px' },
  figures: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  here: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: weight.bold,
  },
  of: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
  },
  chevron: { color: tokens.colorNeutralForeground3 },
  bar: {
    position: 'absolute',
    left: '6px',
    right: 0,
    bottom: 0,
    height: '4px',
    backgroundColor: stateColours.neutral.background,
  },
  filled: { height: '100%', backgroundColor: stateColours.ok.border, transformOrigin: 'left' },
});

export interface DepartureRowProps {
  summary: DepartureSummary;
  formats: Formats;
  now: number;
  selected: boolean;
  next: boolean;
}

/** A tap in one departure makes the lines of all anew. */
function looksTheSame(before: DepartureRowProps, after: DepartureRowProps): boolean {
  const [a, b] = [before.summary, after.summary];
  return (
    a.departure === b.departure &&
    a.tour === b.tour &&
    a.due === b.due &&
    a.departedAt === b.departedAt &&
    a.waiting === b.waiting &&
    a.refused === b.refused &&
    a.tally.checkedIn === b.tally.checkedIn &&
    a.tally.expected === b.tally.expected &&
    a.tally.noShow === b.tally.noShow &&
    a.guideNames.join() === b.guideNames.join() &&
    before.formats === after.formats &&
    before.now === after.now &&
    before.selected === after.selected &&
    before.next === after.next
  );
}

export const DepartureRow = memo(function DepartureRow({ summary, formats, now, selected, next }: DepartureRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { departure, tour, tally, departedAt } = summary;
  const cancelled = departure.status === 'cancelled';
  const total = tally.checkedIn + tally.expected + tally.noShow;
  const until = Date.parse(departure.startsAt) - now;
  const late = lateBy(summary, now);
  const guides =
    summary.guideNames.length > 0
      ? formats.list(summary.guideNames)
      : intl.formatMessage({ id: 'checkIn.departure.noGuide' });
  const meetingPoint = formats.text(tour.meetingPoint);
  return (
    <Link
      to={{ search: `?${queryOf({ departureId: departure.id })}` }}
      className={mergeClasses(
        styles.row,
        (departedAt || cancelled) && styles.quiet,
        late !== null && styles.late,
        selected && styles.selected,
      )}
      aria-current={selected ? 'true' : undefined}
      preventScrollReset
    >
      <span className={styles.colour} style={{ backgroundColor: railColour(tour.colour) }} aria-hidden />
      <span className={styles.when}>
        <span className={mergeClasses(styles.time, cancelled && styles.struck)}>
          {formats.time(departure.startsAt)}
        </span>
        {late !== null ? (
          <span className={mergeClasses(styles.soon, styles.soonLate)} data-fleeting>
            <ClockAlarmRegular aria-hidden />
            <FormattedMessage id="checkIn.departure.late" values={{ duration: formats.duration(late) }} />
          </span>
        ) : (
          !departedAt &&
          !cancelled &&
          Math.abs(until) < 12 * 3_600_000 && (
            <span className={mergeClasses(styles.soon, next && styles.soonNext)} data-fleeting>
              {formats.relative(until)}
            </span>
          )
        )}
      </span>
      <span className={styles.count}>
        <span className={styles.figures}>
          <FormattedMessage
            id="checkIn.departure.here"
            values={{
              here: tally.checkedIn,
              total,
              big: (text) => (
                <span key="big" className={styles.here}>
                  {text}
                </span>
              ),
              small: (text) => (
                <span key="small" className={styles.of}>
                  {text}
                </span>
              ),
            }}
          />
        </span>
        <ChevronRightRegular className={styles.chevron} aria-hidden />
      </span>
      <span className={styles.what}>
        <span className={styles.tour}>{formats.text(tour.title)}</span>
        <span className={styles.detail}>
          <span>{joinFacts(guides, formats.language(departure.language))}</span>
        </span>
        {meetingPoint !== '' && !departedAt && !cancelled && (
          <span className={styles.detail}>
            <LocationRegular aria-hidden />
            <span>{meetingPoint}</span>
          </span>
        )}
        <span className={styles.marks}>
          {cancelled && (
            <StateBadge state="no" icon={<CalendarCancelRegular />}>
              <FormattedMessage id="checkIn.departure.cancelled" />
            </StateBadge>
          )}
          {departedAt && (
            <StateBadge state="neutral" icon={<VehicleBusRegular />}>
              <FormattedMessage id="checkIn.departure.departed" values={{ time: formats.time(departedAt) }} />
            </StateBadge>
          )}
          {summary.due > 0 && !cancelled && (
            <StateBadge state="attention" icon={<MoneyRegular />}>
              <FormattedMessage
                id="checkIn.due.amount"
                values={{ amount: formats.money(summary.due, summary.currency) }}
              />
            </StateBadge>
          )}
          {summary.refused > 0 && (
            <StateBadge state="no" icon={<WarningRegular />}>
              <FormattedMessage id="checkIn.departure.refused" values={{ count: summary.refused }} />
            </StateBadge>
          )}
          {summary.waiting > 0 && (
            <StateBadge state="waiting" icon={<WaitingIcon />}>
              <FormattedMessage id="checkIn.departure.waiting" values={{ count: summary.waiting }} />
            </StateBadge>
          )}
        </span>
      </span>
      {!cancelled && (
        <span className={styles.bar} aria-hidden>
          <span
            className={styles.filled}
            style={{ display: 'block', transform: `scaleX(${total > 0 ? tally.checkedIn / total : 0})` }}
          />
        </span>
      )}
    </Link>
  );
}, looksTheSame);
