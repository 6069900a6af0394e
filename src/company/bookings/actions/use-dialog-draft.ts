/** Keeps the input of an action dialog as a draft, so that a reload or an accidental close loses nothing. */
import type { DefaultValues, FieldValues, Path, PathValue } from 'react-hook-form';
import * as v from 'valibot';
import type { Uuid } from '../../../domain/ids.ts';
import { useFormDraft, type FormDraftState } from '../../../features/use-form-draft.ts';
import { useForm } from '../../../ui/form/use-form.ts';

export interface DialogDraft<Typed> {
  typed: Typed;
  type<Name extends keyof Typed & string>(name: Name, value: Typed[Name]): void;
  draft: FormDraftState;
  /** Drops the draft and resets the fields after a successful submit. */
  end(): void;
}

export function useDialogDraft<Typed extends FieldValues>(
  { owner, key }: { owner: Uuid; key: string },
  values: Typed,
): DialogDraft<Typed> {
  // No client-side validation: the fields limit their input and the server checks it.
  const form = useForm<Typed, Typed>({ schema: v.any(), values });
  const draft = useFormDraft(form, { owner, key });
  return {
    typed: form.watch(),
    type: (name, value) =>
      form.setValue(name as string as Path<Typed>, value as PathValue<Typed, Path<Typed>>, { shouldDirty: true }),
    draft,
    end: () => {
      draft.discard();
      form.reset(values as DefaultValues<Typed>);
    },
  };
}
