/** Fields of a schedule: recurrence, start, end, and overrides of the tour. */
import { Button, Field, Select, makeStyles } from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { WEEKDAYS } from '../../../domain/recurrence.ts';
import { ENDS, MONTHS, NTH_WEEKDAYS, PATTERNS, type ScheduleFormValues } from '../../../domain/schedule-form.ts';
import { ChipsField } from '../../../ui/form/chips-field.tsx';
import { SelectField, SwitchField, TextField, useFieldError } from '../../../ui/form/form-fields.tsx';
import { DateField, TimeField } from '../../../ui/form/parsed-fields.tsx';
import { density } from '../../../ui/theme/sizes.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import { monthName, weekdayName } from './format-schedule.ts';
import type { ScheduleLabels } from './use-schedule-labels.ts';

const useStyles = makeStyles({
  twoColumns: { display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: '12px 16px' },
  rows: { display: 'grid', gap: '8px' },
  control: { minHeight: density.target, minWidth: '120px' },
});

const INTERVAL_TEXTS = {
  weekly: 'manage.schedule.weeks',
  daily: 'manage.schedule.days',
  month_weekday: 'manage.schedule.months',
  month_day: 'manage.schedule.months',
} as const;

export interface ScheduleFieldsProps {
  labels: ScheduleLabels;
  timeZone: string;
  /** The tour's defaults. */
  capacity: number;
  languages: readonly string[];
  isSaved: boolean;
}

export function ScheduleFields({ labels, timeZone, capacity, languages, isSaved }: ScheduleFieldsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const { control } = useFormContext<ScheduleFormValues>();
  const [ends, language] = useWatch({ control, name: ['ends', 'language'] });
  const customLanguages = language && !languages.includes(language) ? [language] : [];
  return (
    <>
      <RecurrenceFields labels={labels} />
      <TimeField<ScheduleFormValues> name="localTime" label={labels.localTime} zone={timeZone} required />
      <div className={styles.twoColumns}>
        <DateField<ScheduleFormValues> name="startsOn" label={labels.startsOn} required />
        <SelectField<ScheduleFormValues>
          name="ends"
          label={labels.ends}
          options={ENDS.map((value) => ({ value, label: intl.formatMessage({ id: `manage.schedule.ends.${value}` }) }))}
        />
        {ends === 'until' && <DateField<ScheduleFormValues> name="until" label={labels.until} required />}
        {ends === 'count' && <TextField<ScheduleFormValues> name="count" label={labels.count} isNumeric required />}
      </div>
      <div className={styles.twoColumns}>
        <TextField<ScheduleFormValues>
          name="capacity"
          label={labels.capacity}
          isNumeric
          hint={<FormattedMessage id="manage.schedule.capacity.hint" values={{ count: capacity }} />}
        />
        <SelectField<ScheduleFormValues>
          name="language"
          label={labels.language}
          options={[
            {
              value: '',
              label: intl.formatMessage(
                { id: 'manage.schedule.tourLanguage' },
                { language: formats.language(languages[0] ?? 'en') },
              ),
            },
            ...[...languages, ...customLanguages].map((value) => ({ value, label: formats.languageName(value) })),
          ]}
        />
      </div>
      {isSaved && (
        <SwitchField<ScheduleFormValues>
          name="isActive"
          label={labels.isActive}
          hint={<FormattedMessage id="manage.schedule.active.hint" />}
        />
      )}
    </>
  );
}

/** How often: the pattern with its interval, days and months. */
function RecurrenceFields({ labels }: { labels: ScheduleLabels }) {
  const intl = useIntl();
  const { control } = useFormContext<ScheduleFormValues>();
  const [pattern, interval] = useWatch({ control, name: ['pattern', 'interval'] });
  return (
    <>
      <SelectField<ScheduleFormValues>
        name="pattern"
        label={labels.pattern}
        options={PATTERNS.map((value) => ({
          value,
          label: intl.formatMessage({ id: `manage.schedule.pattern.${value}` }),
        }))}
      />
      <TextField<ScheduleFormValues>
        name="interval"
        label={labels.interval}
        isNumeric
        suffix={intl.formatMessage({ id: INTERVAL_TEXTS[pattern] }, { interval: Number(interval) || 0 })}
      />
      {pattern === 'weekly' && (
        <ChipsField<ScheduleFormValues>
          name="weekdays"
          label={labels.weekdays}
          required
          chips={WEEKDAYS.map((value) => ({ value, label: weekdayName(intl, value) }))}
        />
      )}
      {pattern === 'month_weekday' && <MonthWeekdays label={labels.monthWeekdays} />}
      {pattern === 'month_day' && (
        <ChipsField<ScheduleFormValues>
          name="monthDays"
          label={labels.monthDays}
          required
          chips={[
            ...Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: intl.formatNumber(at + 1) })),
            { value: '-1', label: intl.formatMessage({ id: 'manage.schedule.lastDay' }) },
          ]}
        />
      )}
      <ChipsField<ScheduleFormValues>
        name="months"
        label={labels.months}
        hint={<FormattedMessage id="manage.schedule.inMonths.hint" />}
        chips={MONTHS.map((value) => ({ value, label: monthName(intl, Number(value), 'short') }))}
      />
    </>
  );
}

/** Ordinal weekdays of a monthly rule ("the second Saturday"), one per line. */
function MonthWeekdays({ label }: { label: string }) {
  const styles = useStyles();
  const intl = useIntl();
  const { control, register } = useFormContext<ScheduleFormValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'monthWeekdays' });
  const error = useFieldError('monthWeekdays', label);
  return (
    <Field label={label} {...(error ? { validationMessage: error, validationState: 'error' as const } : {})}>
      {() => (
        <div className={styles.rows}>
          {fields.map(({ id }, at) => (
            <div key={id} className={styles.twoColumns}>
              <Select
                className={styles.control}
                aria-label={intl.formatMessage({ id: 'manage.schedule.which' })}
                {...register(`monthWeekdays.${at}.nth`)}
              >
                {NTH_WEEKDAYS.map((nth) => (
                  <option key={nth} value={nth}>
                    {intl.formatMessage({ id: 'manage.schedule.nth' }, { nth })}
                  </option>
                ))}
              </Select>
              <Select
                className={styles.control}
                aria-label={intl.formatMessage({ id: 'manage.schedule.weekday' })}
                {...register(`monthWeekdays.${at}.day`)}
              >
                {WEEKDAYS.map((day) => (
                  <option key={day} value={day}>
                    {weekdayName(intl, day)}
                  </option>
                ))}
              </Select>
              {fields.length > 1 && (
                <Button
                  appearance="subtle"
                  icon={<DismissRegular />}
                  aria-label={intl.formatMessage({ id: 'manage.price.remove' })}
                  onClick={() => remove(at)}
                />
              )}
            </div>
          ))}
          <div>
            <Button
              appearance="subtle"
              icon={<AddRegular />}
              // As in "the first and the third Saturday".
              onClick={() => append({ nth: '3', day: fields.at(-1)?.day ?? 'SA' })}
            >
              <FormattedMessage id="manage.schedule.addDay" />
            </Button>
          </div>
        </div>
      )}
    </Field>
  );
}
