import { useIntl, type IntlShape } from 'react-intl';
import type { ScheduledExport, ScheduledExports } from '../../data/scheduled-exports.ts';
import { formatDateTime } from '../../lib/format-date-time.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { formatLocalTime } from '../../ui/format/format-local-time.ts';

/** Returns the name of a weekday; 1 is Monday. */
export const weekdayName = (intl: IntlShape, day: number): string =>
  intl.formatDate(new Date(Date.UTC(2024, 0, day)), { weekday: 'long', timeZone: 'UTC' });

export function useFormatExport({ people, timeZone }: ScheduledExports) {
  const intl = useIntl();
  const moment = (at: string) => formatDateTime(at, { locale: intl.locale, timeZone, dateStyle: 'medium' });
  const list = (items: readonly string[]) => intl.formatList(items, { type: 'conjunction' });
  return {
    moment,
    name: ({ kind, view }: ScheduledExport) =>
      kind === 'bookings'
        ? (view?.name ?? intl.formatMessage({ id: view ? 'exports.unnamedView' : 'exports.noView' }))
        : intl.formatMessage({ id: `exports.kind.${kind}` }),
    when: ({ frequency, day, time }: ScheduledExport) =>
      intl.formatMessage(
        { id: `exports.when.${frequency}` },
        {
          time: formatLocalTime(intl, time),
          day: day === null ? '' : frequency === 'weekly' ? weekdayName(intl, day) : day,
        },
      ),
    to: ({ members, outside, kind }: ScheduledExport) =>
      kind === 'everything'
        ? ''
        : list([
            ...members.map(
              (id) => people.find((person) => person.id === id)?.name ?? intl.formatMessage({ id: 'exports.gone' }),
            ),
            ...outside,
          ]),
    last: ({ last, hasFailed }: ScheduledExport) =>
      hasFailed
        ? intl.formatMessage({ id: 'exports.last.failed' })
        : last === null
          ? intl.formatMessage({ id: 'exports.last.never' })
          : joinWithDots(
              intl.formatMessage({ id: 'exports.last' }, { when: moment(last.at) }),
              last.found !== null && intl.formatMessage({ id: 'exports.last.found' }, { count: last.found }),
              last.sent > 0 && intl.formatMessage({ id: 'exports.last.sent' }, { count: last.sent }),
              last.waiting > 0 && intl.formatMessage({ id: 'exports.last.waiting' }, { count: last.waiting }),
              last.failed > 0 && intl.formatMessage({ id: 'exports.last.lost' }, { count: last.failed }),
              last.fetched > 0 && intl.formatMessage({ id: 'exports.last.fetched' }, { count: last.fetched }),
            ),
  };
}
