import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteLeftOut } from '../run/report.ts';
import { openPostgres } from '../support/database-postgres.ts';
import {
  PACKAGE,
  checkFunctions,
  checkSqlFunctions,
  openCheckedDatabase,
  reachesLine,
  serverWithCheck,
} from '../support/plpgsql-check.ts';
import type { CheckedDatabase } from '../support/plpgsql-check.ts';

describe('SQL functions', () => {
  test('compile against the schema of all migrations', async () => {
    const db = await openPostgres();
    try {
      expect(await checkSqlFunctions(db.query)).toEqual([]);
      await db.exec('alter table public.departures rename column starts_at to starts');
      expect((await checkSqlFunctions(db.query)).join()).toMatch(/column .*starts_at.* does not exist/);
    } finally {
      await db.close();
    }
  });
});

const server = serverWithCheck();

if (server === undefined) noteLeftOut(`PL/pgSQL functions against the schema: ${PACKAGE} is not installed.`);

describe.skipIf(server === undefined)(`PL/pgSQL functions (left out without the Debian package ${PACKAGE})`, () => {
  let db: CheckedDatabase;
  beforeAll(async () => {
    db = await openCheckedDatabase(server!);
  });
  afterAll(() => db.close());

  test('have no mistakes', async () => {
    expect(await checkFunctions(db)).toEqual({ mistakes: [], unusedAllowances: [] });
  });

  describe('a planted mistake is reported:', () => {
    const NEVER = 'current_setting($$muster.never$$, true) = $$yes$$';
    const mistakesOf = async (name: string) => (await checkFunctions(db, name)).mistakes.join('\n');

    test.each<[string, { returns?: string; volatility?: string; declare?: string; body: string; expected: RegExp }]>([
      [
        'a column that does not exist, in a branch that never runs',
        {
          body: `if ${NEVER} then update public.bookings set contact_nam = 'x'; end if; return 1;`,
          expected: /column "contact_nam" of relation "bookings" does not exist/,
        },
      ],
      [
        'a column of another table',
        {
          body: 'return (select d.contact_name from public.departures as d limit 1)::integer;',
          expected: /column d\.contact_name does not exist/,
        },
      ],
      [
        'a table that does not exist',
        { body: 'perform from public.bookingz; return 1;', expected: /relation "public\.bookingz" does not exist/ },
      ],
      [
        'too few arguments',
        {
          body: `perform private.consume_rate_limit('x'); return 1;`,
          expected: /function private\.consume_rate_limit\(unknown\) does not exist/,
        },
      ],
      [
        'a field that a row of a query does not have',
        {
          declare: 'one record;',
          body: 'for one in select id from public.bookings loop return one.reference; end loop; return 1;',
          expected: /record "one" has no field "reference"/,
        },
      ],
      [
        'a path without a return',
        { body: `if ${NEVER} then return 1; end if;`, expected: /control reached end of function without RETURN/ },
      ],
      [
        'text assigned to another type',
        {
          declare: 'id uuid;',
          body: `id := current_setting('muster.id', true); perform id; return 1;`,
          expected: /cast "text" value to "uuid" type/,
        },
      ],
      [
        'a literal that its type cannot have',
        { returns: 'jsonb', body: `return '{"status": invalid}';`, expected: /cast "text" value to "jsonb" type/ },
      ],
      [
        'dynamic SQL over a table that does not exist',
        {
          body: `execute 'select 1 from public.bookingz'; return 1;`,
          expected: /relation "public\.bookingz" does not exist/,
        },
      ],
      [
        'dynamic SQL of text that came from outside',
        {
          declare: 'outside text;',
          body: `select b.note into outside from public.bookings as b; execute 'select ' || outside; return 1;`,
          expected: /not sanitized/,
        },
      ],
      [
        'a write in a function that is marked stable',
        {
          volatility: 'stable',
          body: `update public.bookings set note = 'x'; return 1;`,
          expected: /UPDATE is not allowed in a non volatile function/,
        },
      ],
      [
        'a variable that nothing uses',
        { declare: 'idle integer;', body: 'return 1;', expected: /unused variable "idle"/ },
      ],
      ['a statement after a return', { body: 'return 1; perform 2;', expected: /unreachable code/ }],
      [
        'a cast that keeps an index from use',
        {
          declare: 'wanted numeric := 1;',
          body: 'perform from private.planted_rows as p where p.id = wanted; return 1;',
          expected: /implicit cast of attribute/,
        },
      ],
    ])('%s', async (_what, { returns = 'integer', volatility = 'volatile', declare = '', body, expected }) => {
      await db.exec('begin; create table private.planted_rows (id integer primary key)');
      try {
        await db.exec(`create function private.planted() returns ${returns} language plpgsql ${volatility} set search_path = ''
          as $body$ declare ${declare} begin ${body} end $body$`);
        expect(await mistakesOf('planted')).toMatch(expected);
      } finally {
        await db.exec('rollback');
      }
    });

    test('a column of another trigger of the same function', async () => {
      await db.exec(`
        begin;
        create function private.planted() returns trigger language plpgsql set search_path = '' as $body$
        declare
          touched uuid[];
        begin
          case tg_argv[0]
            when 'bookings' then
              touched := array(select departure_id from changed);
            when 'tours' then
              touched := array(select departure_id from changed);
          end case;
          if tg_op = 'UPDATE' then
            touched := array(select id from before);
          else
            touched := array(select nothing from changed);
          end if;
          perform touched;
          return null;
        end
        $body$;
        create trigger planted after insert on public.bookings
          referencing new table as changed for each statement execute function private.planted('bookings');
        create trigger planted after update on public.tours
          referencing old table as before new table as changed for each statement execute function private.planted('tours')`);
      try {
        const { mistakes } = await checkFunctions(db, 'planted');
        expect(mistakes).toEqual([
          expect.stringMatching(/planted\(\) on tours, line 9: column "departure_id" does not exist/),
          expect.stringMatching(/planted\(\) on bookings, line 14: column "nothing" does not exist/),
        ]);
      } finally {
        await db.exec('rollback');
      }
    });
  });
});

test('finds which lines of a shared trigger function a trigger reaches', () => {
  const source = `
begin
  before();
  case tg_table_name
    when 'bookings', 'guests' then
      ours();
    else
      others();
  end case;
  if tg_op = 'DELETE' then
    gone();
  else
    there();
  end if;
  after();
end`;
  const reached = (table: string, operations: string[]) =>
    source
      .split('\n')
      .flatMap(
        (text, at) =>
          /(\w+)\(\);/
            .exec(text)
            ?.slice(1)
            .map((name) => ({ name, line: at + 1 })) ?? [],
      )
      .filter(({ line }) => reachesLine(source, line, { tg_table_name: table, tg_op: operations, 'tg_argv[0]': null }))
      .map(({ name }) => name);
  expect(reached('guests', ['INSERT'])).toEqual(['before', 'ours', 'there', 'after']);
  expect(reached('tours', ['DELETE'])).toEqual(['before', 'others', 'gone', 'after']);
  expect(reached('tours', ['INSERT', 'DELETE'])).toEqual(['before', 'others', 'gone', 'there', 'after']);
});
