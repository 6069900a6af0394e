import { useIntl } from 'react-intl';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { BlackoutFormValues, OccurrenceFormValues } from '../../../domain/date-forms.ts';
import type { ScheduleFormValues } from '../../../domain/schedule-form.ts';

const LABELS = {
  pattern: 'manage.schedule.pattern',
  interval: 'manage.schedule.interval',
  weekdays: 'manage.schedule.weekdays',
  monthWeekdays: 'manage.schedule.monthWeekdays',
  monthDays: 'manage.schedule.monthDays',
  months: 'manage.schedule.inMonths',
  localTime: 'manage.schedule.time',
  startsOn: 'manage.schedule.startsOn',
  ends: 'manage.schedule.ends',
  until: 'manage.schedule.until',
  count: 'manage.schedule.count',
  capacity: 'manage.capacity',
  language: 'manage.language',
  isActive: 'manage.schedule.active',
} as const satisfies Record<keyof ScheduleFormValues, MessageId>;

const OCCURRENCE_LABELS = {
  scope: 'manage.scope',
  localDate: 'manage.date',
  weekday: 'manage.schedule.weekday',
  localTime: 'manage.schedule.time',
  capacity: 'manage.capacity',
  language: 'manage.language',
  note: 'manage.note',
} as const satisfies Record<keyof OccurrenceFormValues, MessageId>;

const BLACKOUT_LABELS = {
  of: 'manage.blackout.of',
  fromDate: 'manage.blackout.from',
  toDate: 'manage.blackout.to',
  name: 'manage.blackout.name',
} as const satisfies Record<keyof BlackoutFormValues, MessageId>;

export type ScheduleLabels = Record<keyof ScheduleFormValues, string>;

function useLabels<Name extends string>(labels: Record<Name, MessageId>): Record<Name, string> {
  const intl = useIntl();
  return Object.fromEntries(
    Object.entries<MessageId>(labels).map(([name, id]) => [name, intl.formatMessage({ id })]),
  ) as Record<Name, string>;
}

/** Return the labels of each form's fields, in the order of the screen. */
export const useScheduleLabels = (): ScheduleLabels => useLabels(LABELS);
export const useOccurrenceLabels = () => useLabels(OCCURRENCE_LABELS);
export const useBlackoutLabels = () => useLabels(BLACKOUT_LABELS);
