/** Records a payment, records a refund that was made, or decides a refund: three kinds of ledger entries. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import type { BookingActionChange } from '../../../data/bookings/actions.ts';
import { PAYMENT_METHODS } from '../../../domain/bookings.ts';
import { money as moneyField, optionalText } from '../../../domain/fields.ts';
import type { MinorUnits } from '../../../domain/ids.ts';
import { formatMoneyInput, parsePositiveMoney } from '../../../domain/parse-money.ts';
import { splitResult } from '../../../online/use-mutation.ts';
import { SelectField, TextField } from '../../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { MoneyField } from '../../../ui/form/parsed-fields.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import type { BookingDialogProps } from './dialog-props.ts';
import { OverrideField, parseOverrideReason } from './override-field.tsx';
import { canOverride, RefusalMessage } from './refusal-message.tsx';
import { useBookingAction } from './use-booking-action.ts';
import { useLatch } from './use-latch.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

/** Methods that staff can record; the server writes `moved` when money moves between bookings. */
const METHODS = PAYMENT_METHODS.filter((method) => method !== 'moved');

/**
 * `on_account` is offered for payments if the partner has an account, and for refunds if something is on account and
 * nothing is owed: crediting the account would leave open what the guest is owed.
 */
const methodsFor = (action: MoneyAction, { account, money }: BookingDialogProps['booking']) =>
  METHODS.filter(
    (method) =>
      method !== 'on_account' || (action === 'payment' ? account !== null : money.onAccount > 0 && money.owed === 0),
  );
/** `free`: zero is allowed, as the decision to refund nothing. */
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

function initialValues(action: MoneyAction, booking: BookingDialogProps['booking'], locale: string): FormInput {
  const amount = defaultAmount(action, booking);
  return {
    amount: amount > 0 ? formatMoneyInput(amount, { currency: booking.money.currency, locale }) : '',
    method: action === 'payment' ? 'card' : 'bank',
    reference: '',
  };
}

function toChange(
  action: MoneyAction,
  { amount, method, reference }: FormOutput,
  { currency, overrideReason }: { currency: string; overrideReason: string },
): BookingActionChange {
  const methodFields = { method, ...(reference === '' ? {} : { reference }) };
  if (action === 'payment')
    return {
      name: 'record_payment',
      change: { amount, currency, ...methodFields, ...parseOverrideReason(overrideReason) },
    };
  if (action === 'refunded') return { name: 'record_refund', change: { amount, ...methodFields } };
  return { name: 'decide_refund', change: { amount, ...(reference === '' ? {} : { reasonNote: reference }) } };
}

export interface MoneyDialogProps extends BookingDialogProps {
  action: MoneyAction;
}

export function MoneyDialog({ action, booking, context, onDone, onClose }: MoneyDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { currency } = booking.money;
  const [overrideReason, setOverrideReason] = useState('');
  const form = useForm<FormInput, FormOutput>({
    schema: schemaOf({ currency, free: action === 'refund', locale: intl.locale }),
    values: initialValues(action, booking, intl.locale),
  });
  const saving = useBookingAction(booking, context);
  const { refusal, failure } = splitResult(saving.result);
  const showsOverride = useLatch(refusal !== null && canOverride(refusal));
  const enteredAmount = parsePositiveMoney(String(form.watch('amount')), currency, intl.locale) ?? 0;
  const formatAmount = (minor: MinorUnits) => context.formats.money(minor, currency);

  async function send(values: FormOutput): Promise<boolean> {
    const result = await saving.save(toChange(action, values, { currency, overrideReason }));
    if (!result.ok) return false;
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: `bookings.${action}.done` }, { amount: formatAmount(values.amount) }),
    });
    onDone?.(result.data);
    return true;
  }

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
          <MoneyFields action={action} booking={booking} />
          {action === 'payment' && (
            <PaymentEffect booking={booking} amount={enteredAmount} formatAmount={formatAmount} />
          )}
          {refusal && <RefusalMessage refusal={refusal} context={context} currency={currency} />}
          {showsOverride && <OverrideField value={overrideReason} onChange={setOverrideReason} />}
          <SaveFailed result={failure} />
        </div>
      </FormDialog>
    </FormProvider>
  );
}

function MoneyFields({ action, booking }: Pick<MoneyDialogProps, 'action' | 'booking'>) {
  const intl = useIntl();
  return (
    <>
      <MoneyField<FormInput>
        name="amount"
        label={intl.formatMessage({ id: 'bookings.amount' })}
        currency={booking.money.currency}
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
    </>
  );
}

interface PaymentEffectProps extends Pick<MoneyDialogProps, 'booking'> {
  amount: MinorUnits;
  formatAmount(amount: MinorUnits): string;
}

/** Remaining credit of the partner, and the amount due after the payment. */
function PaymentEffect({ booking: { account, money }, amount, formatAmount }: PaymentEffectProps) {
  const { watch } = useFormContext<FormInput>();
  // An ended booking owes only what was refunded beyond what was received.
  const remaining = money.due - money.overpaid - amount;
  return (
    <>
      {watch('method') === 'on_account' && account && (
        <Message state="neutral">
          <FormattedMessage
            id="bookings.account.left"
            values={{ name: account.name, left: formatAmount(account.availableCredit) }}
          />
        </Message>
      )}
      {amount > 0 && (
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
    </>
  );
}
