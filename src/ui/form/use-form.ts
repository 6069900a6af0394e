/** One way to fill in and check: react-hook-form under a schema of `domain`, whose issues are codes. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm as useHookForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type * as v from 'valibot';
import { useDirtyForm } from './dirty-forms.ts';

export type Form<Typed extends FieldValues, Read> = UseFormReturn<Typed, unknown, Read>;

export interface FormOptions<Typed extends FieldValues, Read> {
  schema: v.GenericSchema<Typed, Read>;
  /** What the fields start with, as it is typed. */
  values: Typed;
  /** Names in the address's query whose change closes the form (`dirty-forms.ts`). */
  holds?: readonly string[];
}

/**
 * Errors show at a field once it was left, all of them after a try to save. While there is something unsaved, every way out
 * asks first (`dirty-forms.ts`).
 */
export function useForm<Typed extends FieldValues, Read>({
  schema,
  values,
  holds = [],
}: FormOptions<Typed, Read>): Form<Typed, Read> {
  const form = useHookForm<Typed, unknown, Read>({
    defaultValues: values as DefaultValues<Typed>,
    resolver: standardSchemaResolver(schema as never) as never,
    mode: 'onTouched',
    // The summary takes the focus: it says how much is to be mended, and leads there.
    shouldFocusError: false,
  });
  useDirtyForm(form.formState.isDirty && !form.formState.isSubmitSuccessful, holds);
  return form;
}
