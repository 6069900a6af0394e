/** One date of a schedule, or one beside it: this one, this and following, or all. */
import { Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { Controller, FormProvider, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ScheduleChange } from '../../../data/schedules.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { formatRule, onWeekday, parseRule, WEEKDAYS, weekdayOf, type Weekday } from '../../../domain/recurrence.ts';
import type { ScheduleForm } from '../../../domain/schedules.ts';
import {
  SCOPES,
  typedOccurrence,
  type Occurrence,
  type Scope,
  type TypedOccurrence,
} from '../../../domain/typed-dates.ts';
import { typeDate } from '../../../domain/typed-schedule.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField, TextField } from '../../../ui/form/form-fields.tsx';
import { DateField, TimeField } from '../../../ui/form/typed-fields.tsx';
import { submitted } from '../../../ui/form/submitted.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Message } from '../../../ui/message.tsx';
import { useFormats } from '../../../ui/use-formats.ts';
import { AskedPlan } from './asked-plan.tsx';
import { weekdayName } from './rule-words.ts';
import { useScheduleChange, type ReadSchedule } from './use-schedules.ts';
import { useTroubleText } from './use-trouble-text.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gap: '16px' } });

export interface OccurrenceDialogProps {
  company: Uuid;
  tour: Uuid;
  schedule: ReadSchedule;
  /** The date by the rule; null adds one that the rule does not have. */
  date: LocalDate | null;
  timeZone: string;
  languages: readonly string[];
  onDone(): void;
  onClose(): void;
}

/** Counting anew after a part of it would run too often. */
const mayFollow = ({ rrule }: ScheduleForm) => parseRule(rrule)?.end.kind !== 'count';

/** The schedule's rule on another weekday; null where it does not run by the week. */
function ruleOn({ rrule, startsOn }: ScheduleForm, date: LocalDate, to: Weekday): string | null {
  const rule = parseRule(rrule);
  const moved = rule && onWeekday(rule, { from: weekdayOf(date), to, first: startsOn });
  return moved && formatRule(moved);
}

/** One that the rule does not have can only be itself. */
const isAdded = ({ exceptions }: ReadSchedule, date: LocalDate | null) =>
  exceptions.some(({ localDate, kind }) => localDate === date && kind === 'added');

/** What has to be changed for what was typed. */
function changeOf({ tour, schedule, date }: OccurrenceDialogProps, typed: Occurrence): ScheduleChange {
  const { id, version, schedule: form } = schedule;
  const own = { localTime: typed.localTime, capacity: typed.capacity, language: typed.language || null };
  // What is left open stays as the schedule has it.
  const whole = { ...form, ...own, capacity: own.capacity ?? form.capacity, language: own.language ?? form.language };
  const note = typed.note || null;
  if (date === null || isAdded(schedule, date))
    return {
      kind: 'save_exception',
      schedule: id,
      version,
      given: { localDate: date ?? typed.localDate, kind: 'added', movedTo: null, ...own, note },
    };
  const rrule =
    (typed.weekday !== '' && typed.weekday !== weekdayOf(date) && ruleOn(form, date, typed.weekday)) || form.rrule;
  switch (typed.scope) {
    case 'one':
      return {
        kind: 'save_exception',
        schedule: id,
        version,
        given: {
          localDate: date,
          kind: 'changed',
          movedTo: typed.localDate === date ? null : typed.localDate,
          ...own,
          localTime: typed.localTime === form.localTime ? null : typed.localTime,
          note,
        },
      };
    case 'following':
      return {
        kind: 'split_schedule',
        schedule: id,
        version,
        fromDate: date,
        newSchedule: crypto.randomUUID(),
        given: { ...whole, rrule, startsOn: date },
      };
    case 'all':
      return { kind: 'save_schedule', schedule: id, tour, version, given: { ...whole, rrule } };
  }
}

export function OccurrenceDialog(props: OccurrenceDialogProps) {
  const { company, schedule, date, timeZone, languages, onDone, onClose } = props;
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const textOf = useTroubleText();
  const changing = useScheduleChange(company);
  const [trouble, setTrouble] = useState<string | null>(null);
  const known = schedule.exceptions.find(({ localDate }) => localDate === date);
  const weekday = date && ruleOn(schedule.schedule, date, weekdayOf(date)) ? weekdayOf(date) : '';
  const form = useForm<TypedOccurrence, Occurrence>({
    schema: typedOccurrence,
    values: {
      scope: 'one',
      localDate: date ? typeDate(known?.movedTo ?? date) : '',
      weekday,
      localTime: known?.localTime ?? schedule.schedule.localTime,
      capacity: String(known?.capacity ?? ''),
      language: known?.language ?? '',
      note: known?.note ?? '',
    },
  });
  const scope = useWatch({ control: form.control, name: 'scope' });
  const scopes = SCOPES.filter((one) => one !== 'following' || mayFollow(schedule.schedule));
  const byRule = date !== null && !isAdded(schedule, date);

  async function save(typed: Occurrence): Promise<boolean> {
    setTrouble(null);
    const answer = await changing.run(changeOf(props, typed));
    if (answer === null) return false;
    if (answer.ok) onDone();
    else setTrouble(textOf(answer));
    return answer.ok;
  }

  const label = (
    id:
      | 'manage.date'
      | 'manage.schedule.weekday'
      | 'manage.schedule.time'
      | 'manage.capacity'
      | 'manage.language'
      | 'manage.note',
  ) => intl.formatMessage({ id });
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
        disabled={changing.busy}
        onClose={onClose}
        onConfirm={() => submitted(form, save)}
      >
        <FormProvider {...form}>
          <div className={styles.fields}>
            {trouble && (
              <Message state="no" alert>
                {trouble}
              </Message>
            )}
            {byRule && (
              <Controller
                control={form.control}
                name="scope"
                render={({ field }) => (
                  <RadioGroup
                    aria-label={intl.formatMessage({ id: 'manage.scope' })}
                    value={field.value}
                    onChange={(_, { value }) => field.onChange(value as Scope)}
                  >
                    {scopes.map((one) => (
                      <Radio key={one} value={one} label={intl.formatMessage({ id: `manage.scope.${one}` })} />
                    ))}
                  </RadioGroup>
                )}
              />
            )}
            {(date === null || (byRule && scope === 'one')) && (
              <DateField<TypedOccurrence> name="localDate" label={label('manage.date')} required />
            )}
            {byRule && scope !== 'one' && weekday !== '' && (
              <SelectField<TypedOccurrence>
                name="weekday"
                label={label('manage.schedule.weekday')}
                options={WEEKDAYS.map((value) => ({ value, label: weekdayName(intl, value) }))}
              />
            )}
            <TimeField<TypedOccurrence>
              name="localTime"
              label={label('manage.schedule.time')}
              zone={timeZone}
              required
            />
            <TextField<TypedOccurrence>
              name="capacity"
              label={label('manage.capacity')}
              input="whole"
              hint={<FormattedMessage id="manage.occurrence.asSchedule" />}
            />
            <SelectField<TypedOccurrence>
              name="language"
              label={label('manage.language')}
              options={[
                { value: '', label: intl.formatMessage({ id: 'manage.occurrence.sameLanguage' }) },
                ...languages.map((value) => ({ value, label: formats.language(value) })),
              ]}
            />
            {(date === null || scope === 'one') && (
              <TextField<TypedOccurrence>
                name="note"
                label={label('manage.note')}
                hint={<FormattedMessage id="manage.note.hint" />}
              />
            )}
          </div>
        </FormProvider>
      </FormDialog>
      <AskedPlan
        changing={changing}
        timeZone={timeZone}
        onDone={() => {
          onDone();
          onClose();
        }}
      />
    </>
  );
}
