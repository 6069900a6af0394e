import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, ClockAlarmRegular, LocationRegular } from '@fluentui/react-icons';
import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { barHeight, tabular, type, noWrap, weight } from '../../../ui/theme/sizes.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { departureDelay } from '../departures/departure-delay.ts';
import { useRollCall } from './roll-call-context.ts';
import { TITLE_ID } from './title-id.ts';
import { useNow } from '../../../ui/dates/clock.ts';

const useStyles = makeStyles({
  bar: {
    position: 'relative',
    flexShrink: 0,
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  phone: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'center',
    padding: '4px 16px 4px 0',
  },
  roomy: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    minHeight: barHeight,
    padding: '6px 16px',
  },
  back: { flexShrink: 0 },
  // Without a back button the text starts at the gutter.
  noBack: { paddingInlineStart: '16px' },
  rows: { minWidth: 0, gridColumnStart: 2 },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '8px' },
  label: { flex: '1 1 160px', minWidth: 0 },
  title: {
    ...type.lead,
    margin: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '8px',
    fontWeight: weight.bold,
    outlineStyle: 'none',
  },
  // In em, so that large text wraps to its own line instead of a narrow column.
  titlePhone: { ...type.body, display: 'block', flex: '1 1 9em', minWidth: 0 },
  time: { ...tabular, ...noWrap, ...type.title, fontWeight: weight.bold },
  timePhone: { ...type.lead },
  tour: { overflowWrap: 'anywhere' },
  language: { ...type.body, ...noWrap, fontWeight: weight.regular, color: tokens.colorNeutralForeground3 },
  detail: {
    ...type.note,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '12px',
    height: '16px',
    overflow: 'hidden',
    color: tokens.colorNeutralForeground3,
    '& > *': noWrap,
  },
  date: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '8px' },
  soon: { ...noWrap, ...type.body, color: tokens.colorNeutralForeground3 },
  late: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    color: stateColours.attention.foreground,
    fontWeight: weight.bold,
  },
  pinIcon: { verticalAlign: '-2px' },
  // The negative margin lets the touch target exceed the line without pushing neighbours apart.
  status: { marginInlineStart: 'auto', marginInlineEnd: '-8px', marginBlock: '-10px', maxWidth: '100%' },
  figures: { ...tabular, ...noWrap, ...type.body, flexShrink: 0, color: tokens.colorNeutralForeground3 },
  figuresPhone: { marginInlineStart: 'auto' },
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
  /** Sync status, if there is no bar above that shows it. */
  status: ReactNode;
  /** Actions, if there is room next to the title. */
  actions: ReactNode;
}

/** Header of a roll-call: tour, time and number checked in. On phones it uses two lines, which wrap. */
export function RollCallHeader({ phone, onBack, status, actions }: RollCallHeaderProps) {
  const styles = useStyles();
  const intl = useIntl();
  const now = useNow();
  const timeId = useId();
  const { view, formats, departures } = useRollCall();
  const { departure, tour, rollCall } = view;
  const { tally, departed } = rollCall;
  const total = tally.checkedIn + tally.expected + tally.noShow;
  const departedAt = departed?.occurredAt ?? null;
  const delay = departureDelay({ departure, departedAt }, now);
  const guides = departures.find((entry) => entry.departure.id === departure.id)?.guideNames ?? [];
  const meetingPoint = formats.text(tour.meetingPoint);
  const time = (
    <span className={mergeClasses(styles.time, phone && styles.timePhone)}>{formats.time(departure.startsAt)}</span>
  );
  const name = (
    <>
      <span className={styles.tour}>{formats.text(tour.title)}</span>{' '}
      <span className={styles.language}>{formats.language(departure.language)}</span>
    </>
  );
  const state =
    departedAt !== null ? (
      <FormattedMessage id="checkIn.departure.departed" values={{ time: formats.time(departedAt) }} />
    ) : departure.status === 'cancelled' ? (
      <span className={styles.late}>
        <FormattedMessage id="checkIn.departure.cancelled" />
      </span>
    ) : delay !== null ? (
      <span className={styles.late}>
        <ClockAlarmRegular aria-hidden />
        <FormattedMessage id="checkIn.departure.late" values={{ duration: formats.duration(delay) }} />
      </span>
    ) : (
      formats.relative(Date.parse(departure.startsAt) - now)
    );
  const backButton = onBack && (
    <Button
      className={styles.back}
      appearance="subtle"
      icon={<ArrowLeftRegular />}
      aria-label={intl.formatMessage({ id: 'checkIn.back' })}
      onClick={onBack}
    />
  );
  const figures = (
    <div
      className={mergeClasses(styles.figures, phone && styles.figuresPhone)}
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
  );
  const progress = (
    <div className={styles.progress} aria-hidden>
      <div className={styles.filled} style={{ transform: `scaleX(${total > 0 ? tally.checkedIn / total : 0})` }} />
    </div>
  );
  if (phone)
    return (
      <header className={mergeClasses(styles.bar, styles.phone, !onBack && styles.noBack)}>
        {backButton}
        <div className={styles.rows}>
          <div className={styles.row}>
            <span className={styles.date} id={timeId}>
              {time} <span className={styles.soon}>{state}</span>
            </span>
            {status && <div className={styles.status}>{status}</div>}
          </div>
          <div className={styles.row}>
            <h2
              className={mergeClasses(styles.title, styles.titlePhone)}
              id={TITLE_ID}
              aria-labelledby={`${timeId} ${TITLE_ID}`}
              tabIndex={-1}
            >
              {name}
            </h2>
            {figures}
          </div>
        </div>
        {progress}
      </header>
    );
  return (
    <header className={mergeClasses(styles.bar, styles.roomy)}>
      {backButton}
      <div className={styles.label}>
        <h2 className={styles.title} id={TITLE_ID} tabIndex={-1}>
          {time} {name}
        </h2>
        <div className={styles.detail}>
          <span>{state}</span>
          {guides.length > 0 && <span>{joinWithDots(formats.list(guides))}</span>}
          {meetingPoint !== '' && (
            <span>
              <LocationRegular className={styles.pinIcon} aria-hidden /> {meetingPoint}
            </span>
          )}
        </div>
      </div>
      {figures}
      {status}
      {actions}
      {progress}
    </header>
  );
}
