/** Confirms an action on a webhook: switch on or off, rotate its secret, or delete it. */
import { makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  deleteWebhook,
  rotateWebhookSecret,
  switchWebhook,
  type WebhookEndpoint,
  type Webhooks,
} from '../../../data/webhooks.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { Result } from '../../../domain/result.ts';
import { splitResult, useMutation } from '../../../online/use-mutation.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { type } from '../../../ui/theme/sizes.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';

const useStyles = makeStyles({ about: { ...type.body, margin: 0, overflowWrap: 'anywhere' } });

export type WebhookAction = 'rotate' | 'resume' | 'on' | 'off' | 'delete';
/** Only `rotate` can be refused: a colleague has changed the webhook since it was read. */
type Refusal = { status: 'stale' };
type Send = (endpoint: WebhookEndpoint) => Promise<Result<Webhooks, Refusal>>;

const SEND: Record<WebhookAction, Send> = {
  rotate: rotateWebhookSecret,
  resume: ({ id }) => switchWebhook({ id, isOn: true }),
  on: ({ id }) => switchWebhook({ id, isOn: true }),
  off: ({ id }) => switchWebhook({ id, isOn: false }),
  delete: ({ id }) => deleteWebhook(id),
};

interface ActDialogProps {
  company: Uuid;
  act: WebhookAction;
  endpoint: WebhookEndpoint;
  onClose(): void;
  onSecret(secret: string | undefined): void;
}

export function WebhookActionDialog({ company, act, endpoint, onClose, onSecret }: ActDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const saving = useMutation<WebhookEndpoint, Webhooks, Refusal>({
    send: SEND[act],
    invalidates: [[company, 'webhooks']],
    // A colleague has changed it.
    invalidateOnRefusal: true,
  });
  const name = endpoint.description ?? endpoint.url;

  async function carryOut(): Promise<boolean> {
    const result = await saving.save(endpoint);
    if (!result.ok) return false;
    if (result.data.secret) {
      onSecret(result.data.secret);
      // The secret dialog replaces this one.
      return false;
    }
    void showToast({ intent: 'success', text: intl.formatMessage({ id: `webhooks.act.${act}.done` }) });
    return true;
  }
  const { refusal, failure } = splitResult(saving.result);
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id={`webhooks.act.${act}`} />}
      confirm={<FormattedMessage id={`webhooks.act.${act}`} />}
      onClose={onClose}
      onConfirm={carryOut}
    >
      <p className={styles.about}>
        <FormattedMessage id={`webhooks.act.${act}.text`} values={{ name }} />
      </p>
      {refusal && (
        <Message state="no" alert>
          <FormattedMessage id="webhooks.refused.stale" />
        </Message>
      )}
      <SaveFailed result={failure} />
    </FormDialog>
  );
}
