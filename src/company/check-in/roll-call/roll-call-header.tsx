import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, ClockAlarmRegular, LocationRegular } from '@fluentui/react-icons';
import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { barHeight, tabular, type, noWrap, weight } from '../../../ui/theme/sizes.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
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
  const { view, formats } = useRollCall();
  const { departure, tour } = view;
  const time = (
    <span className={mergeClasses(styles.time, phone && styles.timePhone)}>{formats.time(departure.startsAt)}</span>
  );
  const titleAndDot = `${formats.text(tour.title)}\u00a0·`;
  const name = (
    <>
      <span className={styles.tour}>{titleAndDot}</span>{' '}
      <span className={styles.language}>{formats.language(departure.language)}</span>
    </>
  );
  if (phone)
    return (
      <header className={mergeClasses(styles.bar, styles.phone, !onBack && styles.noBack)}>
        {onBack && <BackButton onBack={onBack} />}
        <PhoneRows time={time} name={name} status={status} />
        <Progress />
      </header>
    );
  return (
    <header className={mergeClasses(styles.bar, styles.roomy)}>
      {onBack && <BackButton onBack={onBack} />}
      <div className={styles.label}>
        <h2 className={styles.title} id={TITLE_ID} tabIndex={-1}>
          {time} {name}
        </h2>
        <DepartureDetails />
      </div>
      <Figures />
      {status}
      {actions}
      <Progress />
    </header>
  );
}

function BackButton({ onBack }: { onBack(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Button
      className={styles.back}
      appearance="subtle"
      icon={<ArrowLeftRegular />}
      aria-label={intl.formatMessage({ id: 'checkIn.back' })}
      onClick={onBack}
    />
  );
}

interface PhoneRowsProps extends Pick<RollCallHeaderProps, 'status'> {
  time: ReactNode;
  name: ReactNode;
}

function PhoneRows({ time, name, status }: PhoneRowsProps) {
  const styles = useStyles();
  const timeId = useId();
  const state = <DepartureState />;
  return (
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
        <Figures phone />
      </div>
    </div>
  );
}

function DepartureDetails() {
  const styles = useStyles();
  const { view, formats, departures } = useRollCall();
  const guides = departures.find((entry) => entry.departure.id === view.departure.id)?.guideNames ?? [];
  const meetingPoint = formats.text(view.tour.meetingPoint);
  return (
    <div className={styles.detail}>
      <span>
        <DepartureState />
      </span>
      {guides.length > 0 && <span>{formats.list(guides)}</span>}
      {meetingPoint !== '' && (
        <span>
          <LocationRegular className={styles.pinIcon} aria-hidden /> {meetingPoint}
        </span>
      )}
    </div>
  );
}

/** Departed, cancelled, late, or the time until the start. */
function DepartureState() {
  const styles = useStyles();
  const now = useNow();
  const { view, formats } = useRollCall();
  const { departure, rollCall } = view;
  const departedAt = rollCall.departed?.occurredAt ?? null;
  const delay = departureDelay({ departure, departedAt }, now);
  if (departedAt !== null)
    return <FormattedMessage id="checkIn.departure.departed" values={{ time: formats.time(departedAt) }} />;
  if (departure.status === 'cancelled')
    return (
      <span className={styles.late}>
        <FormattedMessage id="checkIn.departure.cancelled" />
      </span>
    );
  if (delay !== null)
    return (
      <span className={styles.late}>
        <ClockAlarmRegular aria-hidden />
        <FormattedMessage id="checkIn.departure.late" values={{ duration: formats.duration(delay) }} />
      </span>
    );
  return formats.relative(Date.parse(departure.startsAt), now);
}

function useFigures() {
  const { tally } = useRollCall().view.rollCall;
  return { here: tally.checkedIn, total: tally.checkedIn + tally.expected + tally.noShow };
}

function Figures({ phone = false }: { phone?: boolean }) {
  const styles = useStyles();
  const intl = useIntl();
  const figures = useFigures();
  return (
    <div
      className={mergeClasses(styles.figures, phone && styles.figuresPhone)}
      role="img"
      aria-label={intl.formatMessage({ id: 'checkIn.figures' }, figures)}
    >
      <FormattedMessage
        id="checkIn.figures.short"
        values={{
          ...figures,
          big: (text) => (
            <span key="big" className={styles.hero}>
              {text}
            </span>
          ),
        }}
      />
    </div>
  );
}

function Progress() {
  const styles = useStyles();
  const { here, total } = useFigures();
  return (
    <div className={styles.progress} aria-hidden>
      <div className={styles.filled} style={{ transform: `scaleX(${total > 0 ? here / total : 0})` }} />
    </div>
  );
}
