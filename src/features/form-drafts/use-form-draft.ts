/** Stores a form's unsaved input on the device, and offers it again after a reload, a crash or a day offline. */
import { now } from '../../lib/clock.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Uuid } from '../../domain/ids.ts';
import { mergeEdits } from '../../domain/merge-edits.ts';
import { deleteFormDraft, readFormDraft, writeFormDraft } from '../../offline/device/form-drafts.ts';
import type { Form } from '../../ui/form/use-form.ts';

/** Milliseconds after an edit in which it and those that follow are stored together. */
const SAVE_DELAY_MS = 400;

interface Draft<Values> {
  /** Stored with the input, so that a retry after a reload reuses the same idempotency key. */
  mark?: Uuid;
  /** The form's initial values, so that restoring does not undo other people's later changes. */
  base: Values;
  mine: Values;
}

export interface FormDraftState {
  /** When it was last edited, in milliseconds since 1970; null if there is none, or the person has decided on it. */
  savedAt: number | null;
  use(): void;
  /** Returns the idempotency key of the current input; a new one after it was saved or discarded. */
  idempotencyKey(): Uuid;
  /** Deletes the draft: it was discarded, or its dialog has saved it and closes. */
  discard(): void;
}

/** Calls `write` now, soon after each edit, and when the page is left or hidden. Returns a function that stops it. */
function writeOnEdits<Values extends FieldValues, Parsed>(form: Form<Values, Parsed>, write: () => void): () => void {
  // Written at once: a save, a refusal and a reload may all happen within the delay.
  write();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const writeNow = () => {
    clearTimeout(timer);
    timer = undefined;
    write();
  };
  const watching = form.watch(() => {
    timer ??= setTimeout(writeNow, SAVE_DELAY_MS);
  });
  const onLeaving = () => timer !== undefined && writeNow();
  window.addEventListener('beforeunload', onLeaving);
  document.addEventListener('visibilitychange', onLeaving);
  return () => {
    window.removeEventListener('beforeunload', onLeaving);
    document.removeEventListener('visibilitychange', onLeaving);
    watching.unsubscribe();
    onLeaving();
  };
}

/**
 * Stores the drafts of `form` under `key` for the company or organisation `owner`. Saving or resetting the form deletes
 * the draft. Pass the form that `useForm` returned: the one of a context is a new object with each change.
 */
export function useFormDraft<Values extends FieldValues, Parsed>(
  form: Form<Values, Parsed>,
  { owner, key }: { owner: Uuid; key: string },
): FormDraftState {
  const name = `${owner}/${key}`;
  const [foundDraft, setFoundDraft] = useState<(Draft<Values> & { at: number }) | null>(null);
  /** Whether the form has been edited since it was opened. */
  const isEdited = useRef(false);
  const isDiscarded = useRef(false);
  const idempotencyKey = useRef<Uuid>(crypto.randomUUID());
  const { isDirty } = form.formState;

  useEffect(() => {
    let isCurrent = true;
    void readFormDraft(name).then((draft) => {
      if (isCurrent && draft && !isEdited.current) setFoundDraft({ ...(draft.values as Draft<Values>), at: draft.at });
    });
    return () => {
      isCurrent = false;
    };
  }, [name]);

  useEffect(() => {
    if (!isDirty) {
      // A draft that is still offered is kept until the person decides.
      if (isEdited.current) {
        idempotencyKey.current = crypto.randomUUID();
        void deleteFormDraft(name);
      }
      return undefined;
    }
    isEdited.current = true;
    isDiscarded.current = false;
    setFoundDraft(null);
    const write = () => {
      if (isDiscarded.current) return;
      const values = { base: form.formState.defaultValues, mine: form.getValues(), mark: idempotencyKey.current };
      void writeFormDraft({ key: name, owner, at: now(), values: structuredClone(values) });
    };
    return writeOnEdits(form, write);
  }, [form, isDirty, name, owner]);

  const use = useCallback(() => {
    if (!foundDraft) return;
    const { base, mine } = foundDraft;
    idempotencyKey.current = foundDraft.mark ?? idempotencyKey.current;
    const { merged } = mergeEdits({ base, mine, theirs: form.formState.defaultValues as Values });
    for (const [field, value] of Object.entries(merged))
      form.setValue(field as never, value as never, { shouldDirty: true });
  }, [form, foundDraft]);
  const discard = useCallback(() => {
    isDiscarded.current = true;
    idempotencyKey.current = crypto.randomUUID();
    setFoundDraft(null);
    void deleteFormDraft(name);
  }, [name]);
  return { savedAt: foundDraft?.at ?? null, use, idempotencyKey: () => idempotencyKey.current, discard };
}
