/** Keeps the input of an action dialog as a draft, so that a reload or an accidental close loses nothing. */
import type { DefaultValues, FieldValues, Path, PathValue } from 'react-hook-form';
import * as v from 'valibot';
import type { Uuid } from '../../../domain/ids.ts';
import { useFormDraft, type FormDraftState } from '../../../features/form-drafts/use-form-draft.ts';
import { useForm } from '../../../ui/form/use-form.ts';

export interface DialogDraft<Values> {
  values: Values;
  setValue<Name extends keyof Values & string>(name: Name, value: Values[Name]): void;
  draft: FormDraftState;
  /** Drops the draft and resets the fields after a successful submit. */
  clear(): void;
}

export function useDialogDraft<Values extends FieldValues>(
  { owner, key }: { owner: Uuid; key: string },
  initialValues: Values,
): DialogDraft<Values> {
  // No client-side validation: the fields limit their input and the server checks it.
  const form = useForm<Values, Values>({ schema: v.any(), values: initialValues });
  const draft = useFormDraft(form, { owner, key });
  return {
    values: form.watch(),
    setValue: (name, value) =>
      form.setValue(name as string as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true }),
    draft,
    clear: () => {
      draft.discard();
      form.reset(initialValues as DefaultValues<Values>);
    },
  };
}
