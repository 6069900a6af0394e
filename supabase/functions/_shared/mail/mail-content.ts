import type { CalendarEntry } from '../../../../src/domain/calendar-file.ts';
import type { DocumentFile } from './document-file.ts';

/** Content of a mail, before it is rendered as HTML and plain text. */
export interface MailContent {
  subject: string;
  /** Preview text shown next to the subject. */
  preview: string;
  title: string;
  paragraphs: string[];
  /** Ignores the company's own template. */
  usesDefaultText?: boolean;
  /** One important line in bold. */
  emphasis?: string;
  /** Name and value pairs; `isPast` ones are former values, shown muted. */
  facts?: { name: string; value: string; isPast?: boolean }[];
  /** Ticket codes: raw, and formatted for people. */
  tickets?: { code: string; label: string }[];
  /** Primary action. `orCopy` is the sentence above its bare link. */
  button?: { label: string; href: string; orCopy: string };
  /** Secondary links. */
  links?: { label: string; href: string }[];
  /** Verification code to type elsewhere. */
  code?: string;
  /** Small print: validity, what to do if it was not requested. */
  notes: string[];
  /** Who sends the mail and why. */
  footer: string;
  unsubscribe?: { label: string; href: string };
  /** Calendar entry to attach. */
  entry?: CalendarEntry;
  /** HTML attachment. */
  file?: DocumentFile;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** iCalendar attachment. */
  calendar?: string;
  /** HTML attachment. */
  file?: DocumentFile;
  /** Codes whose pictures the HTML references, by Content-ID. */
  pictures?: { cid: string; code: string }[];
}
