/** A colour as `#rrggbb`, typed or picked; '' means the default. */
import { Input, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Controller, useFormContext, type FieldValues, type Path } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { density } from '../theme/sizes.ts';
import { FormField } from './form-fields.tsx';

const useStyles = makeStyles({
  control: { minHeight: density.target, maxWidth: '200px', fontVariantNumeric: 'tabular-nums' },
  swatch: {
    width: '28px',
    height: '28px',
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    cursor: 'pointer',
    '::-webkit-color-swatch-wrapper': { padding: 0 },
    '::-webkit-color-swatch': { border: 'none', borderRadius: tokens.borderRadiusMedium },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

export interface ColourFieldProps<T extends FieldValues> {
  name: Path<T>;
  label: string;
  hint?: ReactNode;
  /** Default colour, shown while none is chosen. */
  standard: string;
}

export function ColourField<T extends FieldValues>({ name, label, hint, standard }: ColourFieldProps<T>) {
  const styles = useStyles();
  const intl = useIntl();
  const { control } = useFormContext<T>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => {
        const value = String(field.value ?? '');
        return (
          <FormField name={name} label={label} hint={hint}>
            <Input
              className={styles.control}
              autoComplete="off"
              spellCheck={false}
              placeholder={standard}
              input={{ size: 1 }}
              contentBefore={
                <input
                  type="color"
                  className={styles.swatch}
                  aria-label={intl.formatMessage({ id: 'form.choose' }, { name: label })}
                  value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : standard}
                  onChange={(event) => field.onChange(event.target.value)}
                />
              }
              {...field}
            />
          </FormField>
        );
      }}
    />
  );
}
