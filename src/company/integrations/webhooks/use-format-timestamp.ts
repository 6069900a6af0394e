import { useIntl } from 'react-intl';

/**
 * Returns a function that formats an instant in the company's time zone, with seconds, because retries may follow
 * quickly.
 */
export function useFormatTimestamp(timeZone: string) {
  const intl = useIntl();
  return (at: string) => (at ? intl.formatDate(at, { timeZone, dateStyle: 'medium', timeStyle: 'medium' }) : '');
}
