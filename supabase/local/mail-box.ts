/** Stores the mails that would have been sent, newest first, in memory and in a file if there is a folder. */
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
  calendar?: string;
  file?: { name: string; html: string };
  pictures?: OutgoingMail['pictures'];
  /** Source of the mail, to render it in another language. */
  madeOf: OutgoingMail['madeOf'];
}

const MAX_MAILS = 500;

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
        // A line cut short by a crash; the others are complete.
      }
    }
    if (lines.length > 2 * MAX_MAILS) this.#shorten(file);
  }

  /** Rewrites the file with the kept mails only. */
  #shorten(file: string) {
    const lines = this.#mails.toReversed().map((mail) => `${JSON.stringify(mail)}\n`);
    writeFileSync(`${file}.new`, lines.join(''), { mode: PRIVATE_FILE });
    renameSync(`${file}.new`, file);
  }

  /** Accepts a mail; one with the same id replaces the former. */
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
    this.#mails = [mail, ...this.#mails.filter(({ id }) => id !== mail.id)].slice(0, MAX_MAILS);
  }

  list(): readonly Mail[] {
    return this.#mails;
  }

  find(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }
}
