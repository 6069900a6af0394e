/** Edits one date of a schedule, this and following, or all; or adds an extra date. */
import { Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { Controller, FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { WEEKDAYS, type Weekday } from '../../../domain/recurrence.ts';
import {
  occurrenceFormSchema,
  toOccurrenceFormValues,
  type Occurrence,
  type Scope,
  type OccurrenceFormValues,
} from '../../../domain/date-forms.ts';
import { useVersionedForm } from '../../../features/settings/use-versioned-form.ts';
import { VersionedNotice } from '../../../features/settings/versioned-notice.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { SelectField, TextField } from '../../../ui/form/form-fields.tsx';
import { DateField, TimeField } from '../../../ui/form/parsed-fields.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import { PendingChangePlan } from './pending-change-plan.tsx';
import { toScheduleChange, isRegularDate, occurrenceOf, scopesOf, type DatedSchedule } from './occurrence.ts';
import { weekdayName } from './format-schedule.ts';
import { useScheduleChange, type LoadedSchedule } from './use-schedules.ts';
import { useOccurrenceLabels } from './use-schedule-labels.ts';
import { useChangeErrorText } from './use-change-error-text.ts';
import { ActionFailed } from '../../../ui/form/save-failed.tsx';
import type { Failure } from '../../../domain/result.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gap: '16px' } });

export interface OccurrenceDialogProps {
  company: Uuid;
  tour: Uuid;
  schedule: LoadedSchedule;
  /** Date before it was moved, or an extra date; null adds an extra date. */
  date: LocalDate | null;
  timeZone: string;
  languages: readonly string[];
  onDone(): void;
  onClose(): void;
}

export function OccurrenceDialog(props: OccurrenceDialogProps) {
  const { date, timeZone, languages, onClose } = props;
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const { versioned, schedule, changing, failure, save, finish } = useOccurrenceForm(props);
  const labels = useOccurrenceLabels();
  return (
    <>
      <FormDialog
        title={
          date ? (
            <FormattedMessage id="manage.occurrence.change" values={{ date: formats.date(date) }} />
          ) : (
            <FormattedMessage id="manage.occurrence.add" />
          )
        }
        confirm={<FormattedMessage id="form.save" />}
        disabled={changing.busy || versioned.theirs !== null}
        onClose={onClose}
        onConfirm={() => submitForm(versioned.form, save)}
      >
        <FormProvider {...versioned.form}>
          <div className={styles.fields}>
            <ActionFailed failure={failure} />
            <VersionedNotice
              of={versioned}
              labels={labels}
              show={(name, value) => {
                if (value === '') return undefined;
                if (name === 'language') return formats.languageName(String(value));
                return name === 'weekday' ? weekdayName(intl, value as Weekday) : undefined;
              }}
            />
            <OccurrenceFields
              schedule={schedule}
              date={date}
              timeZone={timeZone}
              languages={languages.map((value) => ({ value, label: formats.languageName(value) }))}
            />
          </div>
        </FormProvider>
      </FormDialog>
      <PendingChangePlan
        changing={changing}
        timeZone={timeZone}
        onDone={() => {
          finish();
          onClose();
        }}
      />
    </>
  );
}

/** The form of a date; `schedule` is the version on which it is based. */
function useOccurrenceForm({ company, tour, schedule, date, onDone }: OccurrenceDialogProps) {
  const textOf = useChangeErrorText();
  const changing = useScheduleChange(company);
  const [failure, setFailure] = useState<Failure | string | null>(null);
  /** Version that someone else has saved in the meantime. */
  const [theirs, setTheirs] = useState<DatedSchedule | null>(null);
  const versioned = useVersionedForm<OccurrenceFormValues, Occurrence>({
    schema: occurrenceFormSchema,
    loaded: { version: schedule.version, settings: occurrenceOf(schedule, date) },
    toValues: toOccurrenceFormValues,
    draft: { owner: company, key: `schedule-${schedule.id}-${date ?? 'new'}` },
  });
  const { version } = versioned;
  const baseSchedule = { ...(theirs?.version === version ? theirs : schedule), version };

  async function save(occurrence: Occurrence): Promise<boolean> {
    setFailure(null);
    const result = await changing.run(toScheduleChange({ tour, schedule: baseSchedule, date }, occurrence));
    if (result === null) return false;
    if (result.ok) {
      finish();
      return true;
    }
    if (result.code === 'refused' && result.refusal.status === 'stale' && 'exceptions' in result.refusal) {
      const { current, ...latest } = result.refusal;
      const latestSchedule = { ...schedule, ...latest, schedule: current };
      setTheirs(latestSchedule);
      versioned.refuse({ version: latest.version, settings: occurrenceOf(latestSchedule, date) });
    } else setFailure(result.code === 'refused' ? textOf(result) : result);
    return false;
  }
  function finish(): void {
    versioned.draft.discard();
    onDone();
  }
  return { versioned, schedule: baseSchedule, changing, failure, save, finish };
}

interface OccurrenceFieldsProps {
  schedule: DatedSchedule;
  date: LocalDate | null;
  timeZone: string;
  languages: readonly { value: string; label: string }[];
}

function OccurrenceFields({ schedule, date, timeZone, languages }: OccurrenceFieldsProps) {
  const intl = useIntl();
  const labels = useOccurrenceLabels();
  const { control } = useFormContext<OccurrenceFormValues>();
  const [scope, weekday] = useWatch({ control, name: ['scope', 'weekday'] });
  const byRule = isRegularDate(schedule, date);
  return (
    <>
      {byRule && <ScopeField scopes={scopesOf(schedule)} />}
      {(date === null || (byRule && scope === 'one')) && (
        <DateField<OccurrenceFormValues> name="localDate" label={labels.localDate} required />
      )}
      {byRule && scope !== 'one' && weekday !== '' && (
        <SelectField<OccurrenceFormValues>
          name="weekday"
          label={labels.weekday}
          options={WEEKDAYS.map((value) => ({ value, label: weekdayName(intl, value) }))}
        />
      )}
      <TimeField<OccurrenceFormValues> name="localTime" label={labels.localTime} zone={timeZone} required />
      <TextField<OccurrenceFormValues>
        name="capacity"
        label={labels.capacity}
        isNumeric
        hint={<FormattedMessage id="manage.occurrence.asSchedule" />}
      />
      <SelectField<OccurrenceFormValues>
        name="language"
        label={labels.language}
        options={[{ value: '', label: intl.formatMessage({ id: 'manage.occurrence.sameLanguage' }) }, ...languages]}
      />
      {(date === null || scope === 'one') && (
        <TextField<OccurrenceFormValues>
          name="note"
          label={labels.note}
          hint={<FormattedMessage id="manage.note.hint" />}
        />
      )}
    </>
  );
}

function ScopeField({ scopes }: { scopes: readonly Scope[] }) {
  const intl = useIntl();
  const { control } = useFormContext<OccurrenceFormValues>();
  return (
    <Controller
      control={control}
      name="scope"
      render={({ field }) => (
        <RadioGroup
          aria-label={intl.formatMessage({ id: 'manage.scope' })}
          value={field.value}
          onChange={(_, { value }) => field.onChange(value as Scope)}
        >
          {scopes.map((option) => (
            <Radio key={option} value={option} label={intl.formatMessage({ id: `manage.scope.${option}` })} />
          ))}
        </RadioGroup>
      )}
    />
  );
}
