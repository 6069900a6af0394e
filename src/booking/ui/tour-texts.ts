import type { PublicTourTexts } from '../../data/public-booking.ts';
import { textInLocale } from '../../domain/locales.ts';
import { useLocale } from './use-locale.ts';

type Texts = PublicTourTexts[string];
const FIELDS = ['title', 'summary', 'description', 'meetingPoint', 'meetingNotes'] as const;

/** A tour's texts in the language that is shown, each in another where it was not written in this one. */
export function useTourTexts(): (texts: PublicTourTexts) => Texts {
  const locale = useLocale();
  return (texts) =>
    Object.fromEntries(
      FIELDS.map((field) => {
        const written = Object.entries(texts)
          .filter(([, one]) => one[field] !== '')
          .map(([language, one]) => [language, one[field]]);
        return [field, textInLocale(Object.fromEntries(written) as Record<string, string>, locale)];
      }),
    ) as Texts;
}
