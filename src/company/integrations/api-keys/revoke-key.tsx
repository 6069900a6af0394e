/** Revokes a key immediately. */
import { FormattedMessage, useIntl } from 'react-intl';
import { revokeApiKey, type ApiKey, type ApiKeyRefusal, type ApiKeys } from '../../../data/api-keys.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { KeyRefused } from './key-refused.tsx';

export function RevokeKey({ company, apiKey, onClose }: { company: Uuid; apiKey: ApiKey; onClose(): void }) {
  const intl = useIntl();
  const saving = useMutation<Parameters<typeof revokeApiKey>[0], ApiKeys, { status: ApiKeyRefusal }>({
    send: revokeApiKey,
    invalidates: [[company, 'api-keys']],
    // A colleague has changed it.
    invalidateOnRefusal: true,
  });

  async function revoke(): Promise<boolean> {
    const result = await saving.save({ company, id: apiKey.id });
    if (result.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'apiKeys.revoke.done' }) });
    return result.ok;
  }
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="apiKeys.revoke.title" values={{ name: apiKey.name }} />}
      confirm={<FormattedMessage id="apiKeys.revoke" />}
      onClose={onClose}
      onConfirm={revoke}
    >
      <KeyRefused result={saving.result} />
      <p>
        <FormattedMessage id="apiKeys.revoke.text" />
      </p>
    </FormDialog>
  );
}
