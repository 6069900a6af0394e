/** Form fields: label above, hint and error below, touch-sized controls. */
import {
  Field,
  Input,
  Select,
  Switch,
  Textarea,
  makeStyles,
  mergeClasses,
  type FieldProps as FluentFieldProps,
} from '@fluentui/react-components';
import { useId, type ReactNode } from 'react';
import { Controller, useFormContext, type FieldValues, type Path } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { fieldErrorOf } from '../../domain/fields.ts';
import { density } from '../theme/sizes.ts';
import { FIELD_ERROR_TEXTS } from './field-errors.ts';

const useStyles = makeStyles({
  control: { minHeight: density.target, width: '100%' },
  // A select is otherwise as wide as its longest option.
  choice: { minWidth: 0, '& > select': { minWidth: 0 } },
  number: { fontVariantNumeric: 'tabular-nums', maxWidth: '200px' },
  // Room for four digits beside a long unit.
  numberOfUnits: { width: 'fit-content', minWidth: '200px', maxWidth: '100%', '& > input': { minWidth: '5ch' } },
  after: { whiteSpace: 'nowrap' },
});

interface FieldProps<T extends FieldValues> {
  name: Path<T>;
  label: string;
  hint?: ReactNode;
  required?: boolean;
}

/** Returns a field's error in the reader's language; undefined if it has none. */
export function useFieldError(name: string, label: string): string | undefined {
  const intl = useIntl();
  const { getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  return error && intl.formatMessage({ id: FIELD_ERROR_TEXTS[fieldErrorOf(error.message)] }, { name: label });
}

/** Label, hint and error around any control. */
export function FormField<T extends FieldValues>({
  name,
  label,
  hint,
  required = false,
  children,
}: FieldProps<T> & { children: FluentFieldProps['children'] }) {
  const error = useFieldError(name, label);
  return (
    <Field
      label={label}
      required={required}
      {...(hint ? { hint: <>{hint}</> } : {})}
      {...(error ? { validationMessage: error, validationState: 'error' as const } : {})}
    >
      {children}
    </Field>
  );
}

export interface TextFieldProps<T extends FieldValues> extends FieldProps<T> {
  type?: 'text' | 'email' | 'tel' | 'url' | 'password';
  /** Shows a phone's keyboard for digits. */
  isNumeric?: boolean;
  autoComplete?: string;
  /** Number of lines, for multi-line text. */
  lines?: number;
  suffix?: string;
}

export function TextField<T extends FieldValues>({
  name,
  type = 'text',
  isNumeric = false,
  autoComplete = 'off',
  lines,
  suffix,
  ...frame
}: TextFieldProps<T>) {
  const styles = useStyles();
  const { control } = useFormContext<T>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <FormField name={name} {...frame}>
          {lines ? (
            <Textarea
              className={styles.control}
              rows={lines}
              resize="vertical"
              autoComplete={autoComplete}
              {...field}
            />
          ) : (
            <Input
              className={isNumeric ? mergeClasses(styles.number, suffix && styles.numberOfUnits) : styles.control}
              type={type}
              autoComplete={autoComplete}
              {...(isNumeric ? { inputMode: 'numeric' as const } : {})}
              {...(suffix ? { contentAfter: <span className={styles.after}>{suffix}</span> } : {})}
              // The default width of an input is wider than a phone.
              input={{ size: 1 }}
              {...field}
            />
          )}
        </FormField>
      )}
    />
  );
}

export function SelectField<T extends FieldValues>({
  name,
  options,
  ...frame
}: FieldProps<T> & { options: readonly { value: string; label: string }[] }) {
  const styles = useStyles();
  const { register } = useFormContext<T>();
  return (
    <FormField name={name} {...frame}>
      <Select className={mergeClasses(styles.control, styles.choice)} {...register(name)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </FormField>
  );
}

export function SwitchField<T extends FieldValues>({ name, label, hint }: FieldProps<T>) {
  const { control } = useFormContext<T>();
  const help = useId();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ...field } }) => (
        <Field {...(hint ? { hint: { id: help, children: hint } } : {})}>
          <Switch
            label={label}
            checked={Boolean(value)}
            aria-describedby={hint ? help : undefined}
            onChange={(_, data) => onChange(data.checked)}
            {...field}
          />
        </Field>
      )}
    />
  );
}
