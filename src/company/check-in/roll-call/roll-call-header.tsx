import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, ClockAlarmRegular, LocationRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { barHeight, tabular, type, unbroken, weight } from '../../../ui/theme/sizes.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { joinFacts } from '../../../lib/join-facts.ts';
import { lateBy } from '../departures/lateness.ts';
import { useRollCall } from './roll-call-scope.ts';
import { TITLE_ID } from './title-id.ts';
import { useNow } from '../../../ui/dates/clock.ts';

const useStyles = makeStyles({
  bar: {
    position: 'relative',
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: barHeight,
    padding: '0 8px 0 16px',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  // One bar, and no more.
  phone: { height: barHeight, padding: '0 4px 0 0', gap: '4px' },
  roomy: { flexWrap: 'wrap', padding: '6px 16px', rowGap: '4px' },
  back: { flexShrink: 0 },
  what: { flex: '1 1 160px', minWidth: 0 },
  title: {
    ...type.lead,
    margin: 0,
    display: 'flex',
    alignItems: 'baseline',
    gap: '8px',
    fontWeight: weight.bold,
    outlineStyle: 'none',
    ':focus-visible': { outline: `3px solid ${tokens.colorStrokeFocus2}`, borderRadius: tokens.borderRadiusMedium },
  },
  titlePhone: { display: 'block', lineHeight: '20px' },
  time: { ...tabular, ...unbroken, ...type.title },
  timePhone: { ...type.lead, lineHeight: '24px' },
  tour: {
    display: '-webkit-box',
    WebkitLineClamp: 1,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  tourPhone: { ...type.body, lineHeight: '20px', minWidth: 0 },
  first: { display: 'block', whiteSpace: 'nowrap' },
  second: { display: 'flex', alignItems: 'baseline', gap: '8px', minWidth: 0 },
  language: {
    ...type.body,
    ...unbroken,
    flexShrink: 0,
    fontWeight: weight.regular,
    color: tokens.colorNeutralForeground3,
  },
  detail: {
    ...type.note,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '12px',
    height: '16px',
    overflow: 'hidden',
    color: tokens.colorNeutralForeground3,
    '& > *': unbroken,
  },
  soon: {
    ...unbroken,
    ...type.body,
    marginInlineStart: '8px',
    fontWeight: weight.regular,
    color: tokens.colorNeutralForeground3,
  },
  late: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    color: stateColours.attention.foreground,
    fontWeight: weight.bold,
  },
  place: { verticalAlign: '-2px' },
  figures: { ...tabular, ...unbroken, ...type.body, flexShrink: 0, color: tokens.colorNeutralForeground3 },
  hero: { ...type.hero, fontWeight: weight.bold, color: tokens.colorNeutralForeground1 },
  progress: { position: 'absolute', insetInline: 0, bottom: '-1px', height: '3px' },
  filled: {
    height: '100%',
    backgroundColor: stateColours.ok.border,
    transformOrigin: 'left',
    transitionProperty: 'transform',
    transitionDuration: '150ms',
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '0.01ms' },
  },
});

export interface RollCallHeaderProps {
  phone: boolean;
  onBack: (() => void) | null;
  /** The sync status, where there is no bar above for it. */
  status: ReactNode;
  /** What can be done, where there is room for it beside the title. */
  actions: ReactNode;
}

/** Which departure, how long until it leaves, how many are here: one bar. */
export function RollCallHeader({ phone, onBack, status, actions }: RollCallHeaderProps) {
  const styles = useStyles();
  const intl = useIntl();
  const now = useNow();
  const { view, formats, departures } = useRollCall();
  const { departure, tour, rollCall } = view;
  const { tally, departed } = rollCall;
  const total = tally.checkedIn + tally.expected + tally.noShow;
  const departedAt = departed?.occurredAt ?? null;
  const late = lateBy({ departure, departedAt }, now);
  const guides = departures.find((one) => one.departure.id === departure.id)?.guideNames ?? [];
  const meetingPoint = formats.text(tour.meetingPoint);
  const language = formats.language(departure.language);
  const time = (
    <span className={mergeClasses(styles.time, phone && styles.timePhone)}>{formats.time(departure.startsAt)}</span>
  );
  const state =
    departedAt !== null ? (
      <FormattedMessage id="checkIn.departure.departed" values={{ time: formats.time(departedAt) }} />
    ) : departure.status === 'cancelled' ? (
      <span className={styles.late}>
        <FormattedMessage id="checkIn.departure.cancelled" />
      </span>
    ) : late !== null ? (
      <span className={styles.late}>
        <ClockAlarmRegular aria-hidden />
        <FormattedMessage id="checkIn.departure.late" values={{ duration: formats.duration(late) }} />
      </span>
    ) : (
      formats.relative(Date.parse(departure.startsAt) - now)
    );
  return (
    <header className={mergeClasses(styles.bar, phone ? styles.phone : styles.roomy)}>
      {onBack && (
        <Button
          className={styles.back}
          appearance="subtle"
          icon={<ArrowLeftRegular />}
          aria-label={intl.formatMessage({ id: 'checkIn.back' })}
          onClick={onBack}
        />
      )}
      <div className={styles.what}>
        <h2 className={mergeClasses(styles.title, phone && styles.titlePhone)} id={TITLE_ID} tabIndex={-1}>
          {phone ? (
            <>
              <span className={styles.first}>
                {time}
                <span className={styles.soon}>{state}</span>
              </span>
              <span className={styles.second}>
                <span className={mergeClasses(styles.tour, styles.tourPhone)}>{formats.text(tour.title)}</span>
                <span className={styles.language}>{language}</span>
              </span>
            </>
          ) : (
            <>
              {time}
              <span className={styles.tour}>{formats.text(tour.title)}</span>
              <span className={styles.language}>{language}</span>
            </>
          )}
        </h2>
        {!phone && (
          <div className={styles.detail}>
            <span>{state}</span>
            {guides.length > 0 && <span>{joinFacts(formats.list(guides))}</span>}
            {meetingPoint !== '' && (
              <span>
                <LocationRegular className={styles.place} aria-hidden /> {meetingPoint}
              </span>
            )}
          </div>
        )}
      </div>
      <div
        className={styles.figures}
        role="img"
        aria-label={intl.formatMessage({ id: 'checkIn.figures' }, { here: tally.checkedIn, total })}
      >
        <FormattedMessage
          id="checkIn.figures.short"
          values={{
            here: tally.checkedIn,
            total,
            big: (text) => (
              <span key="big" className={styles.hero}>
                {text}
              </span>
            ),
          }}
        />
      </div>
      {status}
      {actions}
      <div className={styles.progress} aria-hidden>
        <div className={styles.filled} style={{ transform: `scaleX(${total > 0 ? tally.checkedIn / total : 0})` }} />
      </div>
    </header>
  );
}
