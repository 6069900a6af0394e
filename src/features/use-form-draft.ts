/** Stores a form's unsaved input on the device, and offers it again after a reload, a crash or a day offline. */
import { now } from '../lib/clock.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Uuid } from '../domain/ids.ts';
import { mergeEdits } from '../domain/merge-edits.ts';
import { deleteFormDraft, readFormDraft, writeFormDraft } from '../offline/device/form-drafts.ts';
import type { Form } from '../ui/form/use-form.ts';

/** Debounce in milliseconds. */
const REST = 400;

interface Draft<Typed> {
  /** Stored with the input, so that a retry after a reload reuses the same idempotency key. */
  mark?: Uuid;
  /** The form's initial values, so that restoring does not undo other people's later changes. */
  base: Typed;
  mine: Typed;
}

export interface FormDraftState {
  /** When it was last edited, in milliseconds since 1970; null if there is none, or the person has decided on it. */
  foundAt: number | null;
  use(): void;
  /** Returns the idempotency key of the current input; a new one after it was saved or discarded. */
  mark(): Uuid;
  /** Deletes the draft: it was discarded, or its dialog has saved it and closes. */
  drop(): void;
}

/**
 * Stores the drafts of `form` under `key` for the company or organisation `owner`. Saving or resetting the form deletes the draft.
 */
export function useFormDraft<Typed extends FieldValues, Read>(
  form: Form<Typed, Read>,
  { owner, key }: { owner: Uuid; key: string },
): FormDraftState {
  const name = `${owner}/${key}`;
  const [found, setFound] = useState<(Draft<Typed> & { at: number }) | null>(null);
  /** Whether the form has been edited since it was opened. */
  const typed = useRef(false);
  const dropped = useRef(false);
  const mark = useRef<Uuid>(crypto.randomUUID());
  const { isDirty } = form.formState;

  useEffect(() => {
    let wanted = true;
    void readFormDraft(name).then((draft) => {
      if (wanted && draft && !typed.current) setFound({ ...(draft.values as Draft<Typed>), at: draft.at });
    });
    return () => {
      wanted = false;
    };
  }, [name]);

  useEffect(() => {
    if (!isDirty) {
      // A draft that is still offered is kept until the person decides.
      if (typed.current) {
        mark.current = crypto.randomUUID();
        void deleteFormDraft(name);
      }
      return undefined;
    }
    typed.current = true;
    dropped.current = false;
    setFound(null);
    const write = () => {
      if (dropped.current) return;
      const values = { base: form.formState.defaultValues, mine: form.getValues(), mark: mark.current };
      void writeFormDraft({ key: name, owner, at: now(), values: structuredClone(values) });
    };
    // Written at once: a save, a refusal and a reload may all happen within the debounce.
    write();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const writeNow = () => {
      clearTimeout(timer);
      timer = undefined;
      write();
    };
    const watching = form.watch(() => {
      timer ??= setTimeout(writeNow, REST);
    });
    // Flush when the page is left or hidden.
    const onLeaving = () => timer !== undefined && writeNow();
    window.addEventListener('beforeunload', onLeaving);
    document.addEventListener('visibilitychange', onLeaving);
    return () => {
      window.removeEventListener('beforeunload', onLeaving);
      document.removeEventListener('visibilitychange', onLeaving);
      watching.unsubscribe();
      onLeaving();
    };
  }, [form, isDirty, name, owner]);

  const use = useCallback(() => {
    if (!found) return;
    const { base, mine } = found;
    mark.current = found.mark ?? mark.current;
    const { merged } = mergeEdits({ base, mine, theirs: form.formState.defaultValues as Typed });
    for (const [field, value] of Object.entries(merged))
      form.setValue(field as never, value as never, { shouldDirty: true });
  }, [form, found]);
  const drop = useCallback(() => {
    dropped.current = true;
    mark.current = crypto.randomUUID();
    setFound(null);
    void deleteFormDraft(name);
  }, [name]);
  return { foundAt: found?.at ?? null, use, mark: () => mark.current, drop };
}
