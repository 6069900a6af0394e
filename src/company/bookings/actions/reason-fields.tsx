import { Field, Select, Textarea } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import type { BookingReason } from '../../../domain/booking-reasons.ts';

/** Reasons that staff can choose; the server writes the others. */
const SELECTABLE_REASONS = [
  'guest_request',
  'guest_ill',
  'late',
  'weather',
  'low_numbers',
  'guide_missing',
  'not_paid',
  'duplicate',
  'mistake',
  'other',
] as const satisfies readonly BookingReason[];

export interface Reason {
  reason: BookingReason;
  note: string;
}

export const toReasonPayload = ({ reason, note }: Reason) => ({
  reason,
  ...(note.trim() === '' ? {} : { reasonNote: note.trim() }),
});

/** Reason from a fixed list, which guides see, and free text for the history. */
export function ReasonFields({ value, onChange }: { value: Reason; onChange(value: Reason): void }) {
  const intl = useIntl();
  return (
    <>
      <Field label={intl.formatMessage({ id: 'bookings.fact.reason' })}>
        <Select
          value={value.reason}
          onChange={(_, data) => onChange({ ...value, reason: data.value as BookingReason })}
        >
          {SELECTABLE_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {intl.formatMessage({ id: `bookings.reason.${reason}` })}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={intl.formatMessage({ id: 'bookings.reasonNote' })}>
        <Textarea
          rows={2}
          maxLength={1000}
          value={value.note}
          onChange={(_, data) => onChange({ ...value, note: data.value })}
        />
      </Field>
    </>
  );
}
