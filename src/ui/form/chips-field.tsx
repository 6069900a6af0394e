import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useController, type FieldValues, type Path } from 'react-hook-form';
import { FilterChips, type Chip } from '../choices/filter-chips.tsx';
import { FormField } from './form-fields.tsx';

const useStyles = makeStyles({
  // All chips stay visible, as the unselected ones matter just as much.
  chips: { '& > [role=group]': { flexWrap: 'wrap' } },
});

export interface ChipsFieldProps<T extends FieldValues> {
  name: Path<T>;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  chips: readonly Chip<string>[];
}

/** The value is the selected values in the order of selection. */
export function ChipsField<T extends FieldValues>({ name, label, chips, ...frame }: ChipsFieldProps<T>) {
  const styles = useStyles();
  const { field } = useController<T>({ name });
  return (
    <FormField<T> name={name} label={label} {...frame}>
      {() => (
        <div
          className={styles.chips}
          onBlur={field.onBlur}
          ref={(element) => {
            // Focusing the field focuses its first chip.
            field.ref(element && { focus: () => element.querySelector('button')?.focus() });
          }}
        >
          <FilterChips
            label={label}
            choose="any"
            chips={chips}
            selected={field.value as readonly string[]}
            onChange={field.onChange}
          />
        </div>
      )}
    </FormField>
  );
}
