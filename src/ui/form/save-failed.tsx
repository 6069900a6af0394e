import { FormattedMessage } from 'react-intl';
import type { Failure } from '../../domain/result.ts';
import { FAILURE_TEXTS } from '../words/failure-texts.ts';
import { Message } from '../states/message.tsx';

/** Among a form's notices: that the last try to save had no effect, why, and that nothing is lost. */
export function SaveFailed({ failure }: { failure: Failure }) {
  return (
    <Message state={failure.retry ? 'attention' : 'no'} alert title={<FormattedMessage id="form.failed" />}>
      <FormattedMessage id={FAILURE_TEXTS[failure.code]} /> {failure.retry && <FormattedMessage id="form.kept" />}
    </Message>
  );
}
