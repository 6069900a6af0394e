import { FormattedMessage } from 'react-intl';
import { useLocation } from 'react-router';
import type { Failure } from '../../domain/result.ts';
import { loginReturningTo } from '../../lib/paths.ts';
import { LinkButton } from '../address/link-button.tsx';
import { FAILURE_TEXTS } from '../format/failure-texts.ts';
import { Message } from '../states/message.tsx';
import { InFailureSlot } from './failure-slot.tsx';

/** Tells why saving failed, and that the input is kept. */
export function SaveFailed({ failure }: { failure: Failure }) {
  return (
    <InFailureSlot>
      <Message
        state={failure.retry ? 'attention' : 'no'}
        alert
        title={<FormattedMessage id="form.failed" />}
        actions={failure.code === 'signed_out' && <SignInAgainLink />}
      >
        <FormattedMessage id={FAILURE_TEXTS[failure.code]} /> {failure.retry && <FormattedMessage id="form.kept" />}
      </Message>
    </InFailureSlot>
  );
}

/** Shows beside its button why an action failed: a failed request, or a refusal as text. */
export function ActionFailed({ failure }: { failure: Failure | string }) {
  if (typeof failure !== 'string') return <SaveFailed failure={failure} />;
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
