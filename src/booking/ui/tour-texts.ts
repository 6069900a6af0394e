import type { PublicTourTexts } from '../../data/public-booking-shapes.ts';
import { textInLocale } from '../../domain/locales.ts';
import { useLocale } from './use-locale.ts';

type Texts = PublicTourTexts[string];
const FIELDS = ['title', 'summary', 'description', 'meetingPoint', 'meetingNotes'] as const;

/**
 * Returns a formatter for a tour's texts in the displayed language; each missing one falls back to another language.
 */
export function useTourTexts(): (texts: PublicTourTexts) => Texts {
  const locale = useLocale();
  return (texts) =>
    Object.fromEntries(
      FIELDS.map((field) => {
        const present = Object.entries(texts)
          .filter(([, text]) => text[field] !== '')
          .map(([language, text]) => [language, text[field]]);
        return [field, textInLocale(Object.fromEntries(present) as Record<string, string>, locale)];
      }),
    ) as Texts;
}
