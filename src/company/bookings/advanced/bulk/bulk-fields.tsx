/** Input of a bulk action. */
import { Checkbox, Field, Input, Select, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Uuid } from '../../../../domain/ids.ts';
import type { Choice } from '../../../../ui/choices/choice-list.tsx';
import { MessageField } from '../../actions/message-field.tsx';
import { ReasonFields } from '../../actions/reason-fields.tsx';
import { useDialogDraft, type DialogDraft } from '../../actions/use-dialog-draft.ts';
import type { BookingContext } from '../../booking-context.ts';
import { useBookingChoices } from '../../list/use-booking-choices.ts';
import {
  DEFAULT_SELECTION,
  EMPTY_TEXT,
  METHODS,
  REFUNDS,
  type BulkAction,
  type BulkSelection,
  type BulkText,
} from './bulk-actions.ts';
import { TargetField } from './target-field.tsx';

export interface BulkForm {
  /** Offered again until the action has run. */
  text: DialogDraft<BulkText>;
  selection: BulkSelection;
  select(change: Partial<BulkSelection>): void;
}

export function useBulkForm(action: BulkAction, company: Uuid): BulkForm {
  const [selection, setSelection] = useState(DEFAULT_SELECTION);
  const text = useDialogDraft<BulkText>({ owner: company, key: `bookings/${action}` }, EMPTY_TEXT);
  return { text, selection, select: (change) => setSelection((before) => ({ ...before, ...change })) };
}

export interface BulkFieldsProps {
  action: BulkAction;
  form: BulkForm;
  context: BookingContext;
}
type FieldsProps = Omit<BulkFieldsProps, 'action'>;

export function BulkFields({ action, form, context }: BulkFieldsProps) {
  switch (action) {
    case 'confirm':
      return <MailCheckbox form={form} context={context} />;
    case 'cancel':
      return <CancelFields form={form} context={context} />;
    case 'move':
      return <MoveFields form={form} context={context} />;
    case 'tag':
      return <TagFields form={form} context={context} />;
    case 'partner':
      return <PartnerInput form={form} context={context} />;
    case 'paid':
      return <MethodInput form={form} context={context} />;
    case 'resend':
      return <MessageInput form={form} context={context} />;
  }
}

interface SelectInputProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange(value: string): void;
}

function SelectInput({ label, value, choices, onChange }: SelectInputProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(_, data) => onChange(data.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function CancelFields({ form: { text, selection, select } }: FieldsProps) {
  const intl = useIntl();
  return (
    <>
      <ReasonFields value={text.values.reason} onChange={(reason) => text.setValue('reason', reason)} />
      <SelectInput
        label={intl.formatMessage({ id: 'bookings.refund' })}
        value={selection.refund}
        choices={REFUNDS.map((value) => ({ value, label: intl.formatMessage({ id: `advanced.refund.${value}` }) }))}
        onChange={(value) => select({ refund: REFUNDS.find((refund) => refund === value) ?? 'policy' })}
      />
      <MessageField
        message={text.values.guestMessage}
        label={intl.formatMessage({ id: 'advanced.bulk.mailCount' })}
        onChange={(message) => text.setValue('guestMessage', message)}
      />
    </>
  );
}

function MoveFields({ form, context }: FieldsProps) {
  const { text, selection, select } = form;
  return (
    <>
      <TargetField context={context} value={selection.target} onChange={(target) => select({ target })} />
      <ReasonFields value={text.values.reason} onChange={(reason) => text.setValue('reason', reason)} />
      <MailCheckbox form={form} context={context} />
    </>
  );
}

function MailCheckbox({ form: { selection, select } }: FieldsProps) {
  const intl = useIntl();
  return (
    <Checkbox
      checked={selection.sendsMail}
      label={intl.formatMessage({ id: 'advanced.bulk.mailCount' })}
      onChange={(_, data) => select({ sendsMail: data.checked === true })}
    />
  );
}

function TagFields({ form: { selection, select } }: FieldsProps) {
  const intl = useIntl();
  return (
    <>
      <Field
        label={intl.formatMessage({ id: 'advanced.tag.add' })}
        hint={intl.formatMessage({ id: 'bookings.tag.hint' })}
      >
        <Input value={selection.addedTags} maxLength={400} onChange={(_, data) => select({ addedTags: data.value })} />
      </Field>
      <Field label={intl.formatMessage({ id: 'advanced.tag.remove' })}>
        <Input
          value={selection.removedTags}
          maxLength={400}
          onChange={(_, data) => select({ removedTags: data.value })}
        />
      </Field>
    </>
  );
}

function PartnerInput({ form: { selection, select }, context }: FieldsProps) {
  const intl = useIntl();
  const { senders } = useBookingChoices(context);
  return (
    <SelectInput
      label={intl.formatMessage({ id: 'bookings.filter.partner' })}
      value={selection.partner}
      choices={[{ value: '', label: intl.formatMessage({ id: 'bookings.partner.none' }) }, ...senders]}
      onChange={(partner) => select({ partner })}
    />
  );
}

function MethodInput({ form: { selection, select } }: FieldsProps) {
  const intl = useIntl();
  return (
    <SelectInput
      label={intl.formatMessage({ id: 'bookings.method' })}
      value={selection.method}
      choices={METHODS.map((value) => ({ value, label: intl.formatMessage({ id: `bookings.method.${value}` }) }))}
      onChange={(value) => select({ method: METHODS.find((method) => method === value) ?? 'other' })}
    />
  );
}

function MessageInput({ form: { text } }: FieldsProps) {
  const intl = useIntl();
  return (
    <Field label={intl.formatMessage({ id: 'bookings.message' })}>
      <Textarea
        rows={3}
        maxLength={2000}
        value={text.values.message}
        onChange={(_, data) => text.setValue('message', data.value)}
      />
    </Field>
  );
}
