/** Dates of a schedule, ten at a time from a chosen day, with actions on single dates. */
import { Button, Spinner, makeStyles } from '@fluentui/react-components';
import {
  AddRegular,
  ArrowResetRegular,
  CalendarCancelRegular,
  DismissCircleRegular,
  EditRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ScheduleChange } from '../../../data/schedules.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import type { ScheduleForm } from '../../../domain/schedules.ts';
import { addDays } from '../../../lib/local-date.ts';
import type { MenuEntry } from '../../../ui/commands/menu-entry.ts';
import { Message } from '../../../ui/states/message.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import { DateInput } from '../../../ui/form/parsed-inputs.tsx';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { PendingChangePlan } from './pending-change-plan.tsx';
import { NextDates, type NextDate, type NextDatesProps } from './next-dates.tsx';
import { OccurrenceDialog } from './occurrence-dialog.tsx';
import { formatSchedule } from './format-schedule.ts';
import {
  useScheduleChange,
  type ScheduleChangeResult,
  type ScheduleChangeState,
  type NextDatesState,
  type LoadedSchedule,
} from './use-schedules.ts';
import { useChangeErrorText } from './use-change-error-text.ts';

const useStyles = makeStyles({ text: { margin: 0 }, later: { justifySelf: 'start' } });

/** Dates per request. */
const PAGE_SIZE = 10;
const last = (dates: readonly NextDate[]) =>
  dates
    .map(({ localDate }) => localDate)
    .toSorted()
    .at(-1)!;

/** Values of a date without an exception. */
const NO_OVERRIDES = { localTime: null, capacity: null, language: null, movedTo: null, note: null };

export interface ScheduleDatesProps {
  company: Uuid;
  tour: Uuid;
  /** The saved schedule; null if it is new or has unsaved changes, so that dates are read-only. */
  schedule: LoadedSchedule | null;
  /** The version to change, which may be newer than the loaded one. */
  version: number;
  /** The schedule as typed; null while incomplete. */
  scheduleForm: ScheduleForm | null;
  next: NextDatesState;
  today: LocalDate;
  timeZone: string;
  languages: readonly string[];
}

export function ScheduleDates(props: ScheduleDatesProps) {
  const { company, tour, schedule, scheduleForm, next, today, timeZone, languages } = props;
  const styles = useStyles();
  const intl = useIntl();
  const changing = useScheduleChange(company);
  const [dialog, setDialog] = useState<{ date: LocalDate | null } | null>(null);
  const { menuOf, deleteException } = useDateMenu(props, { changing, onEdit: (date) => setDialog({ date }) });
  const removed = (schedule?.exceptions ?? []).filter(
    ({ kind, localDate }) => kind === 'removed' && localDate >= today,
  );
  return (
    <FormSection
      title="manage.dates.next"
      actions={
        schedule && (
          <Button icon={<AddRegular />} onClick={() => setDialog({ date: null })}>
            <FormattedMessage id="manage.occurrence.addOne" />
          </Button>
        )
      }
    >
      <p className={styles.text}>
        {scheduleForm ? formatSchedule(intl, scheduleForm) : <FormattedMessage id="manage.dates.unfinished" />}
      </p>
      <DateInput
        label={intl.formatMessage({ id: 'manage.dates.from' })}
        hint={intl.formatMessage({ id: 'manage.dates.fromToday' })}
        value={next.from}
        onChange={next.setFrom}
        optional
      />
      {scheduleForm && <PreviewedDates next={next} timeZone={timeZone} menuOf={schedule ? menuOf : undefined} />}
      {removed.length > 0 && (
        <RemovedDates
          dates={removed.map(({ localDate }) => localDate)}
          timeZone={timeZone}
          onRestore={deleteException}
        />
      )}
      {dialog && schedule && (
        <OccurrenceDialog
          company={company}
          tour={tour}
          schedule={schedule}
          date={dialog.date}
          timeZone={timeZone}
          languages={languages}
          onDone={next.refresh}
          onClose={() => setDialog(null)}
        />
      )}
      <PendingChangePlan changing={changing} timeZone={timeZone} onDone={next.refresh} />
    </FormSection>
  );
}

