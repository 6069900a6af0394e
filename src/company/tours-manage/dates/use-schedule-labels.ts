import { useIntl } from 'react-intl';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { TypedSchedule } from '../../../domain/typed-schedule.ts';

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
} as const satisfies Record<keyof TypedSchedule, MessageId>;

export type ScheduleLabels = Record<keyof TypedSchedule, string>;

/** What each field is called, in the order of the screen. */
export function useScheduleLabels(): ScheduleLabels {
  const intl = useIntl();
  return Object.fromEntries(
    Object.entries(LABELS).map(([name, id]) => [name, intl.formatMessage({ id })]),
  ) as ScheduleLabels;
}
