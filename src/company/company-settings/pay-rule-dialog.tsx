/** Creates, edits or deletes a pay rule for guides. Only rules that have not applied yet can be deleted. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import {
  savePayRule,
  type PayRule,
  type PayRuleRefusal,
  type PayRules,
  type SavePayRule,
} from '../../data/guide-pay.ts';
import { date, fieldError, money, time, wholeNumber } from '../../domain/fields.ts';
import { PAY_KINDS, type PayKind } from '../../domain/guide-pay.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { formatMoneyInput } from '../../domain/parse-money.ts';
import { useMutation } from '../../online/use-mutation.ts';
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
  remove: { justifySelf: 'start' },
});

/** Kinds that apply to all tours and need no further fields. */
const PLAIN = ['per_tour', 'per_hour', 'per_guest', 'weekend'] as const satisfies readonly PayKind[];

const none = () =>
  v.pipe(
    v.string(),
    v.trim(),
    v.literal(''),
    v.transform(() => null),
  );
const unread = () =>
  v.pipe(
    v.string(),
    v.transform(() => null),
  );
const oneOrAll = () =>
  v.pipe(
    v.string(),
    v.transform((id) => id || null),
  );

const schemaFor = (currency: string, locale: string) => {
  const shared = {
    amount: money(currency, { free: true, locale }),
    userId: oneOrAll(),
    tourId: oneOrAll(),
    firstDay: date(),
    lastDay: v.union([none(), date()], fieldError('date')),
  };
  return v.variant('kind', [
    v.object({ kind: v.picklist(PLAIN), leastGuests: unread(), fromTime: unread(), ...shared }),
    v.object({
      kind: v.literal('many_guests'),
      leastGuests: wholeNumber({ least: 1, most: 10_000 }),
      fromTime: unread(),
      ...shared,
    }),
    v.object({ kind: v.literal('evening'), leastGuests: unread(), fromTime: time(), ...shared }),
  ]);
};
type Read = v.InferOutput<ReturnType<typeof schemaFor>>;
type Typed = Record<'amount' | 'leastGuests' | 'fromTime' | 'userId' | 'tourId' | 'firstDay' | 'lastDay', string> & {
  kind: PayKind;
};

interface PayRuleDialogProps {
  company: Uuid;
  currency: string;
  read: PayRules;
  /** Null for a new rule. */
  rule: PayRule | null;
  onClose(): void;
}

export function PayRuleDialog({ company, currency, read, rule, onClose }: PayRuleDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const [id] = useState(() => rule?.id ?? crypto.randomUUID());
  const form = useForm<Typed, Read>({
    schema: schemaFor(currency, intl.locale) as unknown as v.GenericSchema<Typed, Read>,
    values: {
      kind: rule?.kind ?? 'per_tour',
      amount: rule ? formatMoneyInput(rule.amount, { currency, locale: intl.locale }) : '',
      leastGuests: String(rule?.leastGuests ?? ''),
      fromTime: rule?.fromTime ?? '',
      userId: rule?.userId ?? '',
      tourId: rule?.tourId ?? '',
      firstDay: rule?.firstDay ?? '',
      lastDay: rule?.lastDay ?? '',
    },
  });
  const saving = useMutation<SavePayRule, PayRules, PayRuleRefusal>({
    send: savePayRule,
    invalidates: [
      [company, 'pay-rules'],
      [company, 'guide-statement'],
    ],
  });
  const kind = form.watch('kind');
  const label = (name: `pay.rules.${'kind' | 'amount' | 'least' | 'time' | 'person' | 'tour' | 'first' | 'last'}`) =>
    intl.formatMessage({ id: name });
  /** A rule that applied in past months keeps its values; only its end can change. */
  const hasHeld = rule !== null && rule.firstDay < read.changesFrom;

  async function save(given: SavePayRule['given'], response: 'form.saved' | 'pay.rules.removed'): Promise<boolean> {
    const answer = await saving.save({ company, id, version: rule?.version ?? 0, given });
    if (answer.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: response }) });
    return answer.ok;
  }
  const { result } = saving;
  const refusal = result && !result.ok && result.code === 'refused' ? result.refusal : null;
  return (
    <FormProvider {...form}>
      <FormDialog
        title={rule ? <FormattedMessage id={`pay.kind.${rule.kind}`} /> : <FormattedMessage id="pay.rules.add" />}
        confirm={<FormattedMessage id="form.save" />}
        onClose={onClose}
        onConfirm={() =>
          submitForm(form, (typed) =>
            save(
              { ...typed, firstDay: typed.firstDay as LocalDate, lastDay: typed.lastDay as LocalDate | null },
              'form.saved',
            ),
          )
        }
      >
        <div className={styles.fields} data-first>
          {hasHeld ? (
            <Message state="neutral">
              <FormattedMessage id="pay.rules.hasHeld" />
            </Message>
          ) : (
            <>
              <SelectField<Typed>
                name="kind"
                label={label('pay.rules.kind')}
                options={PAY_KINDS.map((value) => ({
                  value,
                  label: intl.formatMessage({ id: `pay.kind.${value}` }),
                }))}
              />
              {kind === 'many_guests' && (
                <TextField<Typed> name="leastGuests" label={label('pay.rules.least')} input="whole" required />
              )}
              {kind === 'evening' && (
                <TimeField<Typed>
                  name="fromTime"
                  label={label('pay.rules.time')}
                  hint={<FormattedMessage id="pay.rules.time.hint" />}
                  required
                />
              )}
              <MoneyField<Typed>
                name="amount"
                label={label('pay.rules.amount')}
                hint={<FormattedMessage id="pay.rules.amount.hint" />}
                currency={currency}
                required
              />
              <SelectField<Typed>
                name="userId"
                label={label('pay.rules.person')}
                options={[
                  { value: '', label: intl.formatMessage({ id: 'pay.rules.everybody' }) },
                  ...read.people.map(({ id: value, displayName }) => ({ value, label: displayName })),
                ]}
              />
              {read.tours.length > 1 && (
                <SelectField<Typed>
                  name="tourId"
                  label={label('pay.rules.tour')}
                  options={[
                    { value: '', label: intl.formatMessage({ id: 'pay.rules.allTours' }) },
                    ...read.tours.map(({ id: value, title }) => ({ value, label: formats.text(title) })),
                  ]}
                />
              )}
              <DateField<Typed> name="firstDay" label={label('pay.rules.first')} required />
            </>
          )}
          <DateField<Typed>
            name="lastDay"
            label={label('pay.rules.last')}
            hint={<FormattedMessage id="pay.rules.last.hint" />}
          />
          {rule && !hasHeld && (
            <Button
              className={styles.remove}
              appearance="subtle"
              disabledFocusable={saving.busy}
              onClick={() => void save(null, 'pay.rules.removed').then((done) => done && onClose())}
            >
              <FormattedMessage id="pay.rules.remove" />
            </Button>
          )}
          {result && !result.ok && (refusal || result.code === 'invalid') && (
            <Message state="no" alert>
              <FormattedMessage
                id={`pay.rules.refused.${refusal?.status ?? 'invalid'}`}
                values={{ day: refusal?.status === 'has_held' ? formats.date(refusal.changesFrom) : '' }}
              />
            </Message>
          )}
          {result && !result.ok && result.code !== 'refused' && result.code !== 'invalid' && (
            <SaveFailed failure={result} />
          )}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
