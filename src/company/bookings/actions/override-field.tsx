import { Field, Input } from '@fluentui/react-components';
import { useIntl } from 'react-intl';

/** Reason for overriding a refusal; recorded in the booking's history. */
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

/** Returns the override for the RPC if the reason has at least three characters. */
export const parseOverrideReason = (text: string): { override?: string } =>
  text.trim().length >= 3 ? { override: text.trim() } : {};
