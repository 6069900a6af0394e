/** A form of what is read and saved as one, of a version: what somebody else has saved meanwhile is shown, or put beside what is typed here. */
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
  /** Of what the form began with. */
  version: number;
  /** Another version, typed as its fields would be: to be chosen between. */
  theirs: { version: number; typed: Typed } | null;
  /** Somebody saved first. */
  refuse(theirs: VersionedSettings<Read>): void;
  /** What was chosen stands in the form, to be saved once more. */
  chosen(): void;
  saved(values: Read, version: number): void;
}

export interface VersionedFormOptions<Typed extends FieldValues, Read> {
  schema: v.GenericSchema<Typed, Read>;
  read: VersionedSettings<Read>;
  /** As the fields show it. */
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

  // What somebody else saves is shown at once, unless something is typed here: then the server says that it was before.
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
