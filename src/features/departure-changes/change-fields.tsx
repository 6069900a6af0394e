/** Fields of a departure change: seats, date and time, reason, message to the guests. */
import { Field, Input, Radio, RadioGroup, Textarea, makeStyles } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { DEPARTURE_CANCEL_REASONS, type CancelReason } from '../../domain/calendar.ts';
import { parseDateInput, parseTimeInput } from '../../domain/parse-date-time.ts';
import { DateInput, TimeInput } from '../../ui/form/parsed-inputs.tsx';
import { MIN_REASON_LENGTH, type PreviewedChange, type ChangeRequest } from './departure-change.ts';

const isWholeNumber = (text: string) => /^\d{1,5}$/.test(text.trim());
const wrong = (message: string | false) =>
  message ? { validationMessage: message, validationState: 'error' as const } : {};

const useStyles = makeStyles({
  twoColumns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 130px), 1fr))',
    gap: '16px',
    '& > *': { width: '100%' },
  },
});

export interface ChangeFormValues {
  capacity: string;
  reason: string;
  date: string;
  time: string;
  cause: CancelReason;
  message: string;
}

/** Returns the request for the form's values; null while something is missing or invalid. */
export function toChangeRequest(kind: PreviewedChange, values: ChangeFormValues): ChangeRequest | null {
  switch (kind) {
    case 'close':
    case 'reopen':
      return { kind };
    case 'capacity':
      return isWholeNumber(values.capacity)
        ? { kind, capacity: Number(values.capacity), reason: values.reason.trim() }
        : null;
    case 'move': {
      const date = parseDateInput(values.date);
      const time = parseTimeInput(values.time);
      return date && time ? { kind, date, time, message: values.message.trim() } : null;
    }
    case 'cancel':
      return { kind, cause: values.cause, message: values.message.trim() };
  }
}

export interface ChangeFieldsProps {
  kind: PreviewedChange;
  values: ChangeFormValues;
  /** The capacity is below the booked seats, so a reason is required. */
  isUnderBooked: boolean;
  onChange(change: Partial<ChangeFormValues>): void;
}

export function ChangeFields({ kind, values, isUnderBooked, onChange }: ChangeFieldsProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <>
      {kind === 'capacity' && <CapacityFields values={values} isUnderBooked={isUnderBooked} onChange={onChange} />}
      {kind === 'move' && (
        <div className={styles.twoColumns}>
          <DateInput
            label={intl.formatMessage({ id: 'calendar.field.date' })}
            value={values.date}
            onChange={(date) => onChange({ date })}
            isFirst
          />
          <TimeInput
            label={intl.formatMessage({ id: 'calendar.field.time' })}
            value={values.time}
            onChange={(time) => onChange({ time })}
          />
        </div>
      )}
      {kind === 'cancel' && (
        <Field label={intl.formatMessage({ id: 'calendar.field.cause' })}>
          <RadioGroup value={values.cause} onChange={(_, { value }) => onChange({ cause: value as CancelReason })}>
            {DEPARTURE_CANCEL_REASONS.map((cause) => (
              <Radio key={cause} value={cause} label={intl.formatMessage({ id: `calendar.cause.${cause}` })} />
            ))}
          </RadioGroup>
        </Field>
      )}
      {(kind === 'cancel' || kind === 'move') && (
        <Field
          label={intl.formatMessage({ id: 'calendar.field.message' })}
          hint={intl.formatMessage({ id: 'calendar.field.message.hint' })}
        >
          <Textarea
            rows={3}
            maxLength={2000}
            value={values.message}
            onChange={(_, { value }) => onChange({ message: value })}
          />
        </Field>
      )}
    </>
  );
}

function CapacityFields({ values, isUnderBooked, onChange }: Omit<ChangeFieldsProps, 'kind'>) {
  const intl = useIntl();
  return (
    <>
      <Field
        label={intl.formatMessage({ id: 'calendar.field.capacity' })}
        {...wrong(
          !isWholeNumber(values.capacity) &&
            intl.formatMessage(
              { id: 'form.wholeNumber' },
              { name: intl.formatMessage({ id: 'calendar.field.capacity' }) },
            ),
        )}
      >
        <Input
          inputMode="numeric"
          value={values.capacity}
          onChange={(_, { value }) => onChange({ capacity: value })}
          data-first
        />
      </Field>
      {(isUnderBooked || values.reason !== '') && (
        <Field
          label={intl.formatMessage({ id: 'calendar.field.reason' })}
          {...wrong(
            values.reason !== '' &&
              values.reason.trim().length < MIN_REASON_LENGTH &&
              intl.formatMessage({ id: 'calendar.field.reason.short' }),
          )}
        >
          <Input value={values.reason} maxLength={500} onChange={(_, { value }) => onChange({ reason: value })} />
        </Field>
      )}
    </>
  );
}
