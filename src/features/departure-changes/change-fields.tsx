/** Fields of a departure change: seats, date and time, reason, message to the guests. */
import { Field, Input, Radio, RadioGroup, Textarea, makeStyles } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { CANCEL_REASONS, type CancelReason } from '../../domain/calendar.ts';
import { parseDateInput, parseTimeInput } from '../../domain/parse-date-time.ts';
import { DateInput, TimeInput } from '../../ui/form/parsed-inputs.tsx';
import { MIN_REASON_LENGTH, type PreviewedChange, type ChangeRequest } from './departure-change.ts';

const isWhole = (typed: string) => /^\d{1,5}$/.test(typed.trim());
const wrong = (response: string | false) =>
  response ? { validationMessage: response, validationState: 'error' as const } : {};

const useStyles = makeStyles({ two: { display: 'flex', flexWrap: 'wrap', gap: '16px' } });

export interface ChangeFormValues {
  capacity: string;
  reason: string;
  date: string;
  time: string;
  cause: CancelReason;
  message: string;
}

/** Returns the request for the form's values; null while something is missing or invalid. */
export function toChangeRequest(what: PreviewedChange, typed: ChangeFormValues): ChangeRequest | null {
  switch (what) {
    case 'close':
    case 'reopen':
      return { what };
    case 'capacity':
      return isWhole(typed.capacity) ? { what, capacity: Number(typed.capacity), reason: typed.reason.trim() } : null;
    case 'move': {
      const date = parseDateInput(typed.date);
      const time = parseTimeInput(typed.time);
      return date && time ? { what, date, time, message: typed.message.trim() } : null;
    }
    case 'cancel':
      return { what, cause: typed.cause, message: typed.message.trim() };
  }
}

export interface ChangeFieldsProps {
  what: PreviewedChange;
  typed: ChangeFormValues;
  /** The capacity is below the booked seats, so a reason is required. */
  isUnderBooked: boolean;
  onChange(change: Partial<ChangeFormValues>): void;
}

export function ChangeFields({ what, typed, isUnderBooked, onChange }: ChangeFieldsProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <>
      {what === 'capacity' && (
        <Field
          label={intl.formatMessage({ id: 'calendar.field.capacity' })}
          {...wrong(
            !isWhole(typed.capacity) &&
              intl.formatMessage(
                { id: 'form.wholeNumber' },
                { name: intl.formatMessage({ id: 'calendar.field.capacity' }) },
              ),
          )}
        >
          <Input
            inputMode="numeric"
            value={typed.capacity}
            onChange={(_, { value }) => onChange({ capacity: value })}
            data-first
          />
        </Field>
      )}
      {what === 'capacity' && (isUnderBooked || typed.reason !== '') && (
        <Field
          label={intl.formatMessage({ id: 'calendar.field.reason' })}
          {...wrong(
            typed.reason !== '' &&
              typed.reason.trim().length < MIN_REASON_LENGTH &&
              intl.formatMessage({ id: 'calendar.field.reason.short' }),
          )}
        >
          <Input value={typed.reason} maxLength={500} onChange={(_, { value }) => onChange({ reason: value })} />
        </Field>
      )}
      {what === 'move' && (
        <div className={styles.two}>
          <DateInput
            label={intl.formatMessage({ id: 'calendar.field.date' })}
            value={typed.date}
            onChange={(date) => onChange({ date })}
            isFirst
          />
          <TimeInput
            label={intl.formatMessage({ id: 'calendar.field.time' })}
            value={typed.time}
            onChange={(time) => onChange({ time })}
          />
        </div>
      )}
      {what === 'cancel' && (
        <Field label={intl.formatMessage({ id: 'calendar.field.cause' })}>
          <RadioGroup value={typed.cause} onChange={(_, { value }) => onChange({ cause: value as CancelReason })}>
            {CANCEL_REASONS.map((cause) => (
              <Radio key={cause} value={cause} label={intl.formatMessage({ id: `calendar.cause.${cause}` })} />
            ))}
          </RadioGroup>
        </Field>
      )}
      {(what === 'cancel' || what === 'move') && (
        <Field
          label={intl.formatMessage({ id: 'calendar.field.message' })}
          hint={intl.formatMessage({ id: 'calendar.field.message.hint' })}
        >
          <Textarea
            rows={3}
            maxLength={2000}
            value={typed.message}
            onChange={(_, { value }) => onChange({ message: value })}
          />
        </Field>
      )}
    </>
  );
}
