/**
 * A form for versioned settings. Other people's changes are shown at once, or offered as a conflict if there is unsaved
 * input.
 */
import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useIntl } from 'react-intl';
import type * as v from 'valibot';
import type { Uuid } from '../../domain/ids.ts';
import { useForm, type Form } from '../../ui/form/use-form.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormDraft, type FormDraftState } from '../form-drafts/use-form-draft.ts';

export interface VersionedSettings<Parsed> {
  version: number;
  settings: Parsed;
}

export interface VersionedForm<Values extends FieldValues, Parsed> {
  form: Form<Values, Parsed>;
  draft: FormDraftState;
  /** The version that the form's initial values are from. */
  version: number;
  /** A newer version in the form's input format, to be chosen from; null if there is no conflict. */
  theirs: { version: number; values: Values } | null;
  /** Handles a stale save: someone else saved first. */
  refuse(theirs: VersionedSettings<Parsed>): void;
  /** Called when the conflict is resolved in the form, which can be saved again. */
  onResolved(): void;
  saved(values: Parsed, version: number): void;
}

export interface VersionedFormOptions<Values extends FieldValues, Parsed> {
  schema: v.GenericSchema<Values, Parsed>;
  loaded: VersionedSettings<Parsed>;
  /** Converts settings to the form's input format. */
  toValues(settings: Parsed): Values;
  draft: { owner: Uuid; key: string };
}

export function useVersionedForm<Values extends FieldValues, Parsed>(
  options: VersionedFormOptions<Values, Parsed>,
): VersionedForm<Values, Parsed> {
  const { schema, loaded, toValues } = options;
  const intl = useIntl();
  const form = useForm<Values, Parsed>({ schema, values: toValues(loaded.settings), isResetBySave: true });
  const draft = useFormDraft(form, options.draft);
  const [version, setVersion] = useState(loaded.version);
  const [theirs, setTheirs] = useState<{ version: number; values: Values } | null>(null);
  const { isDirty } = form.formState;

  // Other people's changes are shown at once. With unsaved input, the next save gets a stale response instead.
  useEffect(() => {
    if (isDirty || loaded.version <= version) return;
    form.reset(toValues(loaded.settings));
    setVersion(loaded.version);
  }, [form, isDirty, loaded, toValues, version]);

  return {
    form,
    draft,
    version,
    theirs,
    refuse: (other) => setTheirs({ version: other.version, values: toValues(other.settings) }),
    onResolved: () => {
      if (theirs) setVersion(theirs.version);
      setTheirs(null);
    },
    saved: (values, next) => {
      form.reset(toValues(values));
      setVersion(next);
      setTheirs(null);
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
    },
  };
}
