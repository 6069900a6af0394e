import { useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { ChangePlan, Decisions } from '../../data/change-plan.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { TourForm } from '../../domain/tours.ts';
import { fieldOfProblem, tourFormSchema, toTourFormValues, type TourFormValues } from '../../domain/tour-form.ts';
import { useFormDraft } from '../../features/form-drafts/use-form-draft.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { useAfterReset } from '../../ui/form/use-after-reset.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useTourSave, type EditedTour } from './use-tour.ts';

export interface TourFormOptions {
  company: Uuid;
  tour: Uuid;
  loadedTour: EditedTour;
  /** Called when a new tour was saved for the first time. */
  onCreated(): void;
}

/** Form state of a tour: values, saving, conflicts and errors. */
export function useTourForm({ company, tour, loadedTour, onCreated }: TourFormOptions) {
  const intl = useIntl();
  const { schema, toValues } = useTourSchema(loadedTour);
  const form = useForm<TourFormValues, TourForm>({
    schema,
    values: toValues(loadedTour.tour),
    closingParams: ['tour'],
    isResetBySave: true,
  });
  /** Version on which the form is based. */
  const [version, setVersion] = useState(loadedTour.version);
  const [theirs, setTheirs] = useState<{ version: number; current: TourForm } | null>(null);
  const draft = useFormDraft(form, { owner: company, key: version === 0 ? 'tour-new' : `tour-${tour}` });
  /** Decisions needed for booked departures that the save would change, with the values to save. */
  const [pendingSave, setPendingSave] = useState<{ values: TourForm; plan: ChangePlan } | null>(null);
  const saving = useTourSave(company);
  const { isDirty } = form.formState;
  const onceClean = useAfterReset(isDirty);

  // Applies concurrent changes unless the form has unsaved input; in that case saving reports the conflict.
  useEffect(() => {
    if (isDirty || loadedTour.version <= version) return;
    form.reset(toValues(loadedTour.tour));
    setVersion(loadedTour.version);
    // A changed number format must not reset the form.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [form, isDirty, loadedTour, version]);

  /** Resolves with the saved version, or null if it was not saved. */
  async function save(values: TourForm, decisions: Decisions = {}): Promise<number | null> {
    const result = await saving.save({ company, tour, version, input: values, decisions });
    setPendingSave(null);
    if (result.ok) {
      form.reset(toValues(values));
      setVersion(result.data.version);
      setTheirs(null);
      if (version === 0) onceClean(onCreated);
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
      return result.data.version;
    }
    if (result.code !== 'refused') return null;
    const { refusal } = result;
    if (refusal.status === 'undecided') setPendingSave({ values, plan: refusal });
    else if (refusal.status === 'stale') setTheirs(refusal);
    else
      for (const [at, problem] of refusal.problems.entries())
        // Any field's name; `slug` stands for all of them.
        form.setError(fieldOfProblem(problem) as 'slug', { message: problem.code }, { shouldFocus: at === 0 });
    return null;
  }

  return {
    form,
    draft,
    version,
    setVersion,
    busy: saving.busy,
    result: saving.result,
    theirs: theirs && { version: theirs.version, values: toValues(theirs.current) },
    onResolved: () => {
      if (theirs) setVersion(theirs.version);
      setTheirs(null);
    },
    save,
    pendingPlan: pendingSave?.plan ?? null,
    decide: async (decisions: Decisions) =>
      pendingSave !== null && (await save(pendingSave.values, decisions)) !== null,
    forget: () => setPendingSave(null),
  };
}

function useTourSchema({ currency, timeZone }: EditedTour) {
  const { locale } = useFormats(timeZone);
  return {
    schema: useMemo(() => tourFormSchema(currency, locale), [currency, locale]),
    toValues: (form: TourForm) => toTourFormValues(form, { currency, locale }),
  };
}

export type TourFormState = ReturnType<typeof useTourForm>;
