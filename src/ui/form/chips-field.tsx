/** Any of a list, each a chip that is on or off. */
import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useController, type FieldValues, type Path } from 'react-hook-form';
import { FilterChips, type Chip } from '../choices/filter-chips.tsx';
import { FormField } from './form-fields.tsx';

const useStyles = makeStyles({
  // All of them are in sight: what is off is as much of an answer.
  chips: { '& > [role=group]': { flexWrap: 'wrap' } },
});

export interface ChipsFieldProps<T extends FieldValues> {
  name: Path<T>;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  chips: readonly Chip<string>[];
}

/** Holds the chosen values, in the order in which they were chosen. */
export function ChipsField<T extends FieldValues>({ name, label, chips, ...frame }: ChipsFieldProps<T>) {
  const styles = useStyles();
  const { field } = useController<T>({ name });
  return (
    <FormField<T> name={name} label={label} {...frame}>
      {() => (
        <div
          className={styles.chips}
          onBlur={field.onBlur}
          ref={(place) => {
            // The first chip stands for all of them where the field is led to.
            field.ref(place && { focus: () => place.querySelector('button')?.focus() });
          }}
        >
          <FilterChips
            label={label}
            choose="any"
            chips={chips}
            chosen={field.value as readonly string[]}
            onChange={field.onChange}
          />
        </div>
      )}
    </FormField>
  );
}
