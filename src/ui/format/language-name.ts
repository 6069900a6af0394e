import type { IntlShape } from 'react-intl';
import { capitalise } from '../../lib/capitalise.ts';

/** `nb` is offered and understood as Norwegian, not as one of its two written forms. */
const ofIntl = (code: string) => (code === 'nb' ? 'no' : code);

/** Name of a language inside a text, in the reader's language: `da` → `dansk`. */
export const languageInText = (intl: IntlShape, code: string): string =>
  intl.formatDisplayName(ofIntl(code), { type: 'language' }) ?? code;

/** Name of a language that stands alone, as in a list or a heading: `da` → `Dansk`. */
export const languageName = (intl: IntlShape, code: string): string =>
  capitalise(languageInText(intl, code), intl.locale);
