/** Where a mail's way out leads: whose mail it is, and one press that ends it. Opening the page alone ends nothing, as filters open pages too. */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { endLetters, readLetters } from '../data/unsubscribing.ts';
import type { Failure } from '../domain/result.ts';
import { useAddress } from './address.ts';
import { DocumentTitle } from './document-title.tsx';
import { Frame, Heading } from './frame.tsx';
import { FailureNotice, NotFound, Notice, Waiting } from './trouble.tsx';
import { useAnswer } from './use-answer.ts';

export function LettersPage({ token }: { token: string }) {
  const { path } = useAddress();
  const { again, ...asked } = useAnswer(`letters ${token}`, (signal) => readLetters(token, { signal }));
  const [isEnded, setEnded] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  if (asked.state === 'failed' && asked.failure.code === 'not_found')
    return <NotFound path={path.replace(token, '…')} />;

  async function end() {
    setBusy(true);
    const answer = await endLetters(token);
    setBusy(false);
    setFailure(answer.ok ? null : answer);
    if (answer.ok) setEnded(true);
  }
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
              <button type="button" className="bk-first" disabled={isBusy} onClick={() => void end()}>
                <FormattedMessage id="booking.letters.confirm" />
              </button>
            </>
          )}
        </>
      )}
    </Frame>
  );
}
