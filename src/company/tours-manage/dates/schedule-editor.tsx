/** Editor of a schedule: fields, the next ten dates as a live preview, and actions on single dates. */
import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowLeftRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import type { ScheduleForm } from '../../../domain/schedules.ts';
import {
  newScheduleFormValues,
  scheduleFormSchema,
  toScheduleFormValues,
  type ScheduleFormValues,
} from '../../../domain/schedule-form.ts';
import { RestoreDraftNotice } from '../../../features/form-drafts/restore-draft-notice.tsx';
import { useFormDraft } from '../../../features/form-drafts/use-form-draft.ts';
import { FormFrame } from '../../../ui/form/form.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { ConflictChoice } from '../../../ui/form/conflict-choice.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useAfterReset } from '../../../ui/form/use-after-reset.ts';
import { Message } from '../../../ui/states/message.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import { FormSection } from '../../../ui/form/form-section.tsx';
import type { EditedTour } from '../use-tour.ts';
import { PendingChangePlan } from './pending-change-plan.tsx';
import { formatSchedule } from './format-schedule.ts';
import { ScheduleDates } from './schedule-dates.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { formatScheduleField } from './format-schedule-field.ts';
import { useScheduleLabels } from './use-schedule-labels.ts';
import { useNextDates, useScheduleChange, type ScheduleChangeResult, type LoadedSchedule } from './use-schedules.ts';

const useStyles = makeStyles({
  panes: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
    alignItems: 'start',
    gap: '24px',
  },
  back: { justifySelf: 'start', marginInlineStart: '-12px' },
});

export interface ScheduleEditorProps {
  company: Uuid;
  tour: Uuid;
  id: Uuid;
  /** Null for a new schedule. */
  loadedSchedule: LoadedSchedule | null;
  today: LocalDate;
  edited: EditedTour;
  onCreated(): void;
  onClose(): void;
}

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

export function ScheduleEditor(props: ScheduleEditorProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { loadedSchedule, onClose } = props;
  const savedValues = useMemo(
    () => (loadedSchedule ? toScheduleFormValues(loadedSchedule.schedule) : newScheduleFormValues(props.today)),
    [loadedSchedule, props.today],
  );
  return (
    <>
      <Button className={styles.back} appearance="subtle" icon={<ArrowLeftRegular />} onClick={onClose}>
        <FormattedMessage id="manage.schedule.all" />
      </Button>
      {savedValues ? (
        <Editor {...props} savedValues={savedValues} />
      ) : (
        <Message state="attention" title={loadedSchedule && formatSchedule(intl, loadedSchedule.schedule)}>
          <FormattedMessage id="manage.schedule.foreign" />
        </Message>
      )}
    </>
  );
}

function Editor(props: ScheduleEditorProps & { savedValues: ScheduleFormValues }) {
  const { company, tour, id, loadedSchedule, edited, savedValues, onCreated } = props;
  const { timeZone } = edited;
  const styles = useStyles();
  const intl = useIntl();
  const labels = useScheduleLabels();
  const words = { intl, language: useFormats(timeZone).language, tourLanguage: edited.tour.guideLanguages[0] ?? 'en' };
  const form = useForm<ScheduleFormValues, ScheduleForm>({
    schema: scheduleFormSchema,
    values: savedValues,
    closingParams: ['tour', 'view', 'schedule'],
  });
  const draft = useFormDraft(form, { owner: company, key: `schedule-${loadedSchedule ? id : tour}` });
  const changing = useScheduleChange(company);
  const [version, setVersion] = useState(loadedSchedule?.version ?? 0);
  const [theirs, setTheirs] = useState<{ version: number; values: ScheduleFormValues } | null>(null);
  const [failure, setFailure] = useState<Exclude<ScheduleChangeResult, { ok: true }> | null>(null);
  const { isDirty } = form.formState;
  const onceClean = useAfterReset(isDirty);

  // Applies concurrent changes unless the form has unsaved input.
  useEffect(() => {
    if (isDirty || !loadedSchedule || loadedSchedule.version <= version) return;
    form.reset(savedValues);
    setVersion(loadedSchedule.version);
  }, [form, isDirty, loadedSchedule, savedValues, version]);

  const values = useWatch({ control: form.control }) as ScheduleFormValues;
  const scheduleForm = useMemo(() => {
    const result = v.safeParse(scheduleFormSchema, values);
    return result.success ? result.output : null;
  }, [values]);
  const next = useNextDates({ tour, schedule: loadedSchedule ? id : null, scheduleForm });

  function saved(result: Extract<ScheduleChangeResult, { ok: true }>, values: ScheduleForm): void {
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

  async function save(values: ScheduleForm): Promise<void> {
    const result = await changing.run({ kind: 'save_schedule', schedule: id, tour, version, input: values });
    if (result === null) return;
    if (result.ok) {
      saved(result, values);
      return;
    }
    setFailure(result.code === 'refused' ? null : result);
    if (result.code !== 'refused') return;
    const { refusal } = result;
    if (refusal.status === 'stale' && 'rrule' in refusal.current) {
      const currentValues = toScheduleFormValues(refusal.current);
      if (currentValues) setTheirs({ version: refusal.version, values: currentValues });
    } else if (refusal.status === 'invalid')
      for (const [at, { field, code }] of refusal.problems.entries())
        form.setError(fieldOf(field, form.getValues()), { message: code }, { shouldFocus: at === 0 });
  }

  return (
    <>
      <div className={styles.panes}>
        <FormFrame
          form={form}
          labels={labels}
          busy={changing.busy}
          save={<FormattedMessage id="form.save" />}
          onSave={save}
          {...(scheduleForm && isDirty ? { consequence: formatSchedule(intl, scheduleForm) } : {})}
          notice={
            <>
              <RestoreDraftNotice draft={draft} />
              {failure && failure.code !== 'refused' && <SaveFailed failure={failure} />}
              {theirs && (
                <ConflictChoice
                  key={theirs.version}
                  form={form}
                  theirs={theirs.values}
                  labels={labels}
                  show={(name, value) => formatScheduleField(words, name as keyof ScheduleFormValues, value)}
                  onResolved={() => {
                    setVersion(theirs.version);
                    setTheirs(null);
                  }}
                />
              )}
            </>
          }
        >
          <FormSection title={loadedSchedule ? 'manage.schedule.title' : 'manage.schedule.new'}>
            <ScheduleFields
              labels={labels}
              timeZone={timeZone}
              capacity={edited.tour.capacity}
              languages={edited.tour.guideLanguages}
              isSaved={loadedSchedule !== null}
            />
          </FormSection>
        </FormFrame>
        <ScheduleDates
          company={company}
          tour={tour}
          schedule={isDirty ? null : loadedSchedule}
          version={version}
          scheduleForm={scheduleForm}
          next={next}
          today={props.today}
          timeZone={timeZone}
          languages={edited.tour.guideLanguages}
        />
      </div>
      <PendingChangePlan
        changing={changing}
        timeZone={timeZone}
        onDone={(result) => {
          const change = changing.pending?.changes[0];
          if (change?.kind === 'save_schedule') saved(result, change.input);
        }}
      />
    </>
  );
}
