import { useIntl } from 'react-intl';
import { formatDateTime } from '../../../lib/format-date-time.ts';

/**
 * Returns a function that formats an instant in the company's time zone, with seconds, because retries may follow
 * quickly.
 */
export function useFormatTimestamp(timeZone: string) {
  const intl = useIntl();
  return (at: string) =>
    at ? formatDateTime(at, { locale: intl.locale, timeZone, dateStyle: 'medium', timeStyle: 'medium' }) : '';
}
