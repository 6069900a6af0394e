/** Payment settings: a summary, and a dialog to change them. Secret keys are never shown again. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import {
  eventsUrl,
  PAYMENT_CACHE_SCHEMA,
  PAYMENT_MODES,
  readPaymentSettings,
  savePaymentSettings,
  type PaymentSettings,
  type PaymentSettingsInput,
} from '../../data/payment-settings.ts';
import { fieldError, optionalText, wholeNumber } from '../../domain/fields.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { SelectField, TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { WrappingAddress } from '../../ui/display/wrapping-address.tsx';
import type { SettingsSectionProps } from './section-props.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
});

/** Events that the webhook at Stripe must send, by Stripe's names. */
const STRIPE_EVENTS = [
  'checkout.session.*',
  'payment_intent.payment_failed',
  'refund.*',
  'charge.refunded',
  'charge.dispute.*',
].join(', ');

function useProviderName() {
  const intl = useIntl();
  return (name: string) =>
    name === 'stripe' || name === 'test' ? intl.formatMessage({ id: `settings.payment.provider.${name}` }) : name;
}

export function PaymentSection({ company }: SettingsSectionProps) {
  const nameOf = useProviderName();
  const isPartner = useCurrentUser()?.isPartner ?? false;
  const [isOpen, setOpen] = useState(false);
  const query = useServerQuery({
    key: [company, 'payment-settings'],
    fetch: (signal) => readPaymentSettings(company, signal),
    cacheSchema: PAYMENT_CACHE_SCHEMA,
  });
  return (
    <QueryView query={query} skeleton={null} failed={<FormattedMessage id="settings.failed" />}>
      {(settings) => (
        <FormSection
          title="settings.section.payment"
          actions={
            isPartner ? undefined : (
              <Button onClick={() => setOpen(true)}>
                <FormattedMessage id="settings.payment.change" />
              </Button>
            )
          }
        >
          <span>
            {settings.mode === 'online' ? (
              <>
                <FormattedMessage id="settings.payment.online" values={{ provider: nameOf(settings.provider ?? '') }} />
                {settings.depositPercent !== null && (
                  <>
                    {' '}
                    <FormattedMessage id="settings.payment.deposited" values={{ percent: settings.depositPercent }} />
                  </>
                )}
              </>
            ) : (
              <FormattedMessage id="settings.payment.onArrival" />
            )}
          </span>
          {isPartner && <FormattedMessage id="settings.automatic" />}
          {isOpen && <PaymentDialog company={company} settings={settings} onClose={() => setOpen(false)} />}
        </FormSection>
      )}
    </QueryView>
  );
}

const schema = v.object({
  mode: v.picklist(PAYMENT_MODES),
  provider: v.string(),
  secretKey: optionalText(300),
  webhookSecret: optionalText(300),
  depositPercent: v.union(
    [
      v.pipe(
        v.string(),
        v.trim(),
        v.literal(''),
        v.transform(() => null),
      ),
      wholeNumber({ min: 1, max: 99 }),
    ],
    fieldError('whole_number'),
  ),
});
type PaymentFormValues = v.InferInput<typeof schema>;
type PaymentFormData = v.InferOutput<typeof schema>;

function PaymentDialog({ company, settings, onClose }: { company: Uuid; settings: PaymentSettings; onClose(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const provider = settings.provider ?? settings.providers[0]?.name ?? '';
  const form = useForm<PaymentFormValues, PaymentFormData>({
    schema,
    values: {
      mode: settings.mode,
      provider,
      secretKey: '',
      webhookSecret: '',
      depositPercent: String(settings.depositPercent ?? ''),
    },
  });
  const saving = useMutation({
    send: (args: PaymentSettingsInput) => savePaymentSettings(args),
    invalidates: [[company]],
    // A colleague has changed them.
    invalidateOnRefusal: true,
  });
  async function send(values: PaymentFormData): Promise<boolean> {
    const result = await saving.save({ company, version: settings.version, ...values });
    if (result.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
    return result.ok;
  }
  const { refusal, failure } = splitResult(saving.result);
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id="settings.payment.title" />}
        confirm={<FormattedMessage id="form.save" />}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.fields} data-first>
          <PaymentFields company={company} settings={settings} />
          {refusal && (
            <Message state="attention">
              <FormattedMessage
                id={refusal.status === 'no_keys' ? 'settings.payment.noKeys' : 'settings.payment.stale'}
              />
            </Message>
          )}
          <SaveFailed result={failure} />
        </div>
      </FormDialog>
    </FormProvider>
  );
}

function PaymentFields({ company, settings }: { company: Uuid; settings: PaymentSettings }) {
  const intl = useIntl();
  const nameOf = useProviderName();
  const { control } = useFormContext<PaymentFormValues>();
  const [mode, provider] = useWatch({ control, name: ['mode', 'provider'] });
  const needsKeys = settings.providers.some((entry) => entry.name === provider && entry.needsKeys);
  return (
    <>
      <SelectField<PaymentFormValues>
        name="mode"
        label={intl.formatMessage({ id: 'settings.payment.mode' })}
        options={PAYMENT_MODES.map((value) => ({
          value,
          label: intl.formatMessage({ id: `settings.payment.mode.${value}` }),
        }))}
      />
      <SelectField<PaymentFormValues>
        name="provider"
        label={intl.formatMessage({ id: 'settings.payment.provider' })}
        options={settings.providers.map(({ name }) => ({ value: name, label: nameOf(name) }))}
      />
      {mode === 'online' && (
        <TextField<PaymentFormValues>
          name="depositPercent"
          isNumeric
          suffix="%"
          label={intl.formatMessage({ id: 'settings.payment.deposit' })}
          hint={<FormattedMessage id="settings.payment.deposit.hint" />}
        />
      )}
      {needsKeys && <KeyFields company={company} settings={settings} />}
    </>
  );
}

function KeyFields({ company, settings }: { company: Uuid; settings: PaymentSettings }) {
  const intl = useIntl();
  const storedHint = <FormattedMessage id="settings.payment.stored" />;
  return (
    <>
      <TextField<PaymentFormValues>
        name="secretKey"
        type="password"
        autoComplete="new-password"
        label={intl.formatMessage({ id: 'settings.payment.key' })}
        hint={settings.hasSecretKey ? storedHint : <FormattedMessage id="settings.payment.key.hint" />}
      />
      <TextField<PaymentFormValues>
        name="webhookSecret"
        type="password"
        autoComplete="new-password"
        label={intl.formatMessage({ id: 'settings.payment.hook' })}
        hint={
          <>
            {settings.hasWebhookSecret && <>{storedHint} </>}
            <FormattedMessage
              id="settings.payment.hook.hint"
              values={{ address: <WrappingAddress address={eventsUrl(company)} />, events: STRIPE_EVENTS }}
            />
          </>
        }
      />
    </>
  );
}
