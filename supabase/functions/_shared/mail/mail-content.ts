import type { CalendarEntry } from '../../../../src/domain/calendar-file.ts';
import type { DocumentFile } from './document-file.ts';

/** What a mail says, before it is written as HTML and as plain text. */
export interface MailContent {
  subject: string;
  /** Shown by mail programs beside the subject; ours says what the reader has to do. */
  preview: string;
  title: string;
  paragraphs: string[];
  /** Whatever the company has written for letters of this kind. */
  usesDefaultText?: boolean;
  /** What must not be missed: one line, in bold. */
  emphasis?: string;
  /** Name and value, one under the other; quieter what is so no more. */
  facts?: { name: string; value: string; isPast?: boolean }[];
  /** Codes to be scanned: as they are, and as people read them. */
  tickets?: { code: string; shown: string }[];
  /** The one thing to do. */
  button?: { label: string; href: string; orCopy: string };
  /** Where else one may go. */
  links?: { label: string; href: string }[];
  /** To be typed elsewhere. */
  code?: string;
  /** Quiet lines: how long it works, what to do if it was not asked for. */
  notes: string[];
  /** Who sends this, and why. */
  footer: string;
  /** Where one ends mail of this kind. */
  unsubscribe?: { label: string; href: string };
  /** For the reader's own calendar. */
  entry?: CalendarEntry;
  /** A page of its own that comes along. */
  file?: DocumentFile;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** A file for the reader's own calendar. */
  calendar?: string;
  /** A page that comes along. */
  file?: DocumentFile;
  /** Codes whose pictures its HTML shows, by the name that it calls them (`cid:`). */
  pictures?: { cid: string; code: string }[];
}
