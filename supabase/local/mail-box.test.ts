import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { OutgoingMail } from '../functions/_shared/ports.ts';
import { MailBox } from './mail-box.ts';

test('the file of sent mail does not grow for ever, and keeps the newest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-mail-'));
  try {
    const file = join(folder, 'mail.jsonl');
    const line = (at: number) =>
      `${JSON.stringify({ id: String(at), sentAt: '', to: 'x@example.com', subject: `Mail ${at}`, text: '', html: '' })}\n`;
    writeFileSync(file, Array.from({ length: 1500 }, (_, at) => line(at)).join(''), { mode: 0o600 });
    const box = new MailBox(file);
    expect(box.list()).toHaveLength(500);
    expect(box.list()[0]?.subject).toBe('Mail 1499');
    box.put({ id: 'last', to: 'y@example.com', subject: 'The last', text: '', html: '' } as OutgoingMail);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(501);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(
      new MailBox(file)
        .list()
        .slice(0, 2)
        .map(({ subject }) => subject),
    ).toEqual(['The last', 'Mail 1499']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
