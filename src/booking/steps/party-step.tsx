/** How many come: what the day still has is asked for here, the form comes beside it. */
import { FormattedMessage } from 'react-intl';
import { readMonth, type PublicTour, type Shop } from '../../data/public-booking.ts';
import { monthOf } from '../../lib/month-grid.ts';
import { useFormats } from '../../ui/words/use-formats.ts';
import { goTo, readQuery, useAddress } from '../address.ts';
import { ownToken } from './flow.ts';
import { Heading } from '../parts/frame.tsx';
import { DetailsForm, PartyPart, useFetchedAhead } from './late-forms.tsx';
import { timeAt } from '../parts/times.ts';
import { FailureNotice, Waiting } from '../parts/trouble.tsx';
import { useAnswer } from '../parts/use-answer.ts';

export function PartyStep({ shop, tour }: { shop: Shop; tour: PublicTour }) {
  const { operator } = shop;
  const { search } = useAddress();
  const query = readQuery(search);
  const { date = '', time = '' } = query;
  const formats = useFormats(operator.timeZone);
  const month = monthOf(date);
  const answer = useAnswer(`month ${tour.id} ${month}`, (signal) =>
    readMonth({ operator: operator.slug, tour: tour.id, month, token: ownToken() }, { signal }),
  );
  useFetchedAhead({ now: PartyPart, next: DetailsForm });
  const otherDate = () => {
    const { time: _, ...rest } = query;
    goTo({ query: rest });
  };
  return (
    <>
      <Heading>
        <FormattedMessage id="booking.party.title" />
      </Heading>
      {answer.state === 'waiting' && <Waiting isLong={answer.isLong} phone={operator.phone} />}
      {answer.state === 'failed' && (
        <FailureNotice failure={answer.failure} phone={operator.phone} onAgain={answer.again} />
      )}
      {answer.state === 'here' && (
        <PartyPart
          shop={shop}
          tour={tour}
          departure={timeAt(answer.data.days, { date, time })}
          days={answer.data.days}
          query={query}
          formats={formats}
          onOtherDate={otherDate}
        />
      )}
    </>
  );
}
