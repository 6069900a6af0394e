/** What is typed into the dialog of an act, kept as every form's: a reload, or a dialog that was closed by mistake, takes no letter. */
import type { DefaultValues, FieldValues, Path, PathValue } from 'react-hook-form';
import * as v from 'valibot';
import type { Uuid } from '../../../domain/ids.ts';
import { useFormDraft, type FormDraftState } from '../../../features/use-form-draft.ts';
import { useForm } from '../../../ui/form/use-form.ts';

export interface DialogDraft<Typed> {
  typed: Typed;
  type<Name extends keyof Typed & string>(name: Name, value: Typed[Name]): void;
  draft: FormDraftState;
  /** It was sent: the fields are as they began, and the draft ends. */
  end(): void;
}

export function useDialogDraft<Typed extends FieldValues>(
  { owner, key }: { owner: Uuid; key: string },
  values: Typed,
): DialogDraft<Typed> {
  // What these fields may hold is said where they are shown, and judged by the engine.
  const form = useForm<Typed, Typed>({ schema: v.any(), values });
  const draft = useFormDraft(form, { owner, key });
  return {
    typed: form.watch(),
    type: (name, value) =>
      form.setValue(name as string as Path<Typed>, value as PathValue<Typed, Path<Typed>>, { shouldDirty: true }),
    draft,
    end: () => {
      draft.drop();
      form.reset(values as DefaultValues<Typed>);
    },
  };
}
