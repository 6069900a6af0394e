/** Records a payment, records a refund that was made, or decides a refund: three kinds of ledger entries. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import {
  runAnyBookingAction,
  type BookingActionChange,
  type BookingActionRefusal,
} from '../../../data/bookings/actions.ts';
import { PAYMENT_METHODS } from '../../../domain/bookings.ts';
import { money as moneyField, optionalText } from '../../../domain/fields.ts';
import type { MinorUnits } from '../../../domain/ids.ts';
import { formatMoneyInput, parsePositiveMoney } from '../../../domain/parse-money.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { SelectField, TextField } from '../../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { MoneyField } from '../../../ui/form/parsed-fields.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import type { BookingDialogProps } from './dialog-props.ts';
import { OverrideField, parseOverrideReason } from './override-field.tsx';
import { canOverride, RefusalMessage } from './refusal-message.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

/** Methods that staff can record; the server writes `moved` when money moves between bookings. */
const METHODS = PAYMENT_METHODS.filter((method) => method !== 'moved');

/** `on_account` is offered for payments if the partner has an account, and for refunds if something is on account. */
const methodsFor = (action: MoneyAction, { account, money }: BookingDialogProps['booking']) =>
  METHODS.filter(
    (method) =>
      method !== 'on_account' || (action === 'payment' ? account !== null : money.onAccount > 0 && money.owed === 0),
  );
const schemaOf = ({ currency, free, locale }: { currency: string; free: boolean; locale: string }) =>
  v.object({
    amount: moneyField(currency, { free, locale }),
    method: v.picklist(METHODS),
    reference: optionalText(200),
  });
type FormInput = v.InferInput<ReturnType<typeof schemaOf>>;
type FormOutput = v.InferOutput<ReturnType<typeof schemaOf>>;

export const MONEY_ACTIONS = ['payment', 'refunded', 'refund'] as const;
export type MoneyAction = (typeof MONEY_ACTIONS)[number];

/** Returns the default amount: due, owed or overpaid, depending on the action. */
function defaultAmount(action: MoneyAction, { money }: BookingDialogProps['booking']): MinorUnits {
  if (action === 'payment') return money.due;
  return action === 'refunded' ? money.owed || money.overpaid : money.overpaid;
}

export function MoneyDialog({
  action,
  booking,
  context,
  onDone,
  onClose,
}: BookingDialogProps & { action: MoneyAction }) {
  const styles = useStyles();
  const intl = useIntl();
  const { money } = booking;
  const { currency } = money;
  const [refusal, setRefusal] = useState<BookingActionRefusal | null>(null);
  const [overrideReason, setOverrideReason] = useState('');
  const [showsOverride, setShowsOverride] = useState(false);
  const initialAmount = defaultAmount(action, booking);
  const form = useForm<FormInput, FormOutput>({
    schema: schemaOf({ currency, free: action === 'refund', locale: intl.locale }),
    values: {
      amount: initialAmount > 0 ? formatMoneyInput(initialAmount, { currency, locale: intl.locale }) : '',
      method: action === 'payment' ? 'card' : 'bank',
      reference: '',
    },
  });
  const saving = useMutation({
    send: (change: BookingActionChange, request) =>
      runAnyBookingAction({ ...change, booking: booking.id }, { request }),
    invalidates: [[context.company]],
  });
  const enteredAmount = parsePositiveMoney(String(form.watch('amount')), currency, intl.locale) ?? 0;
  const remaining = action === 'payment' ? money.total - money.balance - enteredAmount : null;
  const formatAmount = (minor: MinorUnits) => context.formats.money(minor, currency);

  function toChange({ amount, method, reference }: FormOutput): BookingActionChange {
    const methodFields = { method, ...(reference === '' ? {} : { reference }) };
    if (action === 'payment')
      return {
        name: 'record_payment',
        change: { amount, currency, ...methodFields, ...parseOverrideReason(overrideReason) },
      };
    if (action === 'refunded') return { name: 'record_refund', change: { amount, ...methodFields } };
    return { name: 'decide_refund', change: { amount, ...(reference === '' ? {} : { reasonNote: reference }) } };
  }

  async function send(values: FormOutput): Promise<boolean> {
    const result = await saving.save(toChange(values));
    setRefusal(!result.ok && result.code === 'refused' ? result.refusal : null);
    if (!result.ok && result.code === 'refused' && canOverride(result.refusal)) setShowsOverride(true);
    if (!result.ok) return false;
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: `bookings.${action}.done` }, { amount: formatAmount(values.amount) }),
    });
    onDone?.(result.data);
    return true;
  }

  const failure = saving.result && !saving.result.ok && saving.result.code !== 'refused' ? saving.result : null;
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id={`bookings.${action}.title`} values={{ name: booking.contactName }} />}
        confirm={
          <FormattedMessage id={`bookings.${action}.confirm`} values={{ amount: formatAmount(enteredAmount) }} />
        }
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.form} data-first>
          <MoneyField<FormInput>
            name="amount"
            label={intl.formatMessage({ id: 'bookings.amount' })}
            currency={currency}
            required
          />
          {action !== 'refund' && (
            <SelectField<FormInput>
              name="method"
              label={intl.formatMessage({ id: 'bookings.method' })}
              options={methodsFor(action, booking).map((method) => ({
                value: method,
                label: intl.formatMessage({ id: `bookings.method.${method}` }),
              }))}
            />
          )}
          <TextField<FormInput>
            name="reference"
            label={intl.formatMessage({ id: action === 'refund' ? 'bookings.reasonNote' : 'bookings.proof' })}
          />
          {form.watch('method') === 'on_account' && action === 'payment' && booking.account && (
            <Message state="neutral">
              <FormattedMessage
                id="bookings.account.left"
                values={{ name: booking.account.name, left: formatAmount(booking.account.left) }}
              />
            </Message>
          )}
          {remaining !== null && enteredAmount > 0 && (
            <Message state={remaining < 0 ? 'attention' : 'neutral'}>
              <FormattedMessage
                id="bookings.payment.after"
                values={{
                  kind: remaining > 0 ? 'due' : remaining < 0 ? 'over' : 'even',
                  amount: formatAmount(Math.abs(remaining)),
                }}
              />
            </Message>
          )}
          {refusal && <RefusalMessage refusal={refusal} context={context} currency={currency} />}
          {showsOverride && <OverrideField value={overrideReason} onChange={setOverrideReason} />}
          {failure && <SaveFailed failure={failure} />}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
