/** Template definition: one file per template in templates/, listed in templates.ts. */
import type { GenericSchema, InferOutput } from 'valibot';
import { calendarFile } from '../../../../src/domain/calendar-file.ts';
import {
  fillPlaceholders,
  placeholderValues,
  splitParagraphs,
  type PlaceholderValues,
  type TemplateData,
  type TemplateText,
} from '../../../../src/domain/email-templates.ts';
import type { MailIntl } from './intl.ts';
import { contentIdOf, htmlPart } from './html-part.ts';
import type { MailContent, RenderedMail } from './mail-content.ts';
import { textPart } from './text-part.ts';

/** A company's own text and colour. */
export interface CompanyOverrides {
  words?: TemplateText | null;
  /** `#rrggbb`. */
  colour?: string | null;
}

export interface Template<Schema extends GenericSchema = GenericSchema> {
  data: Schema;
  make(data: InferOutput<Schema>, intl: MailIntl, overrides?: CompanyOverrides): RenderedMail;
}

export const defineTemplate = <Schema extends GenericSchema>(
  data: Schema,
  content: (data: InferOutput<Schema>, intl: MailIntl) => MailContent,
): Template<Schema> => ({
  data,
  make: (mailData, intl, { words, colour } = {}) => {
    const mail = content(mailData, intl);
    return write(
      words ? withCustomText(mail, words, placeholderValues(mailData as TemplateData, intl.locale)) : mail,
      intl.locale,
      colour ?? null,
    );
  },
});

/** Replaces the subject and opening paragraph by the company's text. */
function withCustomText(content: MailContent, { subject, body }: TemplateText, values: PlaceholderValues): MailContent {
  if (content.usesDefaultText) return content;
  const paragraphs = splitParagraphs(body).map((paragraph) => fillPlaceholders(paragraph, values));
  return {
    ...content,
    subject: fillPlaceholders(subject, values),
    preview: paragraphs[0] ?? '',
    paragraphs: [...paragraphs, ...content.paragraphs.slice(1)],
  };
}

/** Headers are one line without control characters. */
// oxlint-disable-next-line no-control-regex
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();

const write = (content: MailContent, locale: string, colour: string | null): RenderedMail => ({
  subject: oneLine(content.subject),
  html: htmlPart(content, locale, colour),
  text: textPart(content),
  ...(content.tickets?.length
    ? { pictures: content.tickets.map(({ code }) => ({ cid: contentIdOf(code), code })) }
    : {}),
  ...(content.file ? { file: content.file } : {}),
  ...(content.entry ? { calendar: calendarFile(content.entry) } : {}),
});
