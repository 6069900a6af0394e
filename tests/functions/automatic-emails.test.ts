/**
 * Automatic mails, suppressed addresses and customised templates, from their cause to an independent parser (ADR 043).
 */
import { randomUUID } from 'node:crypto';
import type { Email } from 'postal-mime';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailEvents } from '../../supabase/functions/mail-events/handler.ts';
import { smtpMailer } from '../../supabase/functions/_shared/smtp-mailer.ts';
import { JOBS } from '../../supabase/functions/run-jobs/jobs.ts';
import { runDueJobs } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import { unsubscribe } from '../../supabase/functions/unsubscribe/handler.ts';
import { makeDeparture } from '../support/database-fixtures.ts';
import type { Stage } from '../support/booking-stage.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest } from '../support/guest-requests.ts';
import {
  begin,
  makePayingStage,
  makeWaiting,
  paidBy,
  payment,
  portsOf,
  deliverConcurrently,
} from '../support/payments.ts';
import { SECRETS } from './fakes.ts';
import { openPostOffice, smtpUrl, type PostOffice } from './post-office.ts';

let db: Database;
let stage: Stage;
let post: PostOffice;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makePayingStage(db);
  post = await openPostOffice();
});
afterAll(async () => {
  await post?.close();
  await db?.close();
});
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await db.exec('delete from private.rate_limit_buckets');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.exec(
    'delete from private.jobs; delete from private.outbox_messages; delete from private.suppressed_addresses',
  );
});

const owner = () => stage.company.people.owner;
const office = () => stage.company.people.office;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Sends everything that is due now or later, and parses it. */
async function send(): Promise<Email[]> {
  await db.query(`update private.jobs set run_at = now() where state = 'waiting'`);
  const mailer = smtpMailer({ url: smtpUrl('smtp', { port: post.port }), from: 'no-reply@mail.example.com' });
  await runDueJobs({ ...portsOf(db), mailer }, JOBS);
  return post.collect();
}
const subjects = (mails: readonly Email[]) => mails.map(({ subject }) => subject).toSorted();
const pages = (mail: Email) => mail.attachments.filter(({ mimeType }) => mimeType === 'text/html');

async function started() {
  const purchase = await makeWaiting(db, stage);
  const { checkout } = await begin(purchase.token, portsOf(db));
  return { ...purchase, checkout: checkout! };
}
async function book(email = 'anna@holm.test', locale = 'en', state = 'CONFIRMED'): Promise<string> {
  const departure = await makeDeparture(db, stage.company, { localDate: inDays(20), capacity: 20 });
  const made = await db.rpc<{ status: string; booking_id: string }>(office(), 'hold_booking', {
    request: randomUUID(),
    departure,
    booking: {
      guests: [{ price_category_id: stage.categories.ADULT }],
      state,
      contact: { name: 'Anna Holm', email, locale },
    },
  });
  expect(made).toMatchObject({ status: 'ok' });
  return made.booking_id;
}
const act = (name: string, booking: string, change: object) =>
  db.rpc<{ status: string }>(office(), name, { request: randomUUID(), booking, change });

describe('a payment', () => {
  test('mails its receipt once, with the document as an attachment', async () => {
    const purchase = await started();
    await deliverConcurrently(stage.company.id, paidBy(purchase.checkout), portsOf(db));
    await deliverConcurrently(stage.company.id, paidBy(purchase.checkout), portsOf(db));
    const mails = await send();
    expect(mails).toHaveLength(2);
    const receipt = mails.find((mail) => pages(mail).length > 0)!;
    expect(receipt.subject).toMatch(/^Kvittering R-\d{4}-\d{4}/);
    expect(pages(receipt)).toMatchObject([{ filename: expect.stringMatching(/^R-\d{4}-\d{4}\.html$/) }]);
    expect(await send()).toEqual([]);
  });

  test('mails no receipt when undone within two minutes or suppressed by the office', async () => {
    const withoutMail = await book();
    await send();
    await act('record_payment', withoutMail, { amount: 'due', currency: 'DKK', method: 'cash', mail: false });
    expect(await send()).toEqual([]);
    const undone = await book();
    await act('record_payment', undone, { amount: 'due', currency: 'DKK', method: 'cash' });
    await db.query(`update public.payments set status = 'UNDONE' where booking_id = $1`, [undone]);
    expect((await send()).flatMap(pages)).toEqual([]);
  });
});

