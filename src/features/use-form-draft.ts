/** A half-filled form is kept on the device while it is typed, and offered again after a reload, a dead battery, a day without network. */
import { now } from '../lib/clock.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Uuid } from '../domain/ids.ts';
import { mergeEdits } from '../domain/merge-edits.ts';
import { deleteFormDraft, readFormDraft, writeFormDraft } from '../offline/device/form-drafts.ts';
import type { Form } from '../ui/form/use-form.ts';

/** Milliseconds after which what was typed since the last writing is kept. */
const REST = 400;

interface Draft<Typed> {
  /** Goes along with what is typed, so that what is sent of it after a reload can go by the name that it went by. */
  mark?: Uuid;
  /** What the form began with: what others have changed since is not undone. */
  base: Typed;
  mine: Typed;
}

export interface FormDraftState {
  /** When it was last typed in, milliseconds since 1970; null where there is none, or it was decided on. */
  foundAt: number | null;
  use(): void;
  /** Of what is typed now; another one once that was saved or given up. */
  mark(): Uuid;
  /** It is not wanted, or was saved by a dialog that closes with it. */
  drop(): void;
}

/**
 * Keeps the drafts of `form` under `key`, for the company or organisation `owner`. Saving the form, or putting it back as it was,
 * ends the draft.
 */
export function useFormDraft<Typed extends FieldValues, Read>(
  form: Form<Typed, Read>,
  { owner, key }: { owner: Uuid; key: string },
): FormDraftState {
  const name = `${owner}/${key}`;
  const [found, setFound] = useState<(Draft<Typed> & { at: number }) | null>(null);
  /** Somebody has typed since the form was opened. */
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
      // What is offered stays until it is decided on.
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
    // The first letter at once: who saves, is refused and loads the page anew does so within the rest.
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
    // The page is left, or out of sight: the last letters, too.
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
