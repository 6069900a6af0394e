/** Auth's limit on mails of the whole installation, for visitors and for its operator. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { LocalBackend } from '../../supabase/local/backend.ts';
import { configuredMailLimit, MailLimit } from '../../supabase/local/mail-limit.ts';
import { openLocalBackend } from '../support/local-backend.ts';
import { anonymousClient } from './people.ts';

let backend: LocalBackend | undefined;
afterEach(() => backend?.close());

const PASSWORD = 'four quiet geese walk';
const newAddress = () => `new-${randomUUID()}@example.com`;

test('over the limit no account is made and no mail sent, with the hosted Auth’s error', async () => {
  const open = (backend = await openLocalBackend({ mailsPerHour: 2 }));
  const signUp = (email: string) => anonymousClient(open).auth.signUp({ email, password: PASSWORD });
  const known = newAddress();
  expect((await signUp(known)).error).toBeNull();
  expect((await signUp(newAddress())).error).toBeNull();
  const late = newAddress();
  const limit = { status: 429, code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' };
  expect((await signUp(late)).error).toMatchObject(limit);
  expect((await anonymousClient(open).auth.resetPasswordForEmail(known)).error).toMatchObject(limit);
  expect((await anonymousClient(open).auth.resend({ type: 'signup', email: known })).error).toMatchObject(limit);
  // An unknown address gets no mail, so nothing is refused.
  expect((await anonymousClient(open).auth.resetPasswordForEmail(late)).error).toBeNull();
  const { rows } = await open.exclusive((db) => db.query('select from auth.users where email = $1', [late]));
  expect(rows).toEqual([]);
  expect(open.mail.list().filter(({ to }) => to === late)).toEqual([]);
});

test('allows an hour’s mails at once, and then one per share of the hour', () => {
  let now = 0;
  const limit = new MailLimit(60, () => now);
  for (let mails = 0; mails < 60; mails += 1) {
    expect(limit.checkReached()).toBe(false);
    limit.take(1);
  }
  expect(limit.checkReached()).toBe(true);
  now += 60_000;
  expect(limit.checkReached()).toBe(false);
  limit.take(1);
  expect(limit.checkReached()).toBe(true);
  now += 3_600_000;
  limit.take(60);
  expect(limit.checkReached()).toBe(true);
});

test('the configured limit is higher than Auth’s default of thirty an hour', () => {
  expect(configuredMailLimit()).toBeGreaterThanOrEqual(100);
});
