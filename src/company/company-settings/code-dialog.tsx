/** Creates or edits a discount code or gift voucher. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import { CODE_KINDS, saveCode, type SaveCodeRefusal, type Codes, type Code, type CodeInput } from '../../data/codes.ts';
import { date, fieldError, money, optionalText, requiredText, wholeNumber } from '../../domain/fields.ts';
import type { Uuid } from '../../domain/ids.ts';
import { formatMoneyInput } from '../../domain/parse-money.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { ChipsField } from '../../ui/form/chips-field.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { DateField, MoneyField } from '../../ui/form/parsed-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

const emptyAsNull = () =>
  v.pipe(
    v.string(),
    v.trim(),
    v.literal(''),
    v.transform(() => null),
  );
const optionalCount = (max: number) =>
  v.union([emptyAsNull(), wholeNumber({ min: 1, max })], fieldError('whole_number'));
const optionalDay = () => v.union([emptyAsNull(), date()], fieldError('date'));

/** Only the fields of the chosen kind are validated; the others are not shown and keep any text. */
const schemaFor = (currency: string, locale: string) => {
  const shared = {
    code: v.pipe(requiredText(40), v.regex(/^[a-z0-9][a-z0-9-]{2,38}[a-z0-9]$/i, fieldError('not_valid'))),
    tours: v.array(v.string()),
    firstDay: optionalDay(),
    lastDay: optionalDay(),
    maxUses: optionalCount(1_000_000),
    isDisabled: v.boolean(),
    note: optionalText(200),
  };
  const worth = money(currency, { locale });
  return v.variant('kind', [
    v.object({
      kind: v.literal('percentage'),
      percent: wholeNumber({ min: 1, max: 100 }),
      amount: v.string(),
      ...shared,
    }),
    v.object({ kind: v.literal('amount'), percent: v.string(), amount: worth, ...shared }),
    v.object({ kind: v.literal('gift'), percent: v.string(), amount: worth, ...shared }),
  ]);
};
type CodeFormData = v.InferOutput<ReturnType<typeof schemaFor>>;
interface CodeFormValues {
  kind: Code['kind'];
  code: string;
  percent: string;
  amount: string;
  tours: string[];
  firstDay: string;
  lastDay: string;
  maxUses: string;
  isDisabled: boolean;
  note: string;
}

interface CodeDialogProps {
  company: Uuid;
  currency: string;
  tours: Codes['tours'];
  /** Null for a new code. */
  code: Code | null;
  onClose(): void;
}

export function CodeDialog({ company, currency, tours, code, onClose }: CodeDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [id] = useState(() => code?.id ?? crypto.randomUUID());
  const form = useForm<CodeFormValues, CodeFormData>({
    // The schema accepts one shape per kind; the form has the fields of all.
    schema: schemaFor(currency, intl.locale) as unknown as v.GenericSchema<CodeFormValues, CodeFormData>,
    values: toFormValues(code, { currency, locale: intl.locale }),
  });
  const saving = useMutation<CodeInput, Codes, { status: SaveCodeRefusal }>({
    send: saveCode,
    invalidates: [[company, 'codes']],
    // A colleague has changed it.
    invalidateOnRefusal: true,
  });

  async function send(data: CodeFormData): Promise<boolean> {
    const result = await saving.save({
      ...data,
      company,
      id,
      version: code?.version ?? 0,
      percent: data.kind === 'percentage' ? data.percent : null,
      amount: data.kind === 'percentage' ? null : data.amount,
    });
    if (result.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
    return result.ok;
  }
  const { refusal, failure } = splitResult(saving.result);
  const problem = failure?.code === 'invalid' ? 'invalid' : refusal?.status;
  return (
    <FormProvider {...form}>
      <FormDialog
        title={code ? code.code : <FormattedMessage id="codes.add" />}
        confirm={<FormattedMessage id="form.save" />}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.fields} data-first>
          <CodeFields currency={currency} tours={tours} />
          {code && (
            <SwitchField<CodeFormValues> name="isDisabled" label={intl.formatMessage({ id: 'codes.disabled' })} />
          )}
          {problem ? (
            <Message state="no" alert>
              <FormattedMessage id={`codes.refused.${problem}`} />
            </Message>
          ) : (
            <SaveFailed result={failure} />
          )}
        </div>
      </FormDialog>
    </FormProvider>
  );
}

const toFormValues = (
  code: Code | null,
  { currency, locale }: { currency: string; locale: string },
): CodeFormValues => ({
  kind: code?.kind ?? 'percentage',
  code: code?.code ?? '',
  percent: String(code?.percent ?? ''),
  amount: code?.amount ? formatMoneyInput(code.amount, { currency, locale }) : '',
  tours: code?.tours ?? [],
  firstDay: code?.firstDay ?? '',
  lastDay: code?.lastDay ?? '',
  maxUses: String(code?.maxUses ?? ''),
  isDisabled: code?.isDisabled ?? false,
  note: code?.note ?? '',
});

function CodeFields({ currency, tours }: Pick<CodeDialogProps, 'currency' | 'tours'>) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  return (
    <>
      <TextField<CodeFormValues>
        name="code"
        label={intl.formatMessage({ id: 'codes.code' })}
        hint={<FormattedMessage id="codes.code.hint" />}
        required
      />
      <SelectField<CodeFormValues>
        name="kind"
        label={intl.formatMessage({ id: 'codes.kind' })}
        options={CODE_KINDS.map((value) => ({
          value,
          label: intl.formatMessage({ id: `codes.kind.${value}` }),
        }))}
      />
      <WorthField currency={currency} />
      {tours.length > 1 && (
        <ChipsField<CodeFormValues>
          name="tours"
          label={intl.formatMessage({ id: 'codes.tours' })}
          hint={<FormattedMessage id="codes.tours.hint" />}
          chips={tours.map(({ id: value, title }) => ({
            value,
            label: formats.text(title),
          }))}
        />
      )}
      <DateField<CodeFormValues>
        name="firstDay"
        label={intl.formatMessage({ id: 'codes.first' })}
        hint={<FormattedMessage id="codes.days.hint" />}
      />
      <DateField<CodeFormValues> name="lastDay" label={intl.formatMessage({ id: 'codes.last' })} />
      <TextField<CodeFormValues>
        name="maxUses"
        label={intl.formatMessage({ id: 'codes.uses' })}
        hint={<FormattedMessage id="codes.uses.hint" />}
        isNumeric
      />
      <TextField<CodeFormValues> name="note" label={intl.formatMessage({ id: 'codes.note' })} />
    </>
  );
}

/** The percentage, the amount, or the balance of a gift voucher. */
function WorthField({ currency }: { currency: string }) {
  const intl = useIntl();
  const { control } = useFormContext<CodeFormValues>();
  const kind = useWatch({ control, name: 'kind' });
  return kind === 'percentage' ? (
    <TextField<CodeFormValues>
      name="percent"
      label={intl.formatMessage({ id: 'codes.percent' })}
      isNumeric
      suffix="%"
      required
    />
  ) : (
    <MoneyField<CodeFormValues>
      name="amount"
      label={intl.formatMessage({ id: kind === 'gift' ? 'codes.balance' : 'codes.amount' })}
      currency={currency}
      required
    />
  );
}
