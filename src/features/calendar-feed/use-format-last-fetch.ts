import { useIntl } from 'react-intl';
import type { CalendarFeed } from '../../data/calendar-feeds.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { formatAge } from '../../ui/format/format-age.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';

/** Formats when a calendar last fetched the feed, and which: the first word of its user agent. */
export function useFormatLastFetch(): (feed: CalendarFeed) => string {
  const intl = useIntl();
  const formats = useFormats(deviceTimeZone());
  const now = useNow();
  return ({ fetchedAt, fetchedBy }) => {
    if (!fetchedAt) return intl.formatMessage({ id: 'feeds.never' });
    const when = formatAge(formats, Date.parse(fetchedAt), now);
    const program = fetchedBy?.split(/[\s/(]/, 1)[0]?.slice(0, 40);
    return program
      ? intl.formatMessage({ id: 'feeds.fetched.by' }, { when, program })
      : intl.formatMessage({ id: 'feeds.fetched' }, { when });
  };
}
