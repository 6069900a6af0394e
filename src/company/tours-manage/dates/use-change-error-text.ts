import { useIntl } from 'react-intl';
import { FAILURE_TEXTS } from '../../../ui/format/failure-texts.ts';
import { FIELD_ERROR_TEXTS } from '../../../ui/form/field-errors.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { ScheduleChangeResult } from './use-schedules.ts';

/** Labels of date fields, for error messages. */
const FIELDS: Partial<Record<string, MessageId>> = {
  local_date: 'manage.date',
  moved_to: 'manage.date',
  from_date: 'manage.date',
  to_date: 'manage.blackout.to',
  local_time: 'manage.schedule.time',
  capacity: 'manage.capacity',
  starts_on: 'manage.schedule.startsOn',
  until: 'manage.schedule.until',
  rrule: 'manage.schedule.pattern',
};

/** Returns a function that describes a failed date change in one sentence, where no field can show it. */
export function useChangeErrorText(): (result: Exclude<ScheduleChangeResult, { ok: true }>) => string {
  const intl = useIntl();
  return (result) => {
    if (result.code !== 'refused') return intl.formatMessage({ id: FAILURE_TEXTS[result.code] });
    const { refusal } = result;
    if (refusal.status === 'stale') return intl.formatMessage({ id: 'manage.dates.stale' });
    const problem = refusal.status === 'invalid' ? refusal.problems[0] : undefined;
    if (!problem) return intl.formatMessage({ id: 'manage.plan.more' });
    const label = intl.formatMessage({ id: FIELDS[problem.field] ?? 'manage.date' });
    return intl.formatMessage({ id: FIELD_ERROR_TEXTS[problem.code] }, { name: label });
  };
}
