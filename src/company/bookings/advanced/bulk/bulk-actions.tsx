import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { BookingActionChange } from '../../../../data/bookings/actions.ts';
import type { ListedBooking } from '../../../../data/bookings/list.ts';
import { PAYMENT_METHODS, parseTags } from '../../../../domain/bookings.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import type { Choice } from '../../../../ui/choices/choice-list.tsx';
import type { BookingContext } from '../../booking-context.ts';
import { toMailOption, MessageField } from '../../actions/message-field.tsx';
import { toReasonPayload, ReasonFields, type Reason } from '../../actions/reason-fields.tsx';
import { useDialogDraft } from '../../actions/use-dialog-draft.ts';
import type { FormDraftState } from '../../../../features/form-drafts/use-form-draft.ts';
import { TargetField } from './target-field.tsx';

export const BULK_ACTIONS = ['confirm', 'cancel', 'move', 'tag', 'partner', 'paid', 'resend'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

const REFUNDS = ['policy', 'full', 'none'] as const;
const METHODS = PAYMENT_METHODS.filter((method) => method !== 'moved' && method !== 'on_account');

interface BulkFields {
  fields: ReactNode;
  /** Null while required input is missing. */
  changeFor: ((booking: ListedBooking) => BookingActionChange) | null;
}
export interface BulkForm extends BulkFields {
  /** Draft of the input: offered again until the action has run. */
  draft: FormDraftState;
  clear(): void;
}

/** Returns the fields of a bulk action and the change that it makes to each booking. */
export function useBulkForm(
  action: BulkAction,
  { context, senders }: { context: BookingContext; senders: readonly Choice[] },
): BulkForm {
  const intl = useIntl();
  const [refund, setRefund] = useState<(typeof REFUNDS)[number]>('policy');
  const [add, setAdd] = useState('');
  const [remove, setRemove] = useState('');
  const [partner, setPartner] = useState('');
  const [target, setTarget] = useState<Uuid | null>(null);
  const [method, setMethod] = useState<(typeof METHODS)[number]>('bank');
  const {
    values: { reason, guestMessage, message },
    setValue,
    draft,
    clear,
  } = useDialogDraft<{ reason: Reason; guestMessage: string | null; message: string }>(
    { owner: context.company, key: `bookings/${action}` },
    { reason: { reason: 'guest_request', note: '' }, guestMessage: null, message: '' },
  );
  const setReason = (value: Reason) => setValue('reason', value);
  const setGuestMessage = (value: string | null) => setValue('guestMessage', value);
  const setMessage = (value: string) => setValue('message', value);
  return { ...bulkFields(), draft, clear };

  function bulkFields(): BulkFields {
    switch (action) {
      case 'confirm':
        return { fields: null, changeFor: () => ({ name: 'confirm_booking', change: {} }) };
      case 'cancel':
        return {
          fields: (
            <>
              <ReasonFields value={reason} onChange={setReason} />
              <Field label={intl.formatMessage({ id: 'bookings.refund' })}>
                <Select
                  value={refund}
                  onChange={(_, data) => setRefund(REFUNDS.find((option) => option === data.value) ?? 'policy')}
                >
                  {REFUNDS.map((option) => (
                    <option key={option} value={option}>
                      {intl.formatMessage({ id: `advanced.refund.${option}` })}
                    </option>
                  ))}
                </Select>
              </Field>
              <MessageField
                message={guestMessage}
                label={intl.formatMessage({ id: 'advanced.bulk.mailCount' })}
                onChange={setGuestMessage}
              />
            </>
          ),
          changeFor: () => ({
            name: 'cancel_booking',
            change: { ...toReasonPayload(reason), ...toMailOption(guestMessage), refund },
          }),
        };
      case 'move':
        return {
          fields: (
            <>
              <TargetField context={context} value={target} onChange={setTarget} />
              <ReasonFields value={reason} onChange={setReason} />
            </>
          ),
          changeFor:
            target === null
              ? null
              : () => ({ name: 'move_booking', change: { departureId: target, ...toReasonPayload(reason) } }),
        };
      case 'partner':
        return {
          fields: (
            <Field label={intl.formatMessage({ id: 'bookings.filter.partner' })}>
              <Select value={partner} onChange={(_, data) => setPartner(data.value)}>
                <option value="">{intl.formatMessage({ id: 'bookings.partner.none' })}</option>
                {senders.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
          ),
          changeFor: () => ({ name: 'assign_partner', change: { organisationId: partner || null } }),
        };
      case 'resend':
        return {
          fields: (
            <Field label={intl.formatMessage({ id: 'bookings.message' })}>
              <Textarea rows={3} maxLength={2000} value={message} onChange={(_, data) => setMessage(data.value)} />
            </Field>
          ),
          changeFor: () => ({
            name: 'resend_booking',
            change: message.trim() === '' ? {} : { message: message.trim() },
          }),
        };
      case 'tag': {
        const change = { add: parseTags(add), remove: parseTags(remove) };
        const all = [...change.add, ...change.remove];
        const isValid = all.length > 0 && all.length <= 20 && all.every((tag) => tag.length <= 40);
        return {
          fields: (
            <>
              <Field
                label={intl.formatMessage({ id: 'advanced.tag.add' })}
                hint={intl.formatMessage({ id: 'bookings.tag.hint' })}
              >
                <Input value={add} maxLength={400} onChange={(_, data) => setAdd(data.value)} />
              </Field>
              <Field label={intl.formatMessage({ id: 'advanced.tag.remove' })}>
                <Input value={remove} maxLength={400} onChange={(_, data) => setRemove(data.value)} />
              </Field>
            </>
          ),
          changeFor: isValid ? () => ({ name: 'tag_booking', change }) : null,
        };
      }
      case 'paid':
        return {
          fields: (
            <Field label={intl.formatMessage({ id: 'bookings.method' })}>
              <Select
                value={method}
                onChange={(_, data) => setMethod(METHODS.find((option) => option === data.value) ?? 'other')}
              >
                {METHODS.map((option) => (
                  <option key={option} value={option}>
                    {intl.formatMessage({ id: `bookings.method.${option}` })}
                  </option>
                ))}
              </Select>
            </Field>
          ),
          // The server takes the amount due at that moment, which may differ from the list.
          changeFor: ({ currency }) => ({ name: 'record_payment', change: { amount: 'due', currency, method } }),
        };
    }
  }
}
