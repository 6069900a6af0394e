/** Response times that must not reveal whether an address has an account, or whether a link exists. */
import { randomUUID } from 'node:crypto';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { openPglite } from '../support/database-pglite.ts';
import { makeLinkedBooking, makeToken } from '../support/guest-requests.ts';
import { median, type Figure } from './figures.ts';

const ROUNDS = 15;

/** Measures both alternately, so that background load affects both. */
async function inTurns(first: () => Promise<unknown>, other: () => Promise<unknown>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, ask] of [first, other].entries()) {
      const from = performance.now();
      await ask();
      times[at]!.push(performance.now() - from);
    }
  return [median(times[0]), median(times[1])];
}

async function addressFigures(): Promise<Figure[]> {
  const backend = await createLocalBackend({ demo: 'none', dist: null });
  const post = (path: string, body: object) =>
    backend.fetch(
      new Request(`${backend.url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', apikey: PUBLISHABLE_KEY },
        body: JSON.stringify(body),
      }),
    );
  const password = 'four quiet geese walk';
  const knownEmail = 'known@example.com';
  const ways: [string, (email: string) => Promise<Response>][] = [
    ['signing in with a wrong password', (email) => post('token?grant_type=password', { email, password: 'not it' })],
    ['registering', (email) => post('signup', { email, password })],
    ['asking for a new password', (email) => post('recover', { email })],
    ['asking for the mail again', (email) => post('resend', { type: 'signup', email })],
  ];
  try {
    await post('signup', { email: knownEmail, password });
    await backend.exclusive((db) =>
      db.query('update auth.users set email_confirmed_at = now(), confirmation_sent_at = null where email = $1', [
        knownEmail,
      ]),
    );
    const figures: Figure[] = [];
    for (const [what, ask] of ways) {
      const [value, floor] = await inTurns(
        () => ask(knownEmail),
        () => ask(`nobody-${randomUUID()}@example.com`),
      );
      figures.push({
        what: `${what}, known address`,
        value,
        unit: 'ms',
        budget: null,
        beside: { what: 'unknown address', value: floor, atMost: 1.2 },
      });
    }
    return figures;
  } finally {
    await backend.close();
  }
}

async function linkFigures(): Promise<Figure[]> {
  const db = await openPglite();
  try {
    const company = await makeCompany(db);
    const { token } = await makeLinkedBooking(db, company, {
      departureId: await makeDeparture(db, company),
      guests: 2,
    });
    await db.query('update public.companies set is_active = false where id = $1', [company.id]);
    // Measured inside the database, where no round trip hides a difference; 600 at a time, because its clock counts
    // milliseconds.
    const ask = (link: string) => () =>
      db.query(`select count(public.guest_read_booking($1)) from generate_series(1, 600)`, [link]);
    const [value, floor] = await inTurns(ask(token), ask(makeToken()));
    return [
      {
        what: '600 questions about a link of an operator who has left',
        value,
        unit: 'ms',
        budget: null,
        beside: { what: 'a link of nobody', value: floor, atMost: 1.3 },
      },
    ];
  } finally {
    await db.close();
  }
}

export const evenFigures = async (): Promise<Figure[]> => [...(await addressFigures()), ...(await linkFigures())];
