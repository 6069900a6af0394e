import { useIntl } from 'react-intl';
import type { Locale } from '../../lib/locales.ts';

/** The language that is shown: the texts' own, without the region by which figures are written. */
export const useLocale = (): Locale => useIntl().locale.slice(0, 2) as Locale;
