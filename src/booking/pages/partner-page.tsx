/** /{organisation}/BAK: a partner's page over all the operators that it sends guests to, soonest first. */
import { FormattedMessage } from 'react-intl';
import { readPartner } from '../../data/public-booking.ts';
import { useAddress } from '../address.ts';
import { DocumentTitle } from '../parts/document-title.tsx';
import { Frame, Heading } from '../parts/frame.tsx';
import { Listed } from './listed-operator.tsx';
import { FailureNotice, NotFound, Notice, Waiting } from '../parts/trouble.tsx';
import { useAnswer } from '../parts/use-answer.ts';

export function PartnerPage({ organisation }: { organisation: string }) {
  const { path } = useAddress();
  const answer = useAnswer(`partner ${organisation}`, (signal) => readPartner({ organisation }, { signal }));
  if (answer.state === 'failed' && answer.failure.code === 'not_found') return <NotFound path={path} />;
  if (answer.state !== 'here')
    return (
      <Frame operator={null} step="waiting">
        {answer.state === 'waiting' && <Waiting isLong={answer.isLong} />}
        {answer.state === 'failed' && <FailureNotice failure={answer.failure} onAgain={answer.again} />}
      </Frame>
    );
  const { organisation: partner, operators } = answer.data;
  return (
    <Frame operator={partner} step="partner">
      <DocumentTitle id="booking.all.title" of={partner.name} />
      <Heading>
        <FormattedMessage id="booking.all.title" />
      </Heading>
      {operators.length === 0 && (
        <Notice tone="neutral">
          <FormattedMessage id="booking.tours.none" />
        </Notice>
      )}
      {operators.map((operator) => (
        <Listed key={operator.slug} operator={operator} organisation={partner.slug} />
      ))}
    </Frame>
  );
}
