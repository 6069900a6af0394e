/** An operator's tours, and from one of them to a booking. Which step it is follows from the address. */
import { readShop, type PublicTour, type Shop } from '../../data/public-booking.ts';
import { DateStep } from './date-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { DocumentTitle } from '../parts/document-title.tsx';
import { Frame } from '../parts/frame.tsx';
import { goTo, readQuery, useAddress, type Query } from '../address.ts';
import { PartyStep } from './party-step.tsx';
import { ToursStep } from './tours-step.tsx';
import { useTourTexts } from '../parts/tour-texts.ts';
import { FailureNotice, NotFound, Waiting } from '../parts/trouble.tsx';
import { useAnswer } from '../parts/use-answer.ts';

type Step = 'tours' | 'date' | 'party' | 'details';

function stepOf(query: Query, tour: PublicTour | null): Step {
  if (!tour) return 'tours';
  if (query.date === undefined || query.time === undefined) return 'date';
  return query.step === 'details' && query.party !== undefined ? 'details' : 'party';
}

/** The address of the step before, for a way back that also works for whoever came in the middle. */
function before(step: Step, query: Query): Query {
  const { tour, date, time, party, step: _, ...rest } = query;
  const kept = { ...rest, ...(party === undefined ? {} : { party }) };
  if (step === 'details')
    return { ...kept, ...(tour ? { tour } : {}), ...(date ? { date } : {}), ...(time ? { time } : {}) };
  if (step === 'party') return { ...kept, ...(tour ? { tour } : {}), ...(date ? { date } : {}) };
  return kept;
}

export function OperatorPage({ operator, organisation }: { operator: string; organisation: string | null }) {
  const { path } = useAddress();
  const shop = useAnswer(`shop ${operator} ${organisation}`, (signal) =>
    readShop({ operator, organisation }, { signal }),
  );
  if (shop.state === 'waiting')
    return (
      <Frame operator={null} step="waiting">
        <Waiting isLong={shop.isLong} />
      </Frame>
    );
  if (shop.state === 'failed') {
    if (shop.failure.code === 'not_found') return <NotFound path={path} />;
    return (
      <Frame operator={null} step="failed">
        <FailureNotice failure={shop.failure} onAgain={shop.again} />
      </Frame>
    );
  }
  return <Steps shop={shop.data} />;
}

function Steps({ shop }: { shop: Shop }) {
  const { search } = useAddress();
  const query = readQuery(search);
  const textsOf = useTourTexts();
  const { tours } = shop;
  const only = tours.length === 1 ? tours[0]! : null;
  const asked = query.tour ?? '';
  const tour = tours.find(({ slug, id, formerSlugs }) => [slug, id, ...formerSlugs].includes(asked)) ?? only;
  const step = stepOf(query, tour);
  const goes = step === 'tours' || (step === 'date' && only) ? undefined : () => goTo({ query: before(step, query) });
  return (
    <Frame operator={shop.operator} partner={shop.organisation} step={step} onBack={goes}>
      {tour ? (
        <DocumentTitle name={textsOf(tour.texts).title} of={shop.operator.name} />
      ) : (
        <DocumentTitle id="booking.tours.title" of={shop.operator.name} />
      )}
      {step === 'tours' && <ToursStep shop={shop} />}
      {tour && step === 'date' && <DateStep key={tour.id} shop={shop} tour={tour} />}
      {tour && step === 'party' && <PartyStep shop={shop} tour={tour} />}
      {tour && step === 'details' && <DetailsStep shop={shop} tour={tour} />}
    </Frame>
  );
}
