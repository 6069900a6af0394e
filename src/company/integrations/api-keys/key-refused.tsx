import { FormattedMessage } from 'react-intl';
import type { ApiKeyRefusal, ApiKeys } from '../../../data/api-keys.ts';
import type { Result } from '../../../domain/result.ts';
import { splitResult } from '../../../online/use-mutation.ts';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { Message } from '../../../ui/states/message.tsx';

export function KeyRefused({ result }: { result: Result<ApiKeys, { status: ApiKeyRefusal }> | null }) {
  const { refusal, failure } = splitResult(result);
  // Only the server checks the IP addresses and the last day.
  const problem = failure?.code === 'invalid' ? 'invalid' : refusal?.status;
  if (!problem) return <SaveFailed result={failure} />;
  return (
    <Message state="no" alert>
      <FormattedMessage id={`apiKeys.refused.${problem}`} />
    </Message>
  );
}
