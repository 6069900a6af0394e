/** What somebody who has no link to a booking learns, by the answer and by the time that it takes. ADR 034. Among the tests of the local host, as times are compared. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import { openPglite, type Database } from '../support/database.ts';
import { makeLinkedBooking, makeToken } from '../support/guest-asks.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPglite();
  company = await makeCompany(db);
});
afterAll(() => db?.close());
beforeEach(() => db.query(`delete from private.budgets`));

const someId = `'00000000-0000-4000-8000-000000000000'::uuid`;
/** All that takes a booking's link, but for a hold, which makes one. */
const ASKS: [string, string][] = [
  ['booking', 'token'],
  ['link', 'token'],
  ['payment', 'token'],
  ['extend', 'gen_random_uuid(), token'],
  ['confirm', `gen_random_uuid(), token, '{"contact": {"name": "Anna", "email": "anna@holm.test"}}'`],
  ['cancel', `gen_random_uuid(), token, '{}'`],
  ['move', `gen_random_uuid(), token, jsonb_build_object('departure_id', ${someId})`],
  ['edit', `gen_random_uuid(), token, '{"version": 1, "names": []}'`],
  ['running_late', 'gen_random_uuid(), token, 10'],
  ['redeem', `gen_random_uuid(), token, 'SUMMER'`],
];

const NOT_FOUND = { status: 'not_found' };
/** What functions ask with the same token, and what takes a link of another kind: of a letter, an invitation, a calendar, an archive. */
const OTHERS: [name: string, args: string, answer?: object][] = [
  ['tickets_to_sign', 'token'],
  ['begin_payment', 'token'],
  ['public_unsubscribe', 'token, true'],
  ['unsubscribe', 'token'],
  ['calendar_feed_entries', 'token'],
  ['scheduled_export_page', 'token, null::jsonb, null::text'],
  ['export_to_send', 'token'],
  ['export_part', 'token, 1'],
  ['confirm_invited', 'token', { status: 'ok' }],
  ['read_invitation', 'token', expect.objectContaining({ status: 'ok', state: 'unknown', team: null, email: null })],
];

describe('a wrong, a foreign, an empty and a missing token', () => {
  let tokens: (string | null)[];
  beforeAll(async () => {
    const closed = await makeCompany(db);
    const foreign = await makeLinkedBooking(db, closed, { departureId: await makeDeparture(db, closed), guests: 2 });
    await db.query(`update public.companies set is_active = false where id = $1`, [closed.id]);
    await db.query(
      `insert into private.calendar_feeds (company_id, kind, token, locale) values ($1, 'company', $2, 'en')`,
      [closed.id, foreign.token],
    );
    for (let n = 0; n < 50; n += 1)
      await makeLinkedBooking(db, company, { departureId: await makeDeparture(db, company), guests: 1 });
    const { reference } = (await db.query<{ reference: string }>(`select reference from public.bookings limit 1`))[0]!;
    tokens = [makeToken(), foreign.token, '', null, reference, 'x'.repeat(86)];
  });

  const CALLS = [...ASKS.map(([name, args]): (typeof OTHERS)[number] => [`public_${name}`, args]), ...OTHERS].map(
    ([name, args, answer = NOT_FOUND]) => ({ name, args, answer }),
  );

  test('are asked about by all that takes one, of a guest and of functions', async () => {
    const all = await db.query<{ name: string }>(
      `select p.proname as name from pg_proc as p where p.pronamespace = 'public'::regnamespace and 'token' = any (p.proargnames)
         and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('service_role', p.oid, 'execute'))`,
    );
    // A hold makes the link, what is free is free for everybody, and who accepts an invitation is signed in.
    const others = new Set(['public_hold', 'public_availability', 'public_next', 'accept_invitation']);
    expect(CALLS.map(({ name }) => name).toSorted()).toEqual(
      all
        .map(({ name }) => name)
        .filter((name) => !others.has(name))
        .toSorted(),
    );
  });

  test('tell nothing by what is free, either', async () => {
    const [shop] = await db.query<{ slug: string; month: string }>(
      `select slug, to_char(now() + interval '1 month', 'YYYY-MM') as month from public.companies where id = $1`,
      [company.id],
    );
    const answers = new Set<string>();
    for (const token of tokens) {
      const [row] = await db.query(
        `select public.public_availability($1, $2, $3, $4) as month, public.public_next($1, 1, $4) as next`,
        [shop!.slug, company.tourId, shop!.month, token],
      );
      answers.add(JSON.stringify(row));
    }
    expect([...answers]).toEqual([expect.stringContaining('"status":"ok"')]);
  });

  // A machine that has much else to do needs many rounds.
  test.each(CALLS)(
    '$name says the same of them and takes as long',
    { timeout: 400_000 },
    async ({ name, args, answer }) => {
      const call = `public.${name}(${args})`;
      for (const token of tokens) {
        const rows = await db.query<{ answer: unknown }>(
          `select ${call} as answer from (select $1::text as token) as t`,
          [token],
        );
        expect(rows).toEqual([{ answer }]);
      }
      // Within the database, where a way that is shorter shows: outside of it the way there and back would hide it.
      await db.exec(`
    create or replace function pg_temp.times(tokens text[], rounds integer) returns table (place integer, micros double precision)
    language plpgsql as $$
    declare
      began timestamptz;
      token text;
    begin
      for round in 1..rounds loop
        for place in select n from generate_series(1, cardinality(tokens)) as n order by random() loop
          token := tokens[place];
          began := clock_timestamp();
          -- Its clock counts milliseconds.
          for n in 1..600 loop perform ${call}; end loop;
          micros := extract(epoch from clock_timestamp() - began) * 1e6;
          times.place := place;
          return next;
        end loop;
      end loop;
    end $$`);
      const quickest = async () =>
        (
          await db.query<{ least: number }>(
            `select min(micros) as least from pg_temp.times($1, 4) group by place order by place`,
            [tokens],
          )
        ).map(({ least }) => Number(least));
      // The quickest of several: the machine may be busy with something else; a way that is shorter is so each time.
      const best = tokens.map(() => Infinity);
      const ratio = () => Math.max(...best) / Math.min(...best);
      for (let n = 0; n < 15 && !(ratio() < 1.2); n += 1)
        (await quickest()).forEach((micros, at) => (best[at] = Math.min(best[at]!, micros)));
      expect(ratio()).toBeLessThan(1.3);
    },
  );
});
