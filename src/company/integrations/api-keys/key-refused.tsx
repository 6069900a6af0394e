import { FormattedMessage } from 'react-intl';
import type { ApiKeyRefusal, ApiKeys } from '../../../data/api-keys.ts';
import type { Result } from '../../../domain/result.ts';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { Message } from '../../../ui/states/message.tsx';

export function KeyRefused({ result }: { result: Result<ApiKeys, { status: ApiKeyRefusal }> | null }) {
  if (!result || result.ok) return null;
  if (result.code !== 'refused' && result.code !== 'invalid') return <SaveFailed failure={result} />;
  return (
    <Message state="no" alert>
      <FormattedMessage id={`apiKeys.refused.${result.code === 'refused' ? result.refusal.status : 'invalid'}`} />
    </Message>
  );
}
