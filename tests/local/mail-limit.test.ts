/** Auth's limit on mails of the whole installation, as a visitor meets it and as its operator hears of it. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { LocalBackend } from '../../supabase/local/backend.ts';
import { configuredMailLimit, MailLimit } from '../../supabase/local/mail-limit.ts';
import { openLocalBackend } from '../support/local-backend.ts';
import { visitor } from './people.ts';

let backend: LocalBackend | undefined;
afterEach(() => backend?.close());

const PASSWORD = 'four quiet geese walk';
const fresh = () => `new-${randomUUID()}@example.com`;

test('over the limit nobody gets an account or a mail, and the answer is the hosted Auth’s', async () => {
  const open = (backend = await openLocalBackend({ mailsPerHour: 2 }));
  const signUp = (email: string) => visitor(open).auth.signUp({ email, password: PASSWORD });
  const known = fresh();
  expect((await signUp(known)).error).toBeNull();
  expect((await signUp(fresh())).error).toBeNull();
  const late = fresh();
  const limit = { status: 429, code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' };
  expect((await signUp(late)).error).toMatchObject(limit);
  expect((await visitor(open).auth.resetPasswordForEmail(known)).error).toMatchObject(limit);
  expect((await visitor(open).auth.resend({ type: 'signup', email: known })).error).toMatchObject(limit);
  // Nobody of that name is mailed, so nothing is refused.
  expect((await visitor(open).auth.resetPasswordForEmail(late)).error).toBeNull();
  const { rows } = await open.exclusive((db) => db.query('select from auth.users where email = $1', [late]));
  expect(rows).toEqual([]);
  expect(open.mail.list().filter(({ to }) => to === late)).toEqual([]);
});

test('an hour’s mails may go out at once, and then one whenever its share of the hour has passed', () => {
  let now = 0;
  const limit = new MailLimit(60, () => now);
  for (let mails = 0; mails < 60; mails += 1) {
    expect(limit.isReached).toBe(false);
    limit.take(1);
  }
  expect(limit.isReached).toBe(true);
  now += 60_000;
  expect(limit.isReached).toBe(false);
  limit.take(1);
  expect(limit.isReached).toBe(true);
  now += 3_600_000;
  limit.take(60);
  expect(limit.isReached).toBe(true);
});

test('a project is set to more than Auth’s own thirty an hour', () => {
  expect(configuredMailLimit()).toBeGreaterThanOrEqual(100);
});
