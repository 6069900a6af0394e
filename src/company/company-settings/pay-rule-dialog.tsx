/** Creates, edits or deletes a pay rule for guides. Only rules that have not applied yet can be deleted. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import {
  savePayRule,
  type PayRule,
  type PayRuleRefusal,
  type PayRules,
  type PayRuleChange,
} from '../../data/guide-pay.ts';
import { date, fieldError, money, time, wholeNumber } from '../../domain/fields.ts';
import { PAY_KINDS, type PayKind } from '../../domain/guide-pay.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { formatMoneyInput } from '../../domain/parse-money.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { SelectField, TextField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { DateField, MoneyField, TimeField } from '../../ui/form/parsed-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  remove: { justifySelf: 'start', marginInlineStart: '-12px' },
});

/** Kinds without a field of their own. */
const PLAIN = ['per_tour', 'per_hour', 'per_guest', 'weekend'] as const satisfies readonly PayKind[];

const emptyAsNull = () =>
  v.pipe(
    v.string(),
    v.trim(),
    v.literal(''),
    v.transform(() => null),
  );
/** A field that the chosen kind does not show; its text is ignored. */
const hidden = () =>
  v.pipe(
    v.string(),
    v.transform(() => null),
  );
const optionalId = () =>
  v.pipe(
    v.string(),
    v.transform((id) => id || null),
  );

const schemaFor = (currency: string, locale: string) => {
  const shared = {
    amount: money(currency, { free: true, locale }),
    userId: optionalId(),
    tourId: optionalId(),
    firstDay: date(),
    lastDay: v.union([emptyAsNull(), date()], fieldError('date')),
  };
  return v.variant('kind', [
    v.object({ kind: v.picklist(PLAIN), minGuests: hidden(), fromTime: hidden(), ...shared }),
    v.object({
      kind: v.literal('many_guests'),
      minGuests: wholeNumber({ min: 1, max: 10_000 }),
      fromTime: hidden(),
      ...shared,
    }),
    v.object({ kind: v.literal('evening'), minGuests: hidden(), fromTime: time(), ...shared }),
  ]);
};
type PayRuleFormData = v.InferOutput<ReturnType<typeof schemaFor>>;
type PayRuleFormValues = Record<
  'amount' | 'minGuests' | 'fromTime' | 'userId' | 'tourId' | 'firstDay' | 'lastDay',
  string
> & {
  kind: PayKind;
};

interface PayRuleDialogProps {
  company: Uuid;
  currency: string;
  payRules: PayRules;
  /** Null for a new rule. */
  rule: PayRule | null;
  onClose(): void;
}

export function PayRuleDialog({ company, currency, payRules, rule, onClose }: PayRuleDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const form = useForm<PayRuleFormValues, PayRuleFormData>({
    // The schema accepts one shape per kind; the form has the fields of all.
    schema: schemaFor(currency, intl.locale) as unknown as v.GenericSchema<PayRuleFormValues, PayRuleFormData>,
    values: toFormValues(rule, { currency, locale: intl.locale }),
  });
  const { save, busy, result } = useSavePayRule(company, rule);
  /** Pay before `changesFrom` is fixed, so a rule from before that day keeps its values; only its end can change. */
  const hasApplied = rule !== null && rule.firstDay < payRules.changesFrom;
  return (
    <FormProvider {...form}>
      <FormDialog
        title={rule ? <FormattedMessage id={`pay.kind.${rule.kind}`} /> : <FormattedMessage id="pay.rules.add" />}
        confirm={<FormattedMessage id="form.save" />}
        onClose={onClose}
        onConfirm={() =>
          submitForm(form, (values) =>
            save(
              { ...values, firstDay: values.firstDay as LocalDate, lastDay: values.lastDay as LocalDate | null },
              'form.saved',
            ),
          )
        }
      >
        <div className={styles.fields} data-first>
          {hasApplied ? (
            <Message state="neutral">
              <FormattedMessage id="pay.rules.hasApplied" />
            </Message>
          ) : (
            <PayRuleFields currency={currency} payRules={payRules} />
          )}
          <DateField<PayRuleFormValues>
            name="lastDay"
            label={intl.formatMessage({ id: 'pay.rules.last' })}
            hint={<FormattedMessage id="pay.rules.last.hint" />}
          />
          {rule && !hasApplied && (
            <Button
              className={styles.remove}
              appearance="subtle"
              disabledFocusable={busy}
              onClick={() => void save(null, 'pay.rules.removed').then((isSaved) => isSaved && onClose())}
            >
              <FormattedMessage id="pay.rules.remove" />
            </Button>
          )}
          <PayRuleError result={result} />
        </div>
      </FormDialog>
    </FormProvider>
  );
}

