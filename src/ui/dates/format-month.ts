import type { IntlShape } from 'react-intl';

/** Formats `2026-10` as `October 2026`. */
export const formatMonth = (intl: IntlShape, month: string): string =>
  intl.formatDate(`${month}-15T12:00:00Z`, { timeZone: 'UTC', month: 'long', year: 'numeric' });