describe('a hold by the office', () => {
  test('mails a payment link that confirms the booking, also with a customised template', async () => {
    const id = await book('da@holm.test', 'da', 'ON_HOLD');
    await book('en@holm.test', 'en', 'ON_HOLD');
    await db.query(`update public.companies set brand_colour = '#8a1c1c' where id = $1`, [stage.company.id]);
    const words = { locale: 'en', subject: 'Pay {amount}', body: 'Hi {name}, {tour} waits: {amount}.' };
    const letter = { company: stage.company.id, template: 'booking-held', version: 0, ...words };
    expect(await db.rpc(owner(), 'save_email_template', letter)).toMatchObject({ status: 'ok' });
    const mails = await send();
    expect(subjects(mails)).toEqual([
      expect.stringMatching(/^Betal for at beholde pladserne/),
      expect.stringMatching(/^Pay DKK\s\d/),
    ]);
    const mail = mails.find(({ to }) => to![0]!.address === 'da@holm.test');
    expect(mail!.html).toContain('bgcolor="#8a1c1c"');
    expect(mail!.text).toMatch(/Betal [\d.,]+\s*kr\.? senest \S+ /);
    const token = /https:\/\/app\.example\.com\/da\/booking\/isolated\/payment\/([\w-]{40,})/.exec(mail!.text!)![1]!;
    expect(await payment(db, token)).toMatchObject({ status: 'ok', payment: { may_pay: true }, booking: { id } });
    const { checkout } = await begin(token, portsOf(db));
    await deliverConcurrently(stage.company.id, paidBy(checkout!), portsOf(db));
    expect(await payment(db, token)).toMatchObject({ booking: { state: 'CONFIRMED', money: { due: 0 } } });
    expect(subjects(await send())).toContainEqual(expect.stringMatching(/^Din booking/));
  });
});

describe('a payment that fails', () => {
  const refusedBy = (waiting: Awaited<ReturnType<typeof started>>, n = 1) =>
    paidBy(waiting.checkout, { event_id: `refused_${n}_${waiting.id}`, fact: 'refused' });

  test('mails a payment link once per checkout, unless it was paid meanwhile', async () => {
    const [first, second] = [await started(), await started()];
    for (const n of [1, 2]) await deliverConcurrently(stage.company.id, refusedBy(first, n), portsOf(db));
    await deliverConcurrently(stage.company.id, refusedBy(second), portsOf(db));
    await deliverConcurrently(stage.company.id, paidBy(second.checkout), portsOf(db));
    const mails = (await send()).filter(({ subject }) => subject!.includes('afvist'));
    expect(mails).toHaveLength(1);
    const link = /https:\/\/app\.example\.com\/da\/booking\/isolated\/payment\/([\w-]{40,})/.exec(mails[0]!.text!)![1]!;
    expect(await payment(db, link)).toMatchObject({
      status: 'ok',
      payment: { may_pay: true },
      booking: { id: first.id },
    });
  });

  test('mails that the seats are gone and the money is refunded', async () => {
    const purchase = await started();
    await db.query(`update public.bookings set expires_at = now() - interval '1 minute' where id = $1`, [purchase.id]);
    await db.query(`update public.departures set is_closed = true where id = $1`, [purchase.departure]);
    await deliverConcurrently(stage.company.id, paidBy(purchase.checkout), portsOf(db));
    const mails = await send();
    expect(subjects(mails)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Du får din betaling tilbage/),
        expect.stringMatching(/^Kvittering/),
      ]),
    );
    expect(mails.find(({ subject }) => subject!.startsWith('Du får din betaling'))!.text).toMatch(
      /pladser\s+var\s+taget/,
    );
  });
});

