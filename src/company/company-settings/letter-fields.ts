/** The words of a letter as its form has them. */
import * as v from 'valibot';
import { optionalText } from '../../domain/fields.ts';
import type { OwnWords } from '../../domain/letter-words.ts';
import { LOCALES, type Locale } from '../../lib/locales.ts';

/** Each language’s subject and body are fields of their own, so that two people who edit one meet at a single field. */
export const PARTS = ['subject', 'body'] as const;
type Part = (typeof PARTS)[number];
export type Field = `${Part}_${Locale}`;
const LONGEST: Record<Part, number> = { subject: 150, body: 4000 };
export const letterFields = v.object(
  Object.fromEntries(
    LOCALES.flatMap((locale) => PARTS.map((part) => [`${part}_${locale}`, optionalText(LONGEST[part])])),
  ) as Record<Field, ReturnType<typeof optionalText>>,
);
export type Typed = Record<Field, string>;
export type AllWords = Record<Locale, OwnWords>;
export const wordsOf = (typed: Typed, locale: Locale): OwnWords => ({
  subject: typed[`subject_${locale}`],
  body: typed[`body_${locale}`],
});
export const typedOf = (words: AllWords): Typed =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => PARTS.map((part) => [`${part}_${locale}`, words[locale][part]])),
  ) as Typed;
export const isSame = (one: OwnWords, other: OwnWords) => one.subject === other.subject && one.body === other.body;

export const isEmpty = ({ subject, body }: OwnWords) => subject.trim() === '' && body.trim() === '';
