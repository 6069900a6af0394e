/** Fields whose text is parsed: amounts, dates, times. Each shows how its text was understood. */
import { Input, makeStyles } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { Controller, useFormContext, type FieldValues, type Path } from 'react-hook-form';
import { useIntl } from 'react-intl';
import {
  formatFieldText,
  parseDateInput,
  parseTimeInput,
  timeIfTypedDifferently,
} from '../../domain/parse-date-time.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { density } from '../theme/sizes.ts';
import { useFormats } from '../format/use-formats.ts';
import { AmountInput } from './amount-input.tsx';
import { FormField } from './form-fields.tsx';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';

const useStyles = makeStyles({
  control: { minHeight: density.target, maxWidth: '200px', fontVariantNumeric: 'tabular-nums' },
});

interface FieldProps<T extends FieldValues> {
  name: Path<T>;
  label: string;
  hint?: ReactNode;
  required?: boolean;
}

interface ParsedFieldProps<T extends FieldValues> extends FieldProps<T> {
  /** Text below a valid input; null shows nothing. */
  reading(input: string): ReactNode;
}

function ParsedField<T extends FieldValues>({ name, label, hint, required, reading }: ParsedFieldProps<T>) {
  const styles = useStyles();
  const { control } = useFormContext<T>();
  const [typedText, setTypedText] = useState<string | null>(null);
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <FormField
          name={name}
          label={label}
          hint={reading(String(field.value ?? '')) ?? hint}
          {...(required === undefined ? {} : { required })}
        >
          <Input
            className={styles.control}
            autoComplete="off"
            input={{ size: 1 }}
            {...field}
            // Stored dates are ISO; typed text stays as it is, even if it is an ISO date.
            value={field.value === typedText ? field.value : formatFieldText(String(field.value ?? ''))}
            onChange={(_, { value }) => {
              setTypedText(value);
              field.onChange(value);
            }}
          />
        </FormField>
      )}
    />
  );
}

/** An amount in the reader's notation; its schema is `fields.money(currency)`. */
export function MoneyField<T extends FieldValues>({ currency, ...frame }: FieldProps<T> & { currency: string }) {
  const styles = useStyles();
  const { control } = useFormContext<T>();
  return (
    <Controller
      control={control}
      name={frame.name}
      render={({ field }) => (
        <FormField {...frame}>
          <AmountInput className={styles.control} currency={currency} {...field} />
        </FormField>
      )}
    />
  );
}

/** A date; its schema is `fields.date()`. Shows the full date with its weekday below. */
export function DateField<T extends FieldValues>(frame: FieldProps<T>) {
  const formats = useFormats('UTC');
  return (
    <ParsedField
      {...frame}
      reading={(input) => {
        const date = parseDateInput(input);
        return date && formats.date(date);
      }}
    />
  );
}

/** A time of day; its schema is `fields.time()`. `zone` is shown below if it is not the device's own. */
export function TimeField<T extends FieldValues>({ zone, ...frame }: FieldProps<T> & { zone?: string }) {
  const intl = useIntl();
  const isOther = zone !== undefined && zone !== deviceTimeZone();
  return (
    <ParsedField
      {...frame}
      reading={(input) => {
        if (!isOther) return timeIfTypedDifferently(input);
        const zoneText = intl.formatMessage(
          { id: 'form.zone' },
          { zone: zone.replace(/^.*\//, '').replaceAll('_', ' ') },
        );
        return joinWithDots(parseTimeInput(input), zoneText);
      }}
    />
  );
}
