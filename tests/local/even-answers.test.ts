/** Who asks about an address learns from neither the answer nor its time whether somebody has an account. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalBackend, type LocalBackend } from '../../supabase/local/backend.ts';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';

let backend: LocalBackend;
const known = `known-${randomUUID()}@example.com`;
const waiting = `waiting-${randomUUID()}@example.com`;
const password = 'four quiet geese walk';
const fresh = () => `nobody-${randomUUID()}@example.com`;

const post = (path: string, body: object) =>
  backend.fetch(
    new Request(`${backend.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: PUBLISHABLE_KEY },
      body: JSON.stringify(body),
    }),
  );

beforeAll(async () => {
  backend = await createLocalBackend({ demo: 'none', dist: null });
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
  ['a new password', (email) => post('recover', { email })],
  ['the mail once more', (email) => post('resend', { type: 'signup', email })],
];

/** What is in an answer, without what is another one each time. */
async function told(answer: Response): Promise<unknown> {
  const body = (await answer.json()) as Record<string, unknown>;
  const own = ['id', 'email', 'confirmation_sent_at', 'created_at', 'updated_at', 'identities'];
  for (const name of own) if (name in body) body[name] = 'own';
  const metadata = body['user_metadata'] as Record<string, unknown> | undefined;
  for (const name of ['email', 'sub', 'email_verified', 'phone_verified']) delete metadata?.[name];
  return { status: answer.status, body };
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

describe.each(WAYS)('%s', (_, ask) => {
  test('answers an address that is known as one that is not', async () => {
    expect(await told(await ask(known))).toEqual(await told(await ask(fresh())));
  });

  test('takes as long for the one as for the other', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const timed = async (who: keyof typeof times, email: string) => {
      const from = performance.now();
      await ask(email);
      times[who].push(performance.now() - from);
    };
    // In turns, so that whatever else the machine does falls on both.
    for (let round = 0; round < 5; round += 1) {
      await timed('known', known);
      await timed('unknown', fresh());
    }
    expect(Math.abs(median(times.known) - median(times.unknown)), JSON.stringify(times)).toBeLessThan(30);
  });
});

test('that an address is not confirmed is for whoever knows its password', async () => {
  const ask = async (email: string, given: string) =>
    told(await post('token?grant_type=password', { email, password: given }));
  expect(await ask(waiting, 'not the password')).toEqual(await ask(fresh(), 'not the password'));
  expect(await ask(waiting, password)).toMatchObject({ body: { error_code: 'email_not_confirmed' } });
  const { rows } = await backend.exclusive((db) =>
    db.query(
      'select 1 from auth.users u where email = $1 and (email_confirmed_at is not null or exists (select from auth.sessions s where s.user_id = u.id))',
      [waiting],
    ),
  );
  expect(rows).toEqual([]);
});
