/** A form for versioned settings. Other people's changes are shown at once, or offered as a conflict if there is unsaved input. */
import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useIntl } from 'react-intl';
import type * as v from 'valibot';
import type { Uuid } from '../../domain/ids.ts';
import { useForm, type Form } from '../../ui/form/use-form.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormDraft, type FormDraftState } from '../use-form-draft.ts';

export interface VersionedSettings<Read> {
  version: number;
  settings: Read;
}

export interface VersionedForm<Typed extends FieldValues, Read> {
  form: Form<Typed, Read>;
  draft: FormDraftState;
  /** The version that the form's initial values are from. */
  version: number;
  /** A newer version in the form's input format, to be chosen from; null if there is no conflict. */
  theirs: { version: number; typed: Typed } | null;
  /** Handles a stale save: someone else saved first. */
  refuse(theirs: VersionedSettings<Read>): void;
  /** Called when the conflict is resolved in the form, which can be saved again. */
  chosen(): void;
  saved(values: Read, version: number): void;
}

export interface VersionedFormOptions<Typed extends FieldValues, Read> {
  schema: v.GenericSchema<Typed, Read>;
  read: VersionedSettings<Read>;
  /** Converts settings to the form's input format. */
  typed(settings: Read): Typed;
  draft: { owner: Uuid; key: string };
}

export function useVersionedForm<Typed extends FieldValues, Read>(
  options: VersionedFormOptions<Typed, Read>,
): VersionedForm<Typed, Read> {
  const { schema, read, typed } = options;
  const intl = useIntl();
  const form = useForm<Typed, Read>({ schema, values: typed(read.settings) });
  const draft = useFormDraft(form, options.draft);
  const [version, setVersion] = useState(read.version);
  const [theirs, setTheirs] = useState<{ version: number; typed: Typed } | null>(null);
  const { isDirty } = form.formState;

  // Other people's changes are shown at once. With unsaved input, the next save gets a stale response instead.
  useEffect(() => {
    if (isDirty || read.version <= version) return;
    form.reset(typed(read.settings));
    setVersion(read.version);
  }, [form, isDirty, read, typed, version]);

  return {
    form,
    draft,
    version,
    theirs,
    refuse: (other) => setTheirs({ version: other.version, typed: typed(other.settings) }),
    chosen: () => {
      if (theirs) setVersion(theirs.version);
      setTheirs(null);
    },
    saved: (values, next) => {
      form.reset(typed(values));
      setVersion(next);
      setTheirs(null);
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
    },
  };
}