function useSavePayRule(company: Uuid, rule: PayRule | null) {
  const intl = useIntl();
  const [id] = useState(() => rule?.id ?? crypto.randomUUID());
  const saving = useMutation<PayRuleChange, PayRules, PayRuleRefusal>({
    send: savePayRule,
    invalidates: [
      [company, 'pay-rules'],
      [company, 'guide-statement'],
    ],
  });

  /** Saves the rule, or deletes it if `newRule` is null. */
  async function save(
    newRule: PayRuleChange['input'],
    savedText: 'form.saved' | 'pay.rules.removed',
  ): Promise<boolean> {
    const result = await saving.save({ company, id, version: rule?.version ?? 0, input: newRule });
    if (result.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: savedText }) });
    return result.ok;
  }
  return { save, busy: saving.busy, result: saving.result };
}

const toFormValues = (
  rule: PayRule | null,
  { currency, locale }: { currency: string; locale: string },
): PayRuleFormValues => ({
  kind: rule?.kind ?? 'per_tour',
  amount: rule ? formatMoneyInput(rule.amount, { currency, locale }) : '',
  minGuests: String(rule?.minGuests ?? ''),
  fromTime: rule?.fromTime ?? '',
  userId: rule?.userId ?? '',
  tourId: rule?.tourId ?? '',
  firstDay: rule?.firstDay ?? '',
  lastDay: rule?.lastDay ?? '',
});

function PayRuleFields({ currency, payRules }: { currency: string; payRules: PayRules }) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  const { control } = useFormContext<PayRuleFormValues>();
  const kind = useWatch({ control, name: 'kind' });
  return (
    <>
      <SelectField<PayRuleFormValues>
        name="kind"
        label={intl.formatMessage({ id: 'pay.rules.kind' })}
        options={PAY_KINDS.map((value) => ({
          value,
          label: intl.formatMessage({ id: `pay.kind.${value}` }),
        }))}
      />
      {kind === 'many_guests' && (
        <TextField<PayRuleFormValues>
          name="minGuests"
          label={intl.formatMessage({ id: 'pay.rules.minGuests' })}
          isNumeric
          required
        />
      )}
      {kind === 'evening' && (
        <TimeField<PayRuleFormValues>
          name="fromTime"
          label={intl.formatMessage({ id: 'pay.rules.time' })}
          hint={<FormattedMessage id="pay.rules.time.hint" />}
          required
        />
      )}
      <MoneyField<PayRuleFormValues>
        name="amount"
        label={intl.formatMessage({ id: 'pay.rules.amount' })}
        hint={<FormattedMessage id="pay.rules.amount.hint" />}
        currency={currency}
        required
      />
      <SelectField<PayRuleFormValues>
        name="userId"
        label={intl.formatMessage({ id: 'pay.rules.person' })}
        options={[
          { value: '', label: intl.formatMessage({ id: 'pay.rules.everybody' }) },
          ...payRules.people.map(({ id: value, displayName }) => ({ value, label: displayName })),
        ]}
      />
      {payRules.tours.length > 1 && (
        <SelectField<PayRuleFormValues>
          name="tourId"
          label={intl.formatMessage({ id: 'pay.rules.tour' })}
          options={[
            { value: '', label: intl.formatMessage({ id: 'pay.rules.allTours' }) },
            ...payRules.tours.map(({ id: value, title }) => ({ value, label: formats.text(title) })),
          ]}
        />
      )}
      <DateField<PayRuleFormValues> name="firstDay" label={intl.formatMessage({ id: 'pay.rules.first' })} required />
    </>
  );
}

function PayRuleError({ result }: { result: Result<PayRules, PayRuleRefusal> | null }) {
  const formats = useFormats('UTC');
  const { refusal, failure } = splitResult(result);
  if (!refusal && failure?.code !== 'invalid') return <SaveFailed result={failure} />;
  return (
    <Message state="no" alert>
      <FormattedMessage
        id={`pay.rules.refused.${refusal?.status ?? 'invalid'}`}
        values={{ day: refusal?.status === 'has_applied' ? formats.date(refusal.changesFrom) : '' }}
      />
    </Message>
  );
}
