/** Where a mail's way out leads: whose mail it is, and one press that ends it. Opening the page alone ends nothing, as filters open pages too. */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { endLetters, readLetters } from '../../data/unsubscribing.ts';
import { useAddress } from '../address.ts';
import { DocumentTitle } from '../parts/document-title.tsx';
import { Frame, Heading } from '../parts/frame.tsx';
import { FailureNotice, NotFound, Notice, Waiting } from '../parts/trouble.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { useSend } from '../parts/use-send.ts';

export function LettersPage({ token }: { token: string }) {
  const { path } = useAddress();
  const { again, ...asked } = useAnswer(`letters ${token}`, (signal) => readLetters(token, { signal }));
  const [isEnded, setEnded] = useState(false);
  const { isBusy, failure, send } = useSend();
  if (asked.state === 'failed' && asked.failure.code === 'not_found')
    return <NotFound path={path.replace(token, '…')} />;

  const end = () =>
    send(async () => {
      const answer = await endLetters(token);
      if (!answer.ok) return answer;
      setEnded(true);
      return null;
    });
  return (
    <Frame operator={null} step={`letters ${asked.state}`}>
      {asked.state === 'waiting' && <Waiting isLong={asked.isLong} />}
      {asked.state === 'failed' && <FailureNotice failure={asked.failure} onAgain={again} />}
      {asked.state === 'here' && (
        <>
          <DocumentTitle name={asked.data.company} />
          <Heading>
            <FormattedMessage id="booking.letters.title" values={{ company: asked.data.company }} />
          </Heading>
          {isEnded || asked.data.isUnsubscribed ? (
            <Notice tone="ok" live>
              <p>
                <FormattedMessage id="booking.letters.done" values={{ company: asked.data.company }} />
              </p>
            </Notice>
          ) : (
            <>
              <p>
                <FormattedMessage id="booking.letters.ask" values={{ company: asked.data.company }} />
              </p>
              {failure && <FailureNotice failure={failure} />}
              <button type="button" className="bk-first" aria-disabled={isBusy} onClick={() => void end()}>
                <FormattedMessage id="booking.letters.confirm" />
              </button>
            </>
          )}
        </>
      )}
    </Frame>
  );
}
