/** react-hook-form with a Valibot schema of `domain`, whose issues are error codes. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm as useHookForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type * as v from 'valibot';
import { useDirtyForm } from './dirty-forms.ts';

export type Form<Values extends FieldValues, Parsed> = UseFormReturn<Values, unknown, Parsed>;

export interface FormOptions<Values extends FieldValues, Parsed> {
  schema: v.GenericSchema<Values, Parsed>;
  /** Initial values in the form's input format. */
  values: Values;
  /** Query parameters whose change closes the form (`dirty-forms.ts`). */
  closingParams?: readonly string[];
  /**
   * For forms that stay open after a save, which resets them: they are unsaved for as long as they are dirty. Others
   * close while still dirty; a dialog protects its own input until then (`FormDialog`).
   */
  isResetBySave?: boolean;
}

/**
 * A field shows its error once it has lost the focus; an attempt to save shows all. Leaving with unsaved input asks
 * first (`dirty-forms.ts`).
 */
export function useForm<Values extends FieldValues, Parsed>({
  schema,
  values,
  closingParams = [],
  isResetBySave = false,
}: FormOptions<Values, Parsed>): Form<Values, Parsed> {
  const form = useHookForm<Values, unknown, Parsed>({
    defaultValues: values as DefaultValues<Values>,
    resolver: standardSchemaResolver(schema as never) as never,
    mode: 'onTouched',
    // The error summary takes the focus instead.
    shouldFocusError: false,
  });
  // Successful for the library means only that nothing was thrown: the server may have refused, or not have responded.
  const isSent = form.formState.isSubmitSuccessful;
  useDirtyForm(form.formState.isDirty && (isResetBySave || !isSent), closingParams);
  return form;
}
