/** Toggles the mail to the guest and takes an optional personal message. */
import { Checkbox, Field, Textarea } from '@fluentui/react-components';
import { useIntl } from 'react-intl';

export interface MessageFieldProps {
  /** Null: no mail is sent. */
  message: string | null;
  label: string;
  onChange(message: string | null): void;
}

export function MessageField({ message, label, onChange }: MessageFieldProps) {
  const intl = useIntl();
  return (
    <>
      <Checkbox
        checked={message !== null}
        label={label}
        onChange={(_, data) => onChange(data.checked === true ? '' : null)}
      />
      {message !== null && (
        <Field
          label={intl.formatMessage({ id: 'bookings.message' })}
          hint={intl.formatMessage({ id: 'bookings.message.hint' })}
        >
          <Textarea rows={3} maxLength={2000} value={message} onChange={(_, data) => onChange(data.value)} />
        </Field>
      )}
    </>
  );
}

/** Converts a message to the `message` parameter of the RPC; omits it when no mail is sent. */
export const toMessageOption = (message: string | null) => (message === null ? {} : { message: message.trim() });
