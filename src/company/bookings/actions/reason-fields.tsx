import { Field, Select, Textarea } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import type { BookingReason } from '../../../domain/booking-reasons.ts';

/** What a person gives as a reason; the others the engine writes itself. */
const GIVEN = [
  'guest_asked',
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
  words: string;
}

/** A reason as the engine takes it. */
export const toReasonPayload = ({ reason, words }: Reason) => ({
  reason,
  ...(words.trim() === '' ? {} : { words: words.trim() }),
});

/** Why, of a closed list that guides read, and in words for the history. */
export function ReasonFields({ value, onChange }: { value: Reason; onChange(value: Reason): void }) {
  const intl = useIntl();
  return (
    <>
      <Field label={intl.formatMessage({ id: 'bookings.why' })}>
        <Select
          value={value.reason}
          onChange={(_, data) => onChange({ ...value, reason: data.value as BookingReason })}
        >
          {GIVEN.map((reason) => (
            <option key={reason} value={reason}>
              {intl.formatMessage({ id: `bookings.reason.${reason}` })}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={intl.formatMessage({ id: 'bookings.words' })}>
        <Textarea
          rows={2}
          maxLength={1000}
          value={value.words}
          onChange={(_, data) => onChange({ ...value, words: data.value })}
        />
      </Field>
    </>
  );
}
