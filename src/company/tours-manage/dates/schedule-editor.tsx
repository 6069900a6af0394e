/** Editor of a schedule: fields, the next ten dates as a live preview, and actions on single dates. */
import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowLeftRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import {
  newScheduleFormValues,
  scheduleFormSchema,
  toScheduleFormValues,
  type ScheduleFormValues,
} from '../../../domain/schedule-form.ts';
import { RestoreDraftNotice } from '../../../features/form-drafts/restore-draft-notice.tsx';
import { FormFrame } from '../../../ui/form/form.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { ConflictChoice } from '../../../ui/form/conflict-choice.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { useFormats } from '../../../ui/format/use-formats.ts';
import { FormSection } from '../../../ui/form/form-section.tsx';
import type { EditedTour } from '../use-tour.ts';
import { PendingChangePlan } from './pending-change-plan.tsx';
import { formatSchedule } from './format-schedule.ts';
import { ScheduleDates } from './schedule-dates.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { formatScheduleField } from './format-schedule-field.ts';
import { useScheduleForm, type ScheduleFormState } from './use-schedule-form.ts';
import { useScheduleLabels } from './use-schedule-labels.ts';
import { useNextDates, type LoadedSchedule } from './use-schedules.ts';

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
  loadedTour: EditedTour;
  onCreated(): void;
  onClose(): void;
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

type EditorProps = ScheduleEditorProps & { savedValues: ScheduleFormValues };

function Editor(props: EditorProps) {
  const { company, tour, loadedSchedule, loadedTour } = props;
  const { timeZone } = loadedTour;
  const styles = useStyles();
  const intl = useIntl();
  const labels = useScheduleLabels();
  const schedule = useScheduleForm(props);
  const { form, changing, version } = schedule;
  const { isDirty } = form.formState;
  const values = useWatch({ control: form.control }) as ScheduleFormValues;
  const scheduleForm = useMemo(() => {
    const result = v.safeParse(scheduleFormSchema, values);
    return result.success ? result.output : null;
  }, [values]);
  const next = useNextDates({ tour, schedule: loadedSchedule ? props.id : null, scheduleForm });

  return (
    <>
      <div className={styles.panes}>
        <FormFrame
          form={form}
          labels={labels}
          busy={changing.busy}
          save={<FormattedMessage id="form.save" />}
          onSave={schedule.save}
          {...(scheduleForm && isDirty ? { consequence: formatSchedule(intl, scheduleForm) } : {})}
          notice={<ScheduleNotices schedule={schedule} loadedTour={loadedTour} />}
        >
          <FormSection title={loadedSchedule ? 'manage.schedule.title' : 'manage.schedule.new'}>
            <ScheduleFields
              labels={labels}
              timeZone={timeZone}
              capacity={loadedTour.tour.capacity}
              languages={loadedTour.tour.guideLanguages}
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
          languages={loadedTour.tour.guideLanguages}
        />
      </div>
      <PendingChangePlan
        changing={changing}
        timeZone={timeZone}
        onDone={(result) => {
          const change = changing.pending?.changes[0];
          if (change?.kind === 'save_schedule') schedule.onSaved(result, change.input);
        }}
      />
    </>
  );
}

interface ScheduleNoticesProps {
  schedule: ScheduleFormState;
  loadedTour: EditedTour;
}

function ScheduleNotices({ schedule, loadedTour }: ScheduleNoticesProps) {
  const intl = useIntl();
  const { language } = useFormats(loadedTour.timeZone);
  const labels = useScheduleLabels();
  const { form, draft, failure, theirs, onResolved } = schedule;
  const words = { intl, language, tourLanguage: loadedTour.tour.guideLanguages[0] ?? 'en' };
  return (
    <>
      <RestoreDraftNotice draft={draft} />
      <SaveFailed result={failure} />
      {theirs && (
        <ConflictChoice
          key={theirs.version}
          form={form}
          theirs={theirs.values}
          labels={labels}
          show={(name, value) => formatScheduleField(words, name as keyof ScheduleFormValues, value)}
          onResolved={onResolved}
        />
      )}
    </>
  );
}