describe('suppressed addresses', () => {
  async function sendMailEvent(type: string, to: string, { more = {}, secret = SECRETS.MAIL_EVENTS_SECRET } = {}) {
    const body = JSON.stringify({ type, data: { to: [to], ...more } });
    const at = new Date();
    const headers = {
      'svix-id': 'msg_1',
      'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svix-signature': new Webhook(secret).sign('msg_1', at, body),
    };
    const request = new Request('http://127.0.0.1/functions/v1/mail-events', { method: 'POST', body, headers });
    return (await mailEvents(request, portsOf(db))).status;
  }
  const outbox = async (booking: string) =>
    (
      await db.rpc<{
        messages: { id: string; problem: string | null; suppression: string | null; mail_state: string }[];
      }>(office(), 'read_outbox', { company: stage.company.id, booking })
    ).messages;

  test('a bounce marks the address for the office, which can release it', async () => {
    const booking = await book('Lost@Holm.test');
    expect(await send()).toHaveLength(1);
    expect(await sendMailEvent('email.bounced', 'Anna <lost@holm.test>')).toBe(200);
    // A complaint does not replace a bounce.
    expect(await sendMailEvent('email.complained', 'lost@holm.test')).toBe(200);
    expect(await outbox(booking)).toMatchObject([{ mail_state: 'sent', suppression: 'bounced', problem: null }]);
    expect(await db.rpc(office(), 'read_booking', { booking })).toMatchObject({
      booking: { contact_suppression: 'bounced' },
    });
    await act('resend_booking', booking, {});
    expect(await send()).toEqual([]);
    const [failed] = await outbox(booking);
    expect(failed).toMatchObject({ mail_state: 'failed', problem: 'bounced' });
    const resend = { request: randomUUID(), message: failed!.id };
    expect(await db.rpc(office(), 'resend_message', resend)).toMatchObject({ status: 'ok' });
    expect(await send()).toHaveLength(1);
    expect(await db.rpc(office(), 'read_booking', { booking })).toMatchObject({
      booking: { contact_suppression: null },
    });
  });

  test('an event for a mail of another company marks nothing here', async () => {
    const booking = await book('elsewhere@holm.test');
    await db.query(`delete from private.outbox_messages where booking_id = $1`, [booking]);
    expect(await sendMailEvent('email.bounced', 'elsewhere@holm.test')).toBe(200);
    expect(await db.rpc(office(), 'read_booking', { booking })).toMatchObject({
      booking: { contact_suppression: null },
    });
  });

  test('a full mailbox or a wrong signature marks nothing', async () => {
    const booking = await book('full@holm.test');
    await send();
    expect(await sendMailEvent('email.bounced', 'full@holm.test', { more: { bounce: { type: 'Transient' } } })).toBe(
      200,
    );
    expect(await sendMailEvent('email.bounced', 'full@holm.test', { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAA' })).toBe(
      401,
    );
    expect(await sendMailEvent('email.opened', 'full@holm.test')).toBe(200);
    expect(await outbox(booking)).toMatchObject([{ suppression: null }]);
  });

  test('a complaint suppresses all mail that is not about a booking', async () => {
    await book('loud@holm.test');
    expect(await sendMailEvent('email.complained', 'loud@holm.test')).toBe(200);
    expect(await send()).toHaveLength(1);
    const [mail] = await db.query<{ id: string }>(
      `select private.enqueue_mail('booking-thanks', 'loud@holm.test', 'en', '{}', company => $1, booking => b.id) as id
       from public.bookings as b where contact_email = 'loud@holm.test'`,
      [stage.company.id],
    );
    expect(await send()).toEqual([]);
    expect(await db.query('select state from private.outbox_messages where id = $1', [mail!.id])).toEqual([
      { state: 'failed' },
    ]);
  });

  const enqueueThanks = (booking: string) =>
    db.query(
      `select private.enqueue_mail('booking-thanks', contact_email, locale, '{}', company => company_id, booking => id)
       from public.bookings where id = $1`,
      [booking],
    );

  test('mail that is not about a booking has a one-click unsubscribe header; other mail has none', async () => {
    const booking = await book('calm@holm.test');
    await enqueueThanks(booking);
    const mails = await send();
    const header = (mail: Email, key: string) => mail.headers.find((header) => header.key === key)?.value;
    const [confirmed, thanks] = ['Your booking', 'Thank you'].map((start) =>
      mails.find(({ subject }) => subject!.startsWith(start)),
    ) as [Email, Email];
    expect(header(confirmed, 'list-unsubscribe')).toBeUndefined();
    expect(header(thanks, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const address = /^<(.+)>$/.exec(header(thanks, 'list-unsubscribe')!)![1]!;
    expect(address).toMatch(
      /^https:\/\/project\.example\.com\/functions\/v1\/unsubscribe\?token=[\w-]{40,}&locale=en$/,
    );

    // A GET redirects to the page that asks, and unsubscribes nobody.
    const looked = await unsubscribe(new Request(address), portsOf(db));
    const page = looked.headers.get('location')!;
    expect([looked.status, thanks.text!.includes(page)]).toEqual([303, true]);
    const token = new URL(page).pathname.split('/').at(-1)!;
    expect(await callAsGuest(db, 'unsubscribe', { token })).toMatchObject({ status: 'ok', is_unsubscribed: false });

    expect((await unsubscribe(new Request(address, { method: 'POST' }), portsOf(db))).status).toBe(200);
    expect(await callAsGuest(db, 'unsubscribe', { token })).toMatchObject({ status: 'ok', is_unsubscribed: true });
    await enqueueThanks(booking);
    await act('resend_booking', booking, {});
    expect(subjects(await send())).toEqual([expect.stringMatching(/^Your booking/)]);
  });

  test('the page unsubscribes on a click; an unknown link is not found', async () => {
    const booking = await book('page@holm.test');
    await enqueueThanks(booking);
    const text = (await send()).map((mail) => mail.text).join('\n');
    const token = /booking\/isolated\/unsubscribe\/([\w-]+)/.exec(text)![1]!;
    expect(await callAsGuest(db, 'unsubscribe', { token, is_sure: true })).toMatchObject({ is_unsubscribed: true });
    for (const wrong of ['', 'x', randomUUID()])
      expect(await callAsGuest(db, 'unsubscribe', { token: wrong, is_sure: true })).toEqual({ status: 'not_found' });
  });
});

describe('customised templates', () => {
  const save = (
    words: { subject: string; body: string },
    { template = 'booking-confirmed', locale = 'en', version = 0 } = {},
  ) =>
    db.rpc<{ status: string; placeholder?: string }>(owner(), 'save_email_template', {
      company: stage.company.id,
      template,
      locale,
      version,
      ...words,
    });
  const BODY = 'Hello {name}!\n\nSee you on {tour}: {when}. <b>Bring</b> shoes & {place}.';

  test('replace subject and opening in their language only, as escaped text', async () => {
    expect(await save({ subject: 'Ahoy {name} – {tour}', body: BODY })).toMatchObject({ status: 'ok' });
    await db.query(`update public.bookings set contact_name = 'Anna {tour} <i>' where id = $1`, [await book()]);
    await book('dansk@holm.test', 'da');
    const mails = await send();
    const mail = mails.find(({ subject }) => subject!.startsWith('Ahoy'))!;
    // A guest's name is neither placeholder nor markup.
    expect(mail.subject).toMatch(/^Ahoy Anna \{tour\} <i> – \S/);
    expect(mail.html).toContain('&lt;b&gt;Bring&lt;/b&gt; shoes &amp; ');
    expect(mail.html).not.toContain('<b>Bring');
    expect(mail.text).toContain('Hello Anna {tour} <i>!');
    expect(mail.text).toContain('https://app.example.com/en/booking/view/');
    expect(subjects(mails)).toContainEqual(expect.stringMatching(/^Din booking/));
  });

  test('are refused with an unknown placeholder, or without a required one', async () => {
    const good = { subject: 'Hello', body: 'See you on {tour}, {when}.' };
    expect(await save({ ...good, subject: 'For {amount}' }, { locale: 'da' })).toEqual({
      status: 'unknown_placeholder',
      placeholder: 'amount',
    });
    expect(await save({ ...good, body: `${good.body} {nmae}` }, { locale: 'da' })).toEqual({
      status: 'unknown_placeholder',
      placeholder: 'nmae',
    });
    expect(await save({ ...good, body: `${good.body} {` }, { locale: 'da' })).toMatchObject({
      status: 'unknown_placeholder',
    });
    expect(await save({ ...good, body: 'See you on {tour}.' }, { locale: 'da' })).toEqual({
      status: 'missing_placeholder',
      placeholder: 'when',
    });
    expect(await save({ ...good, body: '' }, { locale: 'da' })).toEqual({ status: 'invalid' });
    expect(await save(good, { locale: 'da', template: 'invitation' })).toEqual({ status: 'invalid' });
    expect(await save({ ...good, subject: 'a\nBcc: b@c.test' }, { locale: 'da' })).toEqual({ status: 'invalid' });
  });

  test('are stale after a concurrent edit, revert when emptied, and are written by the owner only', async () => {
    expect(await save({ subject: 'Other', body: BODY })).toMatchObject({ status: 'stale', version: 1, body: BODY });
    expect(await save({ subject: '', body: '' }, { version: 1 })).toMatchObject({ status: 'ok' });
    await book();
    expect(subjects(await send())).toEqual([expect.stringMatching(/^Your booking/)]);
    const read = { company: stage.company.id };
    expect(await db.rpc(office(), 'read_email_templates', read)).toEqual({ status: 'not_permitted' });
    expect(await db.rpc(owner(), 'read_email_templates', read)).toMatchObject({
      status: 'ok',
      sample: expect.arrayContaining([expect.objectContaining({ locale: 'da', name: expect.any(String) })]),
    });
  });

  test('are tested by a mail to oneself, with a booking’s data and no working links or codes', async () => {
    await book('guest@holm.test', 'it');
    await send();
    for (const template of [
      'booking-held',
      'booking-confirmed',
      'booking-changed',
      'booking-cancelled',
      'booking-refunded',
      'booking-thanks',
    ]) {
      const body = 'Prova {tour}, {when}' + (template === 'booking-refunded' ? ' {amount}' : '');
      const letter = { company: stage.company.id, template, locale: 'it', subject: 'Prova', body };
      expect(await db.rpc(owner(), 'send_test_mail', { request: randomUUID(), ...letter })).toMatchObject({
        status: 'ok',
      });
      const [mail, ...others] = await send();
      expect(others).toEqual([]);
      expect(mail!.to![0]!.address).not.toBe('guest@holm.test');
      expect([mail!.subject, mail!.text!.includes('Prova ')]).toEqual(['Prova', true]);
      expect(mail!.text).not.toMatch(/booking\/(?:view|isolated\/payment)\/(?!test)/);
    }
  });

  test('include the company’s review link in mails of thanks', async () => {
    const link = (url: string) => db.rpc(owner(), 'save_review_link', { company: stage.company.id, url });
    for (const bad of ['javascript:alert(1)', 'http://reviews.test', 'https://a b'])
      expect(await link(bad)).toEqual({ status: 'invalid' });
    expect(await link('https://reviews.test/walks')).toMatchObject({
      status: 'ok',
      review_url: 'https://reviews.test/walks',
    });
    const booking = await book('happy@holm.test');
    await db.query(
      `select private.enqueue_mail('booking-thanks', contact_email, locale, '{}', company => company_id, booking => id)
       from public.bookings where id = $1`,
      [booking],
    );
    const thanks = (await send()).find(({ subject }) => subject!.startsWith('Thank you'))!;
    expect(thanks.html).toContain('href="https://reviews.test/walks"');
  });
});
