/** Keeps the mail that would have been sent, newest first, in memory and (if there is a folder) over restarts. */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

import type { OutgoingMail } from '../functions/_shared/ports.ts';

import { PRIVATE_FILE } from './private-files.ts';

export interface Mail {
  id: string;
  sentAt: string;
  to: string;
  from: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /** The file for the reader's calendar that came along; none in most. */
  calendar?: string;
  /** A page that came along. */
  file?: { name: string; html: string };
  /** The pictures of its codes. */
  pictures?: OutgoingMail['pictures'];
  /** So that it can be looked at in another language. */
  madeOf: OutgoingMail['madeOf'];
}

const KEPT = 500;

export class MailBox {
  #mails: Mail[] = [];
  readonly #file: string | null;

  constructor(file: string | null) {
    this.#file = file;
    if (file === null || !existsSync(file)) return;
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const line of lines) {
      try {
        if (line) this.#keep(JSON.parse(line) as Mail);
      } catch {
        // A line that a crash cut short; the mails before and after it are whole.
      }
    }
    if (lines.length > 2 * KEPT) this.#shorten(file);
  }

  /** What is no longer shown need not be kept, nor read at each start. */
  #shorten(file: string) {
    const kept = this.#mails.toReversed().map((mail) => `${JSON.stringify(mail)}\n`);
    writeFileSync(`${file}.new`, kept.join(''), { mode: PRIVATE_FILE });
    renameSync(`${file}.new`, file);
  }

  /** Takes a mail as a mail server would; one with the id of another takes its place. */
  put({ id, to, fromName, replyTo, subject, text, html, calendar, file, pictures, madeOf }: OutgoingMail): void {
    const mail: Mail = {
      id,
      sentAt: new Date().toISOString(),
      to,
      from: fromName ?? 'Muster',
      replyTo: replyTo ?? null,
      subject,
      text,
      html,
      ...(calendar === undefined ? {} : { calendar }),
      ...(file === undefined ? {} : { file }),
      ...(pictures?.length ? { pictures } : {}),
      madeOf,
    };
    this.#keep(mail);
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify(mail)}\n`, { mode: PRIVATE_FILE });
  }

  #keep(mail: Mail) {
    this.#mails = [mail, ...this.#mails.filter(({ id }) => id !== mail.id)].slice(0, KEPT);
  }

  list(): readonly Mail[] {
    return this.#mails;
  }

  find(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }
}
