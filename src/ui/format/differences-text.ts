import type { IntlShape } from 'react-intl';
import type { Difference } from '../../domain/calendar.ts';

/** Formats how a departure differs from its tour; null if it doesn't. */
export const differencesText = (intl: IntlShape, differs: readonly Difference[]): string | null =>
  differs.length === 0
    ? null
    : intl.formatMessage(
        { id: 'departure.differs' },
        { what: differs.map((what) => intl.formatMessage({ id: `departure.differs.${what}` })).join(', ') },
      );
