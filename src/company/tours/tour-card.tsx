/** Card of a tour: title, problems, this week's numbers, next departures and links. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { ListedTour } from '../../data/tours.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Attention } from '../../domain/tours.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { railColour } from '../../ui/theme/rail-colours.ts';
import type { StateName } from '../../ui/theme/state-colours.ts';
import { density, tabular, type, weight } from '../../ui/theme/sizes.ts';
import { TourStatusBadge } from '../../ui/states/tour-status-badge.tsx';
import type { Formats } from '../../ui/format/use-formats.ts';
import { NextDepartures } from './next-departures.tsx';
import { TourPicture } from './tour-picture.tsx';

const useStyles = makeStyles({
  card: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    boxSizing: 'border-box',
    padding: '16px 16px 8px 22px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  // Also above the picture.
  rail: { position: 'absolute', zIndex: 1, insetInlineStart: 0, insetBlock: 0, width: '6px' },
  head: { display: 'grid', gap: '4px' },
  title: { ...type.lead, margin: 0, fontWeight: weight.bold, overflowWrap: 'anywhere' },
  facts: { ...type.body, ...tabular, color: tokens.colorNeutralForeground3 },
  badges: { display: 'flex', flexWrap: 'wrap', gap: '4px 8px' },
  week: { ...type.body, margin: 0, ...tabular, display: 'flex', alignItems: 'baseline', gap: '8px' },
  number: { ...type.title, fontWeight: weight.bold },
  links: { display: 'flex', flexWrap: 'wrap', gap: '0 8px', marginTop: 'auto', marginInlineStart: '-8px' },
  link: {
    ...type.body,
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: density.target,
    padding: '0 8px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorBrandForegroundLink,
    fontWeight: weight.bold,
    textUnderlineOffset: '3px',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

const ATTENTION_STATES: Record<Attention, StateName> = {
  no_guide: 'attention',
  below_minimum: 'attention',
  nearly_full: 'waiting',
  draft_unfinished: 'waiting',
  draft_ready: 'waiting',
  no_departures: 'attention',
  report_overdue: 'attention',
};

export interface TourLink {
  label: string;
  /** A path from `paths` with its query. */
  to: string;
}

export interface TourCardProps {
  company: Uuid;
  tour: ListedTour;
  formats: Formats;
  links: readonly TourLink[];
}

export function TourCard({ company, tour, formats, links }: TourCardProps) {
  const styles = useStyles();
  const intl = useIntl();
  const localPath = useLocalPath();
  const { week, departures } = tour;
  const title = formats.text(tour.title) || intl.formatMessage({ id: 'tours.untitled' });
  return (
    <li className={styles.card} data-tour={tour.id}>
      <span className={styles.rail} style={{ backgroundColor: railColour(tour.colour) }} aria-hidden />
      {tour.pictureTag !== null && <TourPicture company={company} tour={tour.id} tag={tour.pictureTag} />}
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <span className={styles.facts}>
          {joinWithDots(
            formats.duration(tour.durationMinutes * 60_000),
            intl.formatMessage({ id: 'tours.capacity' }, { count: tour.capacity }),
          )}
        </span>
      </div>
      <Badges tour={tour} />
      {week.departures > 0 && (
        <p className={styles.week}>
          <FormattedMessage
            id="tours.week"
            values={{
              guests: week.guests,
              departures: week.departures,
              b: (number) => <span className={styles.number}>{number}</span>,
            }}
          />
        </p>
      )}
      <NextDepartures departures={departures} formats={formats} />
      <div className={styles.links}>
        {links.map(({ label, to }) => (
          <Link
            key={to}
            className={styles.link}
            to={localPath(to)}
            aria-label={intl.formatMessage({ id: 'tours.actionOf' }, { action: label, title })}
          >
            {label}
          </Link>
        ))}
      </div>
    </li>
  );
}

function Badges({ tour: { tourStatus, attention, own } }: { tour: ListedTour }) {
  const styles = useStyles();
  if (tourStatus === 'live' && attention.length === 0 && !own) return null;
  return (
    <div className={styles.badges}>
      {own && (
        <StateBadge state="ok">
          <FormattedMessage id="tours.own" />
        </StateBadge>
      )}
      {tourStatus !== 'live' && <TourStatusBadge status={tourStatus} />}
      {attention.map((code) => (
        <StateBadge key={code} state={ATTENTION_STATES[code]}>
          <FormattedMessage id={`tours.attention.${code}`} />
        </StateBadge>
      ))}
    </div>
  );
}
