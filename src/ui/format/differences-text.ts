import type { IntlShape } from 'react-intl';
import type { Difference } from '../../domain/calendar.ts';

/** In what a departure is not like its tour, in words; null: in nothing. */
export const differencesText = (intl: IntlShape, differs: readonly Difference[]): string | null =>
  differs.length === 0
    ? null
    : intl.formatMessage(
        { id: 'departure.differs' },
        { what: differs.map((what) => intl.formatMessage({ id: `departure.differs.${what}` })).join(', ') },
      );
