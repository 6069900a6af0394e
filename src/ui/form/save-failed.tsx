import { FormattedMessage } from 'react-intl';
import { useLocation } from 'react-router';
import type { Failure, Result } from '../../domain/result.ts';
import { loginReturningTo } from '../../lib/paths.ts';
import { LinkButton } from '../address/link-button.tsx';
import { FAILURE_TEXTS } from '../format/failure-texts.ts';
import { Message } from '../states/message.tsx';
import { InFailureSlot } from './failure-slot.tsx';

/** Tells why saving failed, and that the input is kept. Renders nothing for other results: callers show refusals. */
export function SaveFailed({ result }: { result: Result<unknown, unknown> | null }) {
  if (!result || result.ok || result.code === 'refused') return null;
  return (
    <InFailureSlot>
      <Message
        state={result.retry ? 'attention' : 'no'}
        alert
        title={<FormattedMessage id="form.failed" />}
        actions={result.code === 'signed_out' && <SignInAgainLink />}
      >
        <FormattedMessage id={FAILURE_TEXTS[result.code]} /> {result.retry && <FormattedMessage id="form.kept" />}
      </Message>
    </InFailureSlot>
  );
}

/** Shows beside its button why an action failed, if it did: a failed request, or a refusal as text. */
export function ActionFailed({ failure }: { failure: Failure | string | null }) {
  if (typeof failure !== 'string') return <SaveFailed result={failure} />;
  return (
    <InFailureSlot>
      <Message state="no" alert>
        {failure}
      </Message>
    </InFailureSlot>
  );
}

function SignInAgainLink() {
  const { pathname, search } = useLocation();
  return (
    <LinkButton to={loginReturningTo(pathname + search)}>
      <FormattedMessage id="failure.signInAgain" />
    </LinkButton>
  );
}
