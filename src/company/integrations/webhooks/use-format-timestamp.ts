import { useIntl } from 'react-intl';

/** An instant in the words and the zone of the company; with seconds, as attempts follow each other quickly. */
export function useFormatTimestamp(timeZone: string) {
  const intl = useIntl();
  return (at: string) => (at ? intl.formatDate(at, { timeZone, dateStyle: 'medium', timeStyle: 'medium' }) : '');
}
