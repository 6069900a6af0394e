/**
 * A phone number with its country. The metadata of the world's numbers is large and loads with the first field; a
 * disabled input is shown until then.
 */
import { Input, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Controller, useFormContext, type FieldValues, type Path } from 'react-hook-form';
import { lazyWithPreload } from '../loading/lazy-component.tsx';
import { density } from '../theme/sizes.ts';
import { FormField } from './form-fields.tsx';

const useStyles = makeStyles({ control: { minHeight: density.target, width: '100%' } });

const PhoneInput = lazyWithPreload(() => import('./phone-input.tsx').then((module) => module.PhoneInput), {
  onLoadError: 'keep',
  fallback: <Waiting />,
});

function Waiting() {
  const styles = useStyles();
  return <Input className={styles.control} type="tel" disabled input={{ size: 1 }} />;
}

export interface PhoneFieldProps<T extends FieldValues> {
  name: Path<T>;
  label: string;
  hint?: ReactNode;
  required?: boolean;
}

/** The value is E.164, such as `+4512345678`, or ''; its schema is `fields.optionalPhone()`. */
export function PhoneField<T extends FieldValues>(frame: PhoneFieldProps<T>) {
  const { control } = useFormContext<T>();
  return (
    <Controller
      control={control}
      name={frame.name}
      render={({ field }) => (
        <FormField {...frame}>
          {(control) => <PhoneInput {...field} {...control} value={String(field.value ?? '')} label={frame.label} />}
        </FormField>
      )}
    />
  );
}
