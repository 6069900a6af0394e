/** Creates or edits a webhook: address, events, and whether it includes guests' data. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import {
  saveWebhook,
  type WebhookInput,
  type WebhookEndpoint,
  type SaveWebhookRefusal,
  type Webhooks,
} from '../../../data/webhooks.ts';
import { fieldError, optionalText, requiredText } from '../../../domain/fields.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { SUBSCRIBABLE_EVENTS } from '../../../domain/webhooks.ts';
import { splitResult, useMutation } from '../../../online/use-mutation.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { ChipsField } from '../../../ui/form/chips-field.tsx';
import { SwitchField, TextField } from '../../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Message } from '../../../ui/states/message.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

const SCHEMA = v.object({
  // The server refuses internal hosts and says why.
  url: v.pipe(
    requiredText(500),
    v.check((text) => /^https:\/\//i.test(text) && URL.canParse(text), fieldError('not_valid')),
  ),
  description: optionalText(200),
  events: v.pipe(v.array(v.picklist(SUBSCRIBABLE_EVENTS)), v.minLength(1, fieldError('required'))),
  hasPersonalData: v.boolean(),
});
type WebhookFormData = v.InferOutput<typeof SCHEMA>;
interface WebhookFormValues {
  url: string;
  description: string;
  events: string[];
  hasPersonalData: boolean;
}

interface WebhookDialogProps {
  company: Uuid;
  /** Null for a new webhook. */
  endpoint: WebhookEndpoint | null;
  onClose(): void;
  /** Called with the secret of a new webhook, to show it in another dialog. */
  onSecret(secret: string | undefined): void;
}

export function WebhookDialog({ company, endpoint, onClose, onSecret }: WebhookDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [id] = useState(() => endpoint?.id ?? crypto.randomUUID());
  const form = useForm<WebhookFormValues, WebhookFormData>({
    schema: SCHEMA as unknown as v.GenericSchema<WebhookFormValues, WebhookFormData>,
    values: {
      url: endpoint?.url ?? 'https://',
      description: endpoint?.description ?? '',
      events: endpoint?.events ?? ['booking.created', 'booking.changed', 'booking.moved', 'booking.cancelled'],
      hasPersonalData: endpoint?.hasPersonalData ?? false,
    },
  });
  const saving = useMutation<WebhookInput, Webhooks, { status: SaveWebhookRefusal }>({
    send: saveWebhook,
    invalidates: [[company, 'webhooks']],
    // A colleague has changed it.
    invalidateOnRefusal: true,
  });

  async function send(data: WebhookFormData): Promise<boolean> {
    const result = await saving.save({ ...data, company, id, version: endpoint?.version ?? 0 });
    if (!result.ok) return false;
    if (result.data.secret) {
      onSecret(result.data.secret);
      // The secret dialog replaces this one.
      return false;
    }
    void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
    return true;
  }
  const { refusal, failure } = splitResult(saving.result);
  // The server's own checks fail with `invalid`, which has a text of its own like the refusals.
  const problem = failure?.code === 'invalid' ? 'invalid' : refusal?.status;
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id={endpoint ? 'webhooks.change.title' : 'webhooks.add'} />}
        confirm={<FormattedMessage id="form.save" />}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.fields} data-first>
          <WebhookFields />
          {problem ? (
            <Message state="no" alert>
              <FormattedMessage id={`webhooks.refused.${problem}`} />
            </Message>
          ) : (
            <SaveFailed result={failure} />
          )}
        </div>
      </FormDialog>
    </FormProvider>
  );
}

function WebhookFields() {
  const intl = useIntl();
  return (
    <>
      <TextField<WebhookFormValues>
        name="url"
        type="url"
        label={intl.formatMessage({ id: 'webhooks.url' })}
        hint={<FormattedMessage id="webhooks.url.hint" />}
        required
      />
      <TextField<WebhookFormValues> name="description" label={intl.formatMessage({ id: 'webhooks.description' })} />
      <ChipsField<WebhookFormValues>
        name="events"
        label={intl.formatMessage({ id: 'webhooks.events' })}
        required
        chips={SUBSCRIBABLE_EVENTS.map((value) => ({
          value,
          label: intl.formatMessage({ id: `webhooks.event.${value}` }),
        }))}
      />
      <SwitchField<WebhookFormValues>
        name="hasPersonalData"
        label={intl.formatMessage({ id: 'webhooks.personal' })}
        hint={<FormattedMessage id="webhooks.personal.hint" />}
      />
    </>
  );
}
