/**
 * Target of a mail's unsubscribe link: names the sender, with a button that unsubscribes. Opening the page has no
 * effect, as mail filters open links too.
 */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { unsubscribe, readSubscription } from '../../data/unsubscribe.ts';
import { usePageUrl } from '../page-url.ts';
import { DocumentTitle } from '../ui/document-title.tsx';
import { PageFrame, Heading } from '../ui/page-frame.tsx';
import { FailureNotice, NotFound, Notice, Waiting } from '../ui/error-states.tsx';
import { usePublicQuery } from '../ui/use-public-query.ts';
import { useSend } from '../ui/use-send.ts';

export function UnsubscribePage({ token }: { token: string }) {
  const { path } = usePageUrl();
  const { refetch, ...query } = usePublicQuery(`unsubscribe ${token}`, (signal) => readSubscription(token, { signal }));
  const [isEnded, setEnded] = useState(false);
  const { isBusy, failure, send } = useSend();
  if (query.state === 'failed' && query.failure.code === 'not_found')
    return <NotFound path={path.replace(token, '…')} />;

  const end = () =>
    send(async () => {
      const result = await unsubscribe(token);
      if (!result.ok) return result;
      setEnded(true);
      return null;
    });
  return (
    <PageFrame operator={null} step={`unsubscribe ${query.state}`}>
      {query.state === 'waiting' && <Waiting isLong={query.isLong} />}
      {query.state === 'failed' && <FailureNotice failure={query.failure} onRetry={refetch} />}
      {query.state === 'loaded' && (
        <>
          <DocumentTitle name={query.data.company} />
          <Heading>
            <FormattedMessage id="booking.unsubscribe.title" values={{ company: query.data.company }} />
          </Heading>
          {isEnded || query.data.isUnsubscribed ? (
            <Notice tone="ok" live>
              <p>
                <FormattedMessage id="booking.unsubscribe.done" values={{ company: query.data.company }} />
              </p>
            </Notice>
          ) : (
            <>
              <p>
                <FormattedMessage id="booking.unsubscribe.ask" values={{ company: query.data.company }} />
              </p>
              {failure && <FailureNotice failure={failure} />}
              <button type="button" className="bk-primary" aria-disabled={isBusy} onClick={() => void end()}>
                <FormattedMessage id="booking.unsubscribe.confirm" />
              </button>
            </>
          )}
        </>
      )}
    </PageFrame>
  );
}
