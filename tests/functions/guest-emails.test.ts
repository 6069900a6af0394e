/**
 * Guest mails from their cause to the inbox: with the real SQL, the real job and a real mail server, parsed by
 * independent libraries.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ICAL from 'ical.js';
import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { qrPicture } from '../../supabase/functions/_shared/mail/qr-picture.ts';
import { smtpMailer } from '../../supabase/functions/_shared/smtp-mailer.ts';
import { JOBS } from '../../supabase/functions/run-jobs/jobs.ts';
import { runDueJobs } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import { LOCALES } from '../../src/lib/locales.ts';
import { makeStage, type RpcResult, type Stage } from '../support/booking-stage.ts';
import { makeDeparture } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';
import { openPostOffice, smtpUrl, type PostOffice } from './post-office.ts';

let db: Database;
let stage: Stage;
let post: PostOffice;
beforeAll(async () => {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });
  db = await openPostgres();
  stage = await makeStage(db);
  post = await openPostOffice();
});
afterAll(async () => {
  await post?.close();
  await db?.close();
});
beforeEach(() => db.query('delete from private.rate_limit_buckets'));
afterEach(async () => {
  await db.exec('delete from private.jobs; delete from private.outbox_messages');
});

const adults = (count: number) => Array.from({ length: count }, () => ({ price_category_id: stage.categories.ADULT }));
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const departureIn = (days: number) => makeDeparture(db, stage.company, { localDate: inDays(days), capacity: 60 });
const dueNow = () => db.query(`update private.jobs set run_at = now() where state = 'waiting'`);

async function send() {
  await dueNow();
  const mailer = smtpMailer({ url: smtpUrl('smtp', { port: post.port }), from: 'no-reply@mail.example.com' });
  await runDueJobs({ ...fakePorts({ database: serviceDatabase(db) }), mailer }, JOBS);
  return post.collect();
}

async function bookAsGuest(departure: string, { locale = 'da', count = 2 } = {}) {
  const token = makeToken();
  expect((await holdAsGuest(db, { departure, guests: adults(count), token })).status).toBe('ok');
  const contact = { name: 'Anna Holm', email: 'anna@holm.test', phone: '+4520304050', locale };
  const confirmed = await callAsGuest<{ booking: { id: string; guests: { ticket_code: string }[] } }>(db, 'confirm', {
    request: randomUUID(),
    token,
    details: { contact },
  });
  return { token, id: confirmed.booking.id, codes: confirmed.booking.guests.map(({ ticket_code }) => ticket_code) };
}

const pictures = (mail: Email) => mail.attachments.filter(({ mimeType }) => mimeType === 'image/png');
const bytesOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? Uint8Array.from(Buffer.from(content, 'base64')) : new Uint8Array(content);
async function scanned(png: Uint8Array) {
  const [read] = await readBarcodes(png, { formats: ['QRCode'], tryHarder: true });
  return read?.text;
}

test('the QR picture of a code is readable by a scanner', async () => {
  for (const code of ['K7P3XMQRSTVW', '222222222222'])
    expect(await scanned(Uint8Array.from(Buffer.from(await qrPicture(code), 'base64')))).toBe(code);
});

describe.each(LOCALES)('in %s', (locale) => {
  test('confirms a booking with codes as pictures and text, a calendar file, a map and a link', async () => {
    const { id, codes, token } = await bookAsGuest(await departureIn(20), { locale });
    const mails = await send();
    expect(mails).toHaveLength(1);
    const [mail] = mails as [Email];
    expect(mail.to).toMatchObject([{ address: 'anna@holm.test' }]);
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@mail\.example\.com>$/);
    const shown = pictures(mail);
    expect(shown.every(({ disposition }) => disposition === 'inline')).toBe(true);
    const found = await Promise.all(shown.map(({ content }) => scanned(bytesOf(content))));
    expect(found.toSorted()).toEqual(codes.toSorted());
    for (const { contentId } of shown) expect(mail.html).toContain(`src="cid:${contentId!.replace(/[<>]/g, '')}"`);
    for (const code of codes) expect(mail.text).toContain(code.match(/.{4}/g)!.join(' '));
    expect(mail.html).toMatch(/openstreetmap\.org|google\.com\/maps/);
    // Not the link in the guest's browser, but to the same booking.
    const link = new RegExp(`https://app\\.example\\.com/${locale}/booking/view/([\\w-]{40,})`).exec(mail.text!)![1]!;
    expect(link).not.toBe(token);
    expect(await callAsGuest(db, 'read_booking', { token: link })).toMatchObject({ status: 'ok', booking: { id } });
    const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!;
    const content = typeof file.content === 'string' ? file.content : new TextDecoder().decode(file.content);
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(content) as never).getFirstSubcomponent('vevent')!);
    expect(event.uid).toBe(`${id}@muster`);
  });
});

test('a party of forty gets all codes in a mail that no client truncates', async () => {
  const { codes } = await bookAsGuest(await departureIn(20), { count: 40 });
  const [mail] = (await send()) as [Email];
  expect(pictures(mail)).toHaveLength(20);
  for (const code of codes) expect(mail.text!.replace(/\s+/g, '')).toContain(code);
  const size =
    mail.html!.length +
    mail.text!.length +
    mail.attachments.reduce((sum, { content }) => sum + (bytesOf(content).length * 4) / 3, 0);
  expect(size).toBeLessThan(60_000);
});

describe('one mail per cause', () => {
  const act = (name: string, booking: string, change: object) =>
    db.rpc<RpcResult>(stage.company.people.office, name, { request: randomUUID(), booking, change });

  test('two moves and a changed meeting point send one mail with the current state', async () => {
    const { id } = await bookAsGuest(await departureIn(20));
    await send();
    const [second, third] = [await departureIn(21), await departureIn(22)];
    await act('move_booking', id, { departure_id: second });
    await act('move_booking', id, { departure_id: third });
    await db.query(`update public.departures set meeting_note = 'Ved biblioteket' where id = $1`, [third]);
    const mails = await send();
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Din booking er ændret')]);
    expect(mails[0]!.html).toMatch(/<strong>[^<]*Ved biblioteket[^<]*<\/strong>/);
    expect(await send()).toEqual([]);
  });

  test('a pending confirmation includes a change, and a cancellation replaces pending mails', async () => {
    const { id } = await bookAsGuest(await departureIn(20));
    const there = await departureIn(23);
    await act('move_booking', id, { departure_id: there });
    const [only, ...others] = await send();
    expect([only!.subject, others]).toEqual([expect.stringContaining('Din booking: '), []]);
    await act('change_party', id, { add: adults(1) });
    await act('cancel_booking', id, { message: 'Storm.' });
    expect((await send()).map(({ subject }) => subject)).toEqual([expect.stringContaining('annulleret')]);
  });

  test('a reverted change sends no mail', async () => {
    const [here, there] = [await departureIn(20), await departureIn(24)];
    const { id } = await bookAsGuest(here);
    await send();
    await act('move_booking', id, { departure_id: there });
    await act('move_booking', id, { departure_id: here });
    expect(await send()).toEqual([]);
    expect(await db.query(`select from private.outbox_messages where state = 'pending'`)).toEqual([]);
  });

  test('a retry of a mail sends the same content with the same link', async () => {
    await bookAsGuest(await departureIn(20));
    const real = serviceDatabase(db);
    const ports = fakePorts({
      database: {
        call: (name, args) => (name === 'record_mail_sent' ? Promise.reject(new Error('lost')) : real.call(name, args)),
      },
    });
    await runDueJobs(ports, JOBS);
    await dueNow();
    await runDueJobs({ ...ports, database: real }, JOBS);
    const [first, second] = ports.mailer.sent;
    expect(ports.mailer.sent).toHaveLength(2);
    // The calendar file contains its time of creation, which may differ by a second.
    const withoutStamps = (mail: unknown) => JSON.stringify(mail).replaceAll(/DTSTAMP:\w+/g, '');
    expect(withoutStamps(second)).toBe(withoutStamps(first));
  });
});
