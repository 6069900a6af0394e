/** Today's departures with occupancy, check-ins and amounts due. Past ones are collapsed. */
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { Today, TodaysDeparture } from '../../../data/dashboard.ts';
import { useNow } from '../../../ui/dates/clock.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../../ui/states/illustrations.tsx';
import { useLocalPath } from '../../../ui/address/local-link.tsx';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { PHONE, WIDE } from '../../../ui/theme/breakpoints.ts';
import { railColour } from '../../../ui/theme/rail-colours.ts';
import { tabular, type, noWrap, weight } from '../../../ui/theme/sizes.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { ATTENDED_COLOUR, GRID, SINGLE_SERIES_COLOUR } from '../charts/colours.ts';
import type { Links } from '../dashboard-links.ts';

const useStyles = makeStyles({
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '& > li:not(:last-child)': { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  row: {
    ...type.body,
    ...tabular,
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr) minmax(0, 1fr) 112px',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '10px 16px 10px 22px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    [`@media ${WIDE}`]: { gridTemplateColumns: '56px minmax(0, 1fr) 132px 132px 112px' },
    [`@media ${PHONE}`]: { gridTemplateColumns: '48px minmax(0, 1fr) minmax(0, 1fr)' },
  },
  // Below the name on narrow screens.
  seats: { gridColumn: 2, gridRow: 2, [`@media ${WIDE}`]: { gridColumn: 3, gridRow: 1 } },
  checkedIn: { gridColumn: 3, gridRow: 2, [`@media ${WIDE}`]: { gridColumn: 4, gridRow: 1 } },
  link: {
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  rail: { position: 'absolute', insetInlineStart: 0, insetBlock: 0, width: '6px' },
  time: { ...type.lead, ...noWrap, fontWeight: weight.bold, [`@media ${PHONE}`]: type.body },
  name: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    minWidth: 0,
    gridColumn: '2 / 4',
    [`@media ${WIDE}`]: { gridColumn: 2 },
  },
  title: { fontWeight: weight.bold, overflowWrap: 'anywhere' },
  quiet: { ...type.note, color: tokens.colorNeutralForeground3 },
  badges: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
  share: { display: 'grid', gap: '4px', ...type.note, color: tokens.colorNeutralForeground2 },
  due: {
    display: 'grid',
    justifyItems: 'end',
    [`@media ${PHONE}`]: { display: 'flex', gap: '4px', alignItems: 'baseline', gridColumn: '2 / -1' },
  },
  amount: { ...noWrap, fontWeight: weight.bold },
  over: { '& > :not(:first-child)': { opacity: 0.75 } },
  more: { alignSelf: 'flex-start' },
});

export interface DayDeparturesProps {
  today: Today;
  formats: Formats;
  links: Links;
}

export function DayDepartures({ today, formats, links }: DayDeparturesProps) {
  const styles = useStyles();
  const intl = useIntl();
  const now = useNow();
  const [showsAll, setShowsAll] = useState(false);
  const isOver = ({ endsAt }: TodaysDeparture) => Date.parse(endsAt) <= now;
  const overCount = today.departures.filter(isOver).length;
  const visible = showsAll ? today.departures : today.departures.filter((departure) => !isOver(departure));
  if (today.departures.length === 0)
    return <EmptyState drawing={<QuietOffice />} title={<FormattedMessage id="dashboard.today.none" />} />;
  return (
    <>
      {visible.length > 0 && (
        <ul className={styles.list} aria-label={intl.formatMessage({ id: 'dashboard.departures' })}>
          {visible.map((departure) => (
            <li key={departure.id}>
              <DepartureRow
                departure={departure}
                today={today}
                formats={formats}
                to={links.departure(departure.id, today.today)}
                isOver={isOver(departure)}
              />
            </li>
          ))}
        </ul>
      )}
      {overCount > 0 && (
        <Button className={styles.more} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          <FormattedMessage
            id={showsAll ? 'dashboard.over.hide' : 'dashboard.over.show'}
            values={{ count: overCount }}
          />
        </Button>
      )}
    </>
  );
}

interface DepartureRowProps {
  departure: TodaysDeparture;
  today: Today;
  formats: Formats;
  to: string | null;
  isOver: boolean;
}

function DepartureRow({ departure, today, formats, to, isOver }: DepartureRowProps) {
  const styles = useStyles();
  const localPath = useLocalPath();
  const { seats, capacity, booked, attended, due, guides } = departure;
  const className = mergeClasses(styles.row, isOver && styles.over, to !== null && styles.link);
  const content = (
    <>
      <span className={styles.rail} style={{ backgroundColor: railColour(departure.colour) }} aria-hidden />
      <span className={styles.time}>{formats.time(departure.startsAt)}</span>
      <span className={styles.name}>
        <span className={styles.title}>{formats.text(departure.title)}</span>
        {guides.length > 0 && <span className={styles.quiet}>{formats.list(guides)}</span>}
        <DepartureBadges departure={departure} isOver={isOver} />
      </span>
      <span className={mergeClasses(styles.share, styles.seats)}>
        <FormattedMessage id="dashboard.seatsOf" values={{ seats, capacity }} />
        <Meter share={capacity === 0 ? 0 : seats / capacity} colour={SINGLE_SERIES_COLOUR} />
      </span>
      <span className={mergeClasses(styles.share, styles.checkedIn)}>
        <FormattedMessage id="dashboard.hereOf" values={{ attended, booked }} />
        <Meter share={booked === 0 ? 0 : attended / booked} colour={ATTENDED_COLOUR} />
      </span>
      {due !== null && due > 0 && (
        <span className={styles.due}>
          <FormattedMessage
            id="dashboard.dueOf"
            values={{
              amount: formats.money(due, today.currency),
              b: (chunks) => <span className={styles.amount}>{chunks}</span>,
              small: (chunks) => <span className={styles.quiet}>{chunks}</span>,
            }}
          />
        </span>
      )}
    </>
  );
  return to === null ? (
    <div className={className}>{content}</div>
  ) : (
    <Link className={className} to={localPath(to)}>
      {content}
    </Link>
  );
}

function DepartureBadges({ departure, isOver }: Pick<DepartureRowProps, 'departure' | 'isOver'>) {
  const styles = useStyles();
  const { guides, late, lateMinutes, flagged } = departure;
  if (guides.length > 0 && late === 0 && flagged === 0) return null;
  return (
    <span className={styles.badges}>
      {guides.length === 0 && !isOver && (
        <StateBadge state="attention">
          <FormattedMessage id="dashboard.noGuide" />
        </StateBadge>
      )}
      {late > 0 && (
        <StateBadge state="waiting">
          <FormattedMessage id="dashboard.lateBy" values={{ count: late, minutes: lateMinutes ?? 0 }} />
        </StateBadge>
      )}
      {flagged > 0 && (
        <StateBadge state="attention">
          <FormattedMessage id="dashboard.flagged" values={{ count: flagged }} />
        </StateBadge>
      )}
    </span>
  );
}

/** Progress bar; hidden from screen readers, because the text beside it says the same. */
function Meter({ share, colour }: { share: number; colour: string }) {
  return (
    <svg width="100%" height="6" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
      <rect width="100" height="6" fill={GRID} />
      <rect width={Math.min(share, 1) * 100} height="6" fill={colour} />
    </svg>
  );
}
