import type { IntlShape } from 'react-intl';

/** Formats a local time such as `13:00` as the language writes it: `13.00` in Danish. */
export const formatLocalTime = (intl: IntlShape, time: string): string =>
  intl.formatTime(`2000-01-01T${time.slice(0, 5)}:00Z`, {
    timeZone: 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
