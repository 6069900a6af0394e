/** /tours: tours with next departures, this week's numbers and problems. */
import { Button, SearchBox, Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import type { ListedTour } from '../../data/tours.ts';
import { paths } from '../../lib/paths.ts';
import type { CurrentUser } from '../../session/use-session.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { LinkButton } from '../../ui/address/link-button.tsx';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { TourCard, type TourLink } from './tour-card.tsx';
import { matchesTourFilter, filterTours } from './tour-filter.ts';
import { TOUR_FILTERS, useTours, useToursUrl } from './use-tours.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px 16px', alignItems: 'center' },
  search: { flex: '1 1 240px', maxWidth: '360px' },
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))',
    gap: '16px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
});

export function ToursPage() {
  const currentUser = useCurrentUser();
  const company = currentUser?.company;
  // The key discards all state when the company changes.
  return currentUser && company ? <Tours key={company.id} currentUser={currentUser} company={company.id} /> : null;
}

function Tours({ currentUser, company }: { currentUser: CurrentUser; company: string }) {
  const query = useTours(company);
  const edits = currentUser.can('COMPANY_ALL_ACCESS');
  const intl = useIntl();
  const navigate = useNavigate();
  const localPath = useLocalPath();
  return (
    <Screen
      header={
        <PageHeader
          title={<FormattedMessage id="route.tours" />}
          meta={query.data && <Summary tours={query.data.tours} />}
          actions={
            edits
              ? [
                  {
                    label: intl.formatMessage({ id: 'tours.create' }),
                    icon: <AddRegular />,
                    primary: true,
                    onSelect: () => void navigate(localPath(`${paths.toursManage}?tour=new`)),
                  },
                ]
              : []
          }
        />
      }
    >
      <QueryView
        query={query}
        skeleton={<ToursSkeleton />}
        failed={<FormattedMessage id="tours.failed" />}
        empty={({ tours }) => (tours.length === 0 ? <NoTours edits={edits} /> : null)}
      >
        {({ tours, timeZone }) => <Cards company={company} tours={tours} timeZone={timeZone} edits={edits} />}
      </QueryView>
    </Screen>
  );
}

function Summary({ tours }: { tours: readonly ListedTour[] }) {
  const live = tours.filter(({ tourStatus }) => tourStatus === 'live').length;
  const guests = tours.reduce((sum, { week }) => sum + week.guests, 0);
  return <FormattedMessage id="tours.summary" values={{ sold: live, guests }} />;
}

function useLinksOf(edits: boolean): (tour: ListedTour) => TourLink[] {
  const intl = useIntl();
  const calendar = intl.formatMessage({ id: 'tours.calendar' });
  const edit = intl.formatMessage({ id: 'tours.edit' });
  return ({ id, tourStatus }) => [
    ...(tourStatus === 'archived' ? [] : [{ label: calendar, to: `${paths.toursCalendar}?tour=${id}` }]),
    ...(edits ? [{ label: edit, to: `${paths.toursManage}?tour=${id}` }] : []),
  ];
}

interface CardsProps {
  company: string;
  tours: readonly ListedTour[];
  timeZone: string;
  edits: boolean;
}

function Cards({ company, tours, timeZone, edits }: CardsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const { state, go } = useToursUrl();
  const linksOf = useLinksOf(edits);
  const visibleTours = filterTours(tours, state);
  const chips = TOUR_FILTERS.map((value) => ({
    value,
    label: intl.formatMessage({ id: `tours.filter.${value}` }),
    count: tours.filter((tour) => matchesTourFilter(tour, value)).length,
  })).filter(({ value, count }) => count > 0 || state.show.includes(value));
  return (
    <>
      <div className={styles.tools}>
        <SearchBox
          className={styles.search}
          placeholder={intl.formatMessage({ id: 'tours.search' })}
          aria-label={intl.formatMessage({ id: 'tours.search' })}
          value={state.search}
          onChange={(_, data) => go({ search: data.value }, { isTyping: true })}
        />
        {chips.length > 0 && (
          <FilterChips
            label={intl.formatMessage({ id: 'tours.filter' })}
            choose="any"
            selected={state.show}
            chips={chips}
            onChange={(show) => go({ show })}
          />
        )}
      </div>
      {visibleTours.length === 0 ? (
        <EmptyState
          drawing={<QuietOffice />}
          title={<FormattedMessage id="tours.none" />}
          actions={
            <Button appearance="primary" onClick={() => go({ search: '', show: [] })}>
              <FormattedMessage id="tours.showAll" />
            </Button>
          }
        />
      ) : (
        <ul className={styles.cards} aria-label={intl.formatMessage({ id: 'route.tours' })}>
          {visibleTours.map((tour) => (
            <TourCard key={tour.id} company={company} tour={tour} formats={formats} links={linksOf(tour)} />
          ))}
        </ul>
      )}
    </>
  );
}

function NoTours({ edits }: { edits: boolean }) {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id={edits ? 'tours.empty.owner' : 'tours.empty.guide'} />}
      actions={
        <LinkButton to={edits ? `${paths.toursManage}?tour=new` : paths.toursCalendar}>
          <FormattedMessage id={edits ? 'tours.create' : 'route.toursCalendar'} />
        </LinkButton>
      }
    />
  );
}

function ToursSkeleton() {
  const styles = useStyles();
  return (
    <Skeleton className={styles.cards}>
      {[0, 1, 2, 3].map((card) => (
        <SkeletonItem key={card} shape="rectangle" style={{ height: '220px' }} />
      ))}
    </Skeleton>
  );
}

/** The name that the route table expects. */
export { ToursPage as Component };
