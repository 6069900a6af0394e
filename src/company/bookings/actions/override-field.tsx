import { Field, Input } from '@fluentui/react-components';
import { useIntl } from 'react-intl';

/** Why what is refused shall be all the same; it stands in the booking's history. */
export function OverrideField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const intl = useIntl();
  return (
    <Field
      label={intl.formatMessage({ id: 'bookings.override' })}
      hint={intl.formatMessage({ id: 'bookings.override.hint' })}
    >
      <Input value={value} maxLength={500} input={{ size: 1 }} onChange={(_, data) => onChange(data.value)} />
    </Field>
  );
}

/** What counts as a reason: more than a slip of a finger. */
export const parseOverrideReason = (typed: string): { override?: string } =>
  typed.trim().length >= 3 ? { override: typed.trim() } : {};
