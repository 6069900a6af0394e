/**
 * Neither the response nor its time reveals whether an address has an account. That all responses take the same time is
 * tested in supabase/local/constant-time-responses.test.ts; `npm run bench even` measures it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LocalBackend } from '../../supabase/local/backend.ts';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { ConstantTimeResponses } from '../../supabase/local/constant-time-responses.ts';
import { openLocalBackend } from '../support/local-backend.ts';

let backend: LocalBackend;
const known = `known-${randomUUID()}@example.com`;
const waiting = `waiting-${randomUUID()}@example.com`;
const password = 'four quiet geese walk';
const newAddress = () => `nobody-${randomUUID()}@example.com`;

const post = (path: string, body: object) =>
  backend.fetch(
    new Request(`${backend.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: PUBLISHABLE_KEY },
      body: JSON.stringify(body),
    }),
  );

beforeAll(async () => {
  backend = await openLocalBackend();
  await post('signup', { email: known, password });
  await post('signup', { email: waiting, password });
  await backend.exclusive((db) =>
    db.query('update auth.users set email_confirmed_at = now(), confirmation_sent_at = null where email = $1', [known]),
  );
});
afterAll(() => backend.close());

const WAYS: [string, (email: string) => Promise<Response>][] = [
  ['signing in', (email) => post('token?grant_type=password', { email, password: 'not the password' })],
  ['registering', (email) => post('signup', { email, password, data: { display_name: 'Ada' } })],
  ['a password reset', (email) => post('recover', { email })],
  ['resending the mail', (email) => post('resend', { type: 'signup', email })],
];

/** Returns a response without the fields that differ each time. */
async function comparable(response: Response): Promise<unknown> {
  const body = (await response.json()) as Record<string, unknown>;
  const varyingFields = ['id', 'email', 'confirmation_sent_at', 'created_at', 'updated_at', 'identities'];
  for (const name of varyingFields) if (name in body) body[name] = 'own';
  const metadata = body['user_metadata'] as Record<string, unknown> | undefined;
  for (const name of ['email', 'sub', 'email_verified', 'phone_verified']) delete metadata?.[name];
  return { status: response.status, body };
}

/** Returns whether a promise settles within some turns of the event loop. */
async function isSettled(promise: Promise<unknown>, turns = 100): Promise<boolean> {
  let settled = false;
  void promise.finally(() => (settled = true));
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe.each(WAYS)('%s', (_, ask) => {
  test('treats a known address like an unknown one', async () => {
    expect(await comparable(await ask(known))).toEqual(await comparable(await ask(newAddress())));
  });

  test('delays the response for a known and an unknown address alike', async () => {
    for (const email of [known, newAddress()]) {
      let release = () => {};
      const hold = vi.spyOn(ConstantTimeResponses.prototype, 'hold');
      const isHeld = new Promise<void>((held) => {
        hold.mockImplementation(() => {
          held();
          return new Promise((resolve) => (release = resolve));
        });
      });
      try {
        const pending = ask(email);
        await Promise.race([isHeld, pending]);
        expect(hold).toHaveBeenCalledOnce();
        expect(await isSettled(pending)).toBe(false);
        const mails = backend.mail.list().length;
        release();
        await pending;
        // Nothing happens after the delay.
        expect(backend.mail.list()).toHaveLength(mails);
      } finally {
        hold.mockRestore();
      }
    }
  });
});

test('an unconfirmed address is revealed only to a caller with its password', async () => {
  const signInWith = async (email: string, input: string) =>
    comparable(await post('token?grant_type=password', { email, password: input }));
  expect(await signInWith(waiting, 'not the password')).toEqual(await signInWith(newAddress(), 'not the password'));
  expect(await signInWith(waiting, password)).toMatchObject({ body: { error_code: 'email_not_confirmed' } });
  const { rows } = await backend.exclusive((db) =>
    db.query(
      'select 1 from auth.users u where email = $1 and (email_confirmed_at is not null or exists (select from auth.sessions s where s.user_id = u.id))',
      [waiting],
    ),
  );
  expect(rows).toEqual([]);
});