/** The actions on a single date. */
function useDateMenu(
  { schedule, version, next }: ScheduleDatesProps,
  { changing, onEdit }: { changing: ScheduleChangeState; onEdit(date: LocalDate): void },
) {
  const intl = useIntl();
  const textOf = useChangeErrorText();

  /** Applies a change immediately, unless booked departures need a decision. */
  async function change(scheduleChange: ScheduleChange): Promise<void> {
    const changed = await changing.run(scheduleChange);
    if (changed === null) return;
    if (changed.ok) next.refresh();
    else void showToast({ intent: 'error', text: textOf(changed) });
  }
  const deleteException = (localDate: LocalDate) =>
    schedule && void change({ kind: 'delete_exception', schedule: schedule.id, version, localDate });

  function menuOf({ scheduledDate: localDate, kind }: NextDate): MenuEntry[] {
    if (!schedule) return [];
    const edit = {
      label: intl.formatMessage({ id: 'manage.occurrence.edit' }),
      icon: <EditRegular />,
      onSelect: () => onEdit(localDate),
    };
    if (kind !== null) {
      const id = kind === 'added' ? 'manage.occurrence.takeAway' : 'manage.occurrence.reset';
      const onSelect = () => deleteException(localDate);
      return [edit, { label: intl.formatMessage({ id }), icon: <ArrowResetRegular />, onSelect }];
    }
    const exception = { localDate, kind: 'removed' as const, ...NO_OVERRIDES };
    return [
      edit,
      {
        label: intl.formatMessage({ id: 'manage.occurrence.leaveOut' }),
        icon: <DismissCircleRegular />,
        onSelect: () => void change({ kind: 'save_exception', schedule: schedule.id, version, input: exception }),
      },
      {
        label: intl.formatMessage({ id: 'manage.occurrence.endHere' }),
        icon: <CalendarCancelRegular />,
        dangerous: true,
        onSelect: () => void change({ kind: 'end_schedule', schedule: schedule.id, version, fromDate: localDate }),
      },
    ];
  }
  return { menuOf, deleteException };
}

interface PreviewedDatesProps {
  next: NextDatesState;
  timeZone: string;
  menuOf: NextDatesProps['menuOf'];
}

function PreviewedDates({ next, timeZone, menuOf }: PreviewedDatesProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const textOf = useChangeErrorText();
  const { result } = next;
  if (!result)
    return <Spinner size="tiny" label={intl.formatMessage({ id: 'manage.dates.looking' })} labelPosition="after" />;
  if (!result.ok)
    return <Message state="attention">{textOf(result as Exclude<ScheduleChangeResult, { ok: true }>)}</Message>;
  return (
    <>
      <NextDates dates={result.data} formats={formats} menuOf={menuOf} />
      {result.data.dates.length === PAGE_SIZE && (
        <Button className={styles.later} onClick={() => next.setFrom(addDays(last(result.data.dates), 1))}>
          <FormattedMessage id="manage.dates.later" />
        </Button>
      )}
    </>
  );
}

interface RemovedDatesProps {
  dates: readonly LocalDate[];
  timeZone: string;
  onRestore(date: LocalDate): void;
}

function RemovedDates({ dates, timeZone, onRestore }: RemovedDatesProps) {
  const intl = useIntl();
  const formats = useFormats(timeZone);
  return (
    <div>
      <FormattedMessage id="manage.exception.left" />
      {dates.map((date) => (
        <Button
          key={date}
          appearance="subtle"
          icon={<ArrowResetRegular />}
          title={intl.formatMessage({ id: 'manage.occurrence.reset' })}
          onClick={() => onRestore(date)}
        >
          {formats.day(date)}
        </Button>
      ))}
    </div>
  );
}
