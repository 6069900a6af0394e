/** An operator's tours and the steps of booking one. The address determines the step. */
import type { PublicTour, Catalog } from '../../data/public-booking-shapes.ts';
import { readCatalog } from '../../data/public-booking.ts';
import { DateStep } from './date-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { goTo, parseBookingQuery, usePageUrl, type BookingQuery } from '../page-url.ts';
import { PartyStep } from './party-step.tsx';
import { ToursStep } from './tours-step.tsx';
import { useTourTexts } from '../ui/tour-texts.ts';
import { FailureNotice, NotFound, Waiting } from '../ui/error-states.tsx';
import { usePublicQuery } from '../ui/use-public-query.ts';

type Step = 'tours' | 'date' | 'party' | 'details';

function stepOf(query: BookingQuery, tour: PublicTour | null): Step {
  if (!tour) return 'tours';
  if (query.date === undefined || query.time === undefined) return 'date';
  return query.step === 'details' && query.party !== undefined ? 'details' : 'party';
}

/** Returns the query of the previous step, so that going back also works after entering at a later one. */
function before(step: Step, query: BookingQuery): BookingQuery {
  const { tour, date, time, party, step: _, ...rest } = query;
  const baseQuery = { ...rest, ...(party === undefined ? {} : { party }) };
  if (step === 'details')
    return { ...baseQuery, ...(tour ? { tour } : {}), ...(date ? { date } : {}), ...(time ? { time } : {}) };
  if (step === 'party') return { ...baseQuery, ...(tour ? { tour } : {}), ...(date ? { date } : {}) };
  return baseQuery;
}

export function OperatorPage({ operator, organisation }: { operator: string; organisation: string | null }) {
  const { path } = usePageUrl();
  const catalog = usePublicQuery(`catalog ${operator} ${organisation}`, (signal) =>
    readCatalog({ operator, organisation }, { signal }),
  );
  if (catalog.state === 'waiting')
    return (
      <PageFrame operator={null} step="waiting">
        <Waiting isLong={catalog.isLong} />
      </PageFrame>
    );
  if (catalog.state === 'failed') {
    if (catalog.failure.code === 'not_found') return <NotFound path={path} />;
    return (
      <PageFrame operator={null} step="failed">
        <FailureNotice failure={catalog.failure} onRetry={catalog.refetch} />
      </PageFrame>
    );
  }
  return <Steps catalog={catalog.data} />;
}

function Steps({ catalog }: { catalog: Catalog }) {
  const { search } = usePageUrl();
  const query = parseBookingQuery(search);
  const textsOf = useTourTexts();
  const { tours } = catalog;
  const only = tours.length === 1 ? tours[0]! : null;
  const tourParam = query.tour ?? '';
  const tour = tours.find(({ slug, id, formerSlugs }) => [slug, id, ...formerSlugs].includes(tourParam)) ?? only;
  const step = stepOf(query, tour);
  const onBack = step === 'tours' || (step === 'date' && only) ? undefined : () => goTo({ query: before(step, query) });
  return (
    <PageFrame operator={catalog.operator} partner={catalog.organisation} step={step} onBack={onBack}>
      {tour ? (
        <DocumentTitle name={textsOf(tour.texts).title} of={catalog.operator.name} />
      ) : (
        <DocumentTitle id="booking.tours.title" of={catalog.operator.name} />
      )}
      {step === 'tours' && <ToursStep catalog={catalog} />}
      {tour && step === 'date' && <DateStep key={tour.id} catalog={catalog} tour={tour} />}
      {tour && step === 'party' && <PartyStep catalog={catalog} tour={tour} />}
      {tour && step === 'details' && <DetailsStep catalog={catalog} tour={tour} />}
    </PageFrame>
  );
}
