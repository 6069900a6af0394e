import { useIntl } from 'react-intl';
import type { Locale } from '../../lib/locales.ts';

/** Returns the displayed language, without the region that formats numbers. */
export const useLocale = (): Locale => useIntl().locale.slice(0, 2) as Locale;
