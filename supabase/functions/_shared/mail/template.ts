/** What a template is: one file each in templates/, listed in templates.ts. */
import type { GenericSchema, InferOutput } from 'valibot';
import { calendarFile } from '../../../../src/domain/calendar-file.ts';
import {
  filled,
  holeValues,
  paragraphsOf,
  type HoleValues,
  type LetterFacts,
  type OwnWords,
} from '../../../../src/domain/letter-words.ts';
import type { MailIntl } from './intl.ts';
import { cidOf, htmlPart } from './html-part.ts';
import type { Letter, WrittenMail } from './letter.ts';
import { textPart } from './text-part.ts';

/** What a company has of its own in a letter. */
export interface Own {
  words?: OwnWords | null;
  /** `#rrggbb`. */
  colour?: string | null;
}

export interface Template<Schema extends GenericSchema = GenericSchema> {
  data: Schema;
  make(data: InferOutput<Schema>, intl: MailIntl, own?: Own): WrittenMail;
}

export const defineTemplate = <Schema extends GenericSchema>(
  data: Schema,
  letter: (data: InferOutput<Schema>, intl: MailIntl) => Letter,
): Template<Schema> => ({
  data,
  make: (given, intl, { words, colour } = {}) => {
    const written = letter(given, intl);
    return write(
      words ? inOwnWords(written, words, holeValues(given as LetterFacts, intl.locale)) : written,
      intl.locale,
      colour ?? null,
    );
  },
});

/** The company's words in the place of ours: the subject, and the paragraph that the letter opens with. */
function inOwnWords(letter: Letter, { subject, body }: OwnWords, values: HoleValues): Letter {
  if (letter.isInOurWords) return letter;
  const paragraphs = paragraphsOf(body).map((part) => filled(part, values));
  return {
    ...letter,
    subject: filled(subject, values),
    preview: paragraphs[0] ?? '',
    paragraphs: [...paragraphs, ...letter.paragraphs.slice(1)],
  };
}

/** A header is one line, and nobody needs control characters. */
// oxlint-disable-next-line no-control-regex
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();

const write = (letter: Letter, locale: string, colour: string | null): WrittenMail => ({
  subject: oneLine(letter.subject),
  html: htmlPart(letter, locale, colour),
  text: textPart(letter),
  ...(letter.tickets?.length ? { pictures: letter.tickets.map(({ code }) => ({ cid: cidOf(code), code })) } : {}),
  ...(letter.file ? { file: letter.file } : {}),
  ...(letter.entry ? { calendar: calendarFile(letter.entry) } : {}),
});
