/** What a template is: one file each in templates/, listed in templates.ts. */
import type { GenericSchema, InferOutput } from 'valibot';
import { calendarFile } from '../../../../src/domain/calendar-file.ts';
import type { MailIntl } from './intl.ts';
import { cidOf, htmlPart } from './html-part.ts';
import type { Letter, WrittenMail } from './letter.ts';
import { textPart } from './text-part.ts';

export interface Template<Schema extends GenericSchema = GenericSchema> {
  data: Schema;
  make(data: InferOutput<Schema>, intl: MailIntl): WrittenMail;
}

export const defineTemplate = <Schema extends GenericSchema>(
  data: Schema,
  letter: (data: InferOutput<Schema>, intl: MailIntl) => Letter,
): Template<Schema> => ({ data, make: (given, intl) => write(letter(given, intl), intl.locale) });

/** A header is one line, and nobody needs control characters. */
// oxlint-disable-next-line no-control-regex
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();

const write = (letter: Letter, locale: string): WrittenMail => ({
  subject: oneLine(letter.subject),
  html: htmlPart(letter, locale),
  text: textPart(letter),
  ...(letter.tickets?.length ? { pictures: letter.tickets.map(({ code }) => ({ cid: cidOf(code), code })) } : {}),
  ...(letter.file ? { file: letter.file } : {}),
  ...(letter.entry ? { calendar: calendarFile(letter.entry) } : {}),
});
