/** Keeps the mail that would have been sent, newest first, in memory and (if there is a folder) over restarts. */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';

import { PRIVATE_FILE } from './private-files.ts';

export interface Mail {
  id: string;
  sentAt: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

const KEPT = 500;

export class MailBox {
  #mails: Mail[] = [];
  readonly #file: string | null;
  #redirect: { from: string; to: string } | null = null;

  constructor(file: string | null) {
    this.#file = file;
    if (file === null || !existsSync(file)) return;
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const line of lines) {
      try {
        if (line) this.#mails.unshift(JSON.parse(line) as Mail);
      } catch {
        // A line that a crash cut short; the mails before and after it are whole.
      }
    }
    this.#mails.length = Math.min(this.#mails.length, KEPT);
    if (lines.length > 2 * KEPT) this.#shorten(file);
  }

  /** What is no longer shown need not be kept, nor read at each start. */
  #shorten(file: string) {
    const kept = this.#mails.toReversed().map((mail) => `${JSON.stringify(mail)}\n`);
    writeFileSync(`${file}.new`, kept.join(''), { mode: PRIVATE_FILE });
    renameSync(`${file}.new`, file);
  }

  /** `@supabase/lite` forgets where the link in a mail should lead: told here for the request that sends it, null for others. */
  redirect(leads: { from: string; to: string } | null) {
    this.#redirect = leads && { from: `redirect_to=${encodeURIComponent(leads.from)}`, to: `redirect_to=${encodeURIComponent(leads.to)}` };
  }

  /** The e-mail driver's one method. */
  async send({ to, subject, text, html }: { to: string; subject: string; text?: string; html?: string }): Promise<void> {
    const led = (words = '') => (this.#redirect ? words.replaceAll(this.#redirect.from, this.#redirect.to) : words);
    const mail = { id: randomUUID(), sentAt: new Date().toISOString(), to, subject, text: led(text), html: led(html) };
    this.#mails.unshift(mail);
    this.#mails.length = Math.min(this.#mails.length, KEPT);
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify(mail)}\n`, { mode: PRIVATE_FILE });
  }

  list(): readonly Mail[] {
    return this.#mails;
  }

  find(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }
}
