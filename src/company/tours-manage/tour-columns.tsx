import { makeStyles } from '@fluentui/react-components';
import { FormattedMessage, type IntlShape } from 'react-intl';
import type { ListedTour } from '../../data/tours.ts';
import { LOCALES } from '../../domain/locales.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { railColour } from '../../ui/theme/rail-colours.ts';
import { TourStatusBadge } from '../../ui/states/tour-status-badge.tsx';
import type { Formats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  rail: { flexShrink: 0, width: '4px', height: '20px', borderRadius: '2px' },
  title: { overflow: 'hidden', textOverflow: 'ellipsis' },
});

function Name({ title, colour }: { title: string; colour: string }) {
  const styles = useStyles();
  return (
    <span className={styles.name}>
      <span className={styles.rail} style={{ backgroundColor: railColour(colour) }} aria-hidden />
      <span className={styles.title}>{title}</span>
    </span>
  );
}

/** Returns the columns of the tour list. Only unusual states get a badge. */
export const tourColumns = (intl: IntlShape, formats: Formats): TableColumn<ListedTour>[] => [
  {
    id: 'title',
    header: intl.formatMessage({ id: 'manage.column.title' }),
    cell: ({ title, colour }) => (
      <Name title={formats.text(title) || intl.formatMessage({ id: 'manage.untitled' })} colour={colour} />
    ),
    width: 280,
    isFixed: true,
    card: 'title',
  },
  {
    id: 'status',
    header: intl.formatMessage({ id: 'manage.column.status' }),
    cell: ({ tourStatus, attention }) =>
      attention.includes('no_departures') ? (
        <StateBadge state="attention">
          <FormattedMessage id="manage.noDepartures" />
        </StateBadge>
      ) : (
        <TourStatusBadge status={tourStatus} isLivePlain />
      ),
    width: 176,
    card: 'status',
  },
  {
    id: 'next',
    header: intl.formatMessage({ id: 'manage.column.next' }),
    cell: ({ departures: [next] }) => (next ? formats.dayAndTime(next.localDate, next.startsAt) : ''),
    width: 160,
    card: 'meta',
  },
  {
    id: 'languages',
    header: intl.formatMessage({ id: 'manage.column.languages' }),
    cell: ({ title }) =>
      joinWithDots(...LOCALES.filter((locale) => title[locale]).map((locale) => locale.toUpperCase())),
    width: 160,
  },
  {
    id: 'capacity',
    header: intl.formatMessage({ id: 'manage.capacity' }),
    cell: ({ capacity }) => intl.formatNumber(capacity),
    width: 96,
    isNumber: true,
  },
  {
    id: 'slug',
    header: intl.formatMessage({ id: 'manage.slug' }),
    cell: ({ slug }) => slug,
    width: 200,
    card: 'none',
    isInitiallyHidden: true,
  },
];
