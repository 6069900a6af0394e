/** Form state of a schedule: values, saving, conflicts and errors. */
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import type { Failure } from '../../../domain/result.ts';
import type { ScheduleForm } from '../../../domain/schedules.ts';
import { scheduleFormSchema, toScheduleFormValues, type ScheduleFormValues } from '../../../domain/schedule-form.ts';
import { useFormDraft } from '../../../features/form-drafts/use-form-draft.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { useAfterReset } from '../../../ui/form/use-after-reset.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import {
  useScheduleChange,
  type ChangeRefusal,
  type LoadedSchedule,
  type ScheduleChangeResult,
} from './use-schedules.ts';

/** Returns the form field of a validation problem from the server. */
function fieldOf(field: string, { pattern }: ScheduleFormValues): keyof ScheduleFormValues {
  const lists = {
    weekly: 'weekdays',
    month_weekday: 'monthWeekdays',
    month_day: 'monthDays',
    daily: 'interval',
  } as const;
  const names: Record<string, keyof ScheduleFormValues> = {
    rrule: lists[pattern],
    starts_on: 'startsOn',
    local_time: 'localTime',
  };
  return names[field] ?? (field as keyof ScheduleFormValues);
}

export interface ScheduleFormOptions {
  company: Uuid;
  tour: Uuid;
  id: Uuid;
  /** Null for a new schedule. */
  loadedSchedule: LoadedSchedule | null;
  savedValues: ScheduleFormValues;
  onCreated(): void;
}

export function useScheduleForm({ company, tour, id, loadedSchedule, savedValues, onCreated }: ScheduleFormOptions) {
  const intl = useIntl();
  const form = useForm<ScheduleFormValues, ScheduleForm>({
    schema: scheduleFormSchema,
    values: savedValues,
    closingParams: ['tour', 'view', 'schedule'],
    isResetBySave: true,
  });
  const draft = useFormDraft(form, { owner: company, key: `schedule-${loadedSchedule ? id : tour}` });
  const changing = useScheduleChange(company);
  const [version, setVersion] = useState(loadedSchedule?.version ?? 0);
  const [theirs, setTheirs] = useState<{ version: number; values: ScheduleFormValues } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { isDirty } = form.formState;
  const onceClean = useAfterReset(isDirty);

  // Applies concurrent changes unless the form has unsaved input.
  useEffect(() => {
    if (isDirty || !loadedSchedule || loadedSchedule.version <= version) return;
    form.reset(savedValues);
    setVersion(loadedSchedule.version);
  }, [form, isDirty, loadedSchedule, savedValues, version]);

  function onSaved(result: Extract<ScheduleChangeResult, { ok: true }>, values: ScheduleForm): void {
    const after = toScheduleFormValues(values);
    if (after) form.reset(after);
    setVersion(result.data.version);
    setTheirs(null);
    setFailure(null);
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: 'manage.schedule.saved' }, { count: result.data.created }),
    });
    if (!loadedSchedule) onceClean(onCreated);
  }

  function showRefusal(refusal: ChangeRefusal): void {
    if (refusal.status === 'stale' && 'rrule' in refusal.current) {
      const currentValues = toScheduleFormValues(refusal.current);
      if (currentValues) setTheirs({ version: refusal.version, values: currentValues });
    } else if (refusal.status === 'invalid')
      for (const [at, { field, code }] of refusal.problems.entries())
        form.setError(fieldOf(field, form.getValues()), { message: code }, { shouldFocus: at === 0 });
  }

  async function save(values: ScheduleForm): Promise<void> {
    const result = await changing.run({ kind: 'save_schedule', schedule: id, tour, version, input: values });
    if (result === null) return;
    if (result.ok) onSaved(result, values);
    else {
      setFailure(result.code === 'refused' ? null : result);
      if (result.code === 'refused') showRefusal(result.refusal);
    }
  }

  function onResolved(): void {
    if (theirs) setVersion(theirs.version);
    setTheirs(null);
  }
  return { form, draft, version, changing, failure, theirs, onResolved, save, onSaved };
}

export type ScheduleFormState = ReturnType<typeof useScheduleForm>;
