/** react-hook-form with a Valibot schema of `domain`, whose issues are error codes. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm as useHookForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type * as v from 'valibot';
import { useDirtyForm } from './dirty-forms.ts';

export type Form<Typed extends FieldValues, Read> = UseFormReturn<Typed, unknown, Read>;

export interface FormOptions<Typed extends FieldValues, Read> {
  schema: v.GenericSchema<Typed, Read>;
  /** Initial values in the form's input format. */
  values: Typed;
  /** Query parameters whose change closes the form (`dirty-forms.ts`). */
  closingParams?: readonly string[];
}

/**
 * A field shows its error once it has lost the focus; an attempt to save shows all. Leaving with unsaved input asks first
 * (`dirty-forms.ts`).
 */
export function useForm<Typed extends FieldValues, Read>({
  schema,
  values,
  closingParams = [],
}: FormOptions<Typed, Read>): Form<Typed, Read> {
  const form = useHookForm<Typed, unknown, Read>({
    defaultValues: values as DefaultValues<Typed>,
    resolver: standardSchemaResolver(schema as never) as never,
    mode: 'onTouched',
    // The error summary takes the focus instead.
    shouldFocusError: false,
  });
  useDirtyForm(form.formState.isDirty && !form.formState.isSubmitSuccessful, closingParams);
  return form;
}
