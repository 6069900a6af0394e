/** Records and corrects a partner's payments. */
import { Field, Select, Textarea, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import {
  correctAccountPayment,
  recordAccountPayment,
  type PartnerAccount,
  type AccountLine,
} from '../../data/accounts.ts';
import { date, money, optionalText } from '../../domain/fields.ts';
import type { Uuid } from '../../domain/ids.ts';
import { formatMoneyInput } from '../../domain/parse-money.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { TextField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { DateField, MoneyField } from '../../ui/form/parsed-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

const schemaOf = (currency: string, locale: string) =>
  v.object({ amount: money(currency, { locale }), paidOn: date(), reference: optionalText(200) });
type PaymentFormValues = v.InferInput<ReturnType<typeof schemaOf>>;
type PaymentFormData = v.InferOutput<ReturnType<typeof schemaOf>>;

interface PaymentDialogProps {
  owner: Uuid;
  account: PartnerAccount;
  onClose(): void;
}

export function PaymentDialog({ owner, account, onClose }: PaymentDialogProps) {
  const currencies = [
    ...new Set([...account.sums.map((sum) => sum.currency), ...(account.account ? [account.account.currency] : [])]),
  ];
  // An account has a limit or entries, so there is at least one currency.
  const [currency, setCurrency] = useState(
    account.sums.find(({ open }) => open > 0)?.currency ?? account.account?.currency ?? currencies[0]!,
  );
  return <PaymentForm key={currency} {...{ owner, account, onClose, currency, currencies }} onCurrency={setCurrency} />;
}

interface PaymentFormProps extends PaymentDialogProps {
  currency: string;
  currencies: readonly string[];
  onCurrency(currency: string): void;
}

function PaymentForm({ owner, account, currency, currencies, onCurrency, onClose }: PaymentFormProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(account.timeZone);
  const today = localDateIn(account.timeZone, useNow());
  const [payment] = useState(() => crypto.randomUUID());
  const open = account.sums.find((sum) => sum.currency === currency)?.open ?? 0;
  const form = useForm<PaymentFormValues, PaymentFormData>({
    schema: schemaOf(currency, intl.locale),
    values: {
      amount: open > 0 ? formatMoneyInput(open, { currency, locale: intl.locale }) : '',
      paidOn: today,
      reference: '',
    },
  });
  const saving = useMutation({ send: recordAccountPayment, invalidates: [[owner]] });
  const { refusal, failure } = splitResult(saving.result);

  async function send(values: PaymentFormData): Promise<boolean> {
    const saved = await saving.save({ payment, agreement: account.agreement, currency, ...values });
    if (saved.ok)
      void showToast({
        intent: 'success',
        text: intl.formatMessage({ id: 'accounts.payment.done' }, { amount: formats.money(values.amount, currency) }),
      });
    return saved.ok;
  }

  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id="accounts.payment.title" values={{ name: account.organisation }} />}
        confirm={<FormattedMessage id="accounts.payment.confirm" />}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.fields} data-first>
          {currencies.length > 1 && (
            <Field label={intl.formatMessage({ id: 'accounts.currency' })}>
              <Select value={currency} onChange={(_, data) => onCurrency(data.value)}>
                {currencies.map((currency) => (
                  <option key={currency}>{currency}</option>
                ))}
              </Select>
            </Field>
          )}
          <PaymentFields currency={currency} />
          <SaveFailed result={failure} />
          {refusal && (
            <Message state="no" alert>
              <FormattedMessage id={`accounts.payment.${refusal.status}`} />
            </Message>
          )}
        </div>
      </FormDialog>
    </FormProvider>
  );
}

function PaymentFields({ currency }: { currency: string }) {
  const intl = useIntl();
  return (
    <>
      <MoneyField<PaymentFormValues>
        name="amount"
        label={intl.formatMessage({ id: 'accounts.amount' })}
        currency={currency}
        required
      />
      <DateField<PaymentFormValues> name="paidOn" label={intl.formatMessage({ id: 'accounts.paidOn' })} required />
      <TextField<PaymentFormValues>
        name="reference"
        label={intl.formatMessage({ id: 'accounts.reference' })}
        hint={<FormattedMessage id="accounts.reference.hint" />}
      />
    </>
  );
}

interface CorrectionDialogProps {
  owner: Uuid;
  line: AccountLine;
  amount: string;
  onClose(): void;
}

export function CorrectionDialog({ owner, line, amount, onClose }: CorrectionDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [correction] = useState(() => crypto.randomUUID());
  const [reason, setReason] = useState('');
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const saving = useMutation({ send: correctAccountPayment, invalidates: [[owner]] });
  const { refusal, failure } = splitResult(saving.result);

  async function send(): Promise<boolean> {
    setHasSubmitted(true);
    if (reason.trim() === '') return false;
    const saved = await saving.save({ correction, payment: line.id, reason: reason.trim() });
    if (saved.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'accounts.correct.done' }) });
    return saved.ok;
  }

  return (
    <FormDialog
      title={<FormattedMessage id="accounts.correct.title" values={{ amount }} />}
      confirm={<FormattedMessage id="accounts.correct.confirm" />}
      onClose={onClose}
      onConfirm={send}
    >
      <div className={styles.fields} data-first>
        <Message state="neutral">
          <FormattedMessage id="accounts.correct.about" />
        </Message>
        <Field
          required
          label={intl.formatMessage({ id: 'accounts.correct.why' })}
          {...(hasSubmitted && reason.trim() === ''
            ? {
                validationMessage: intl.formatMessage({ id: 'accounts.correct.none' }),
                validationState: 'error' as const,
              }
            : {})}
        >
          <Textarea value={reason} maxLength={200} rows={3} onChange={(_, data) => setReason(data.value)} />
        </Field>
        <SaveFailed result={failure} />
        {refusal && (
          <Message state="no" alert>
            <FormattedMessage
              id={refusal.status === 'corrected' ? 'accounts.correct.corrected' : 'accounts.payment.id_reused'}
            />
          </Message>
        )}
      </div>
    </FormDialog>
  );
}
