/** Each database object is defined in one chapter only, before it is used. */
import { expect, test } from 'vitest';
import { readChapters } from '../../supabase/chapters.ts';
import { objectsOf, definedTwice, usedTooEarly } from '../support/chapter-objects.ts';
import { openPostgres } from '../support/database-postgres.ts';

const chapter = (name: string, sql: string) => ({ name, sql });
const BASE = chapter(
  '1.sql',
  `
  create table public.things (id uuid primary key);
  alter table public.things enable row level security;
  create index things_idx on public.things (id);
  create policy "all of it" on public.things for select using (true);
  create type private.shape as (id uuid);
  create function private.f() returns text language plpgsql as $$ begin create table public.inner (); end $$;
  create trigger told after insert on public.things for each row execute function private.g();
`,
);

test('nothing is created, altered, replaced, dropped, granted or commented in two chapters', () => {
  expect(definedTwice(readChapters())).toEqual([]);
});

test('a chapter uses only what is in itself or before it, except for triggers in the last one', () => {
  expect(usedTooEarly(readChapters())).toEqual([]);
});

test('finds what is used too early, but not in comments', () => {
  const call = 'create function private.f() returns text language sql as $$ select private.g() $$;';
  const mention = `-- private.g()\ncomment on function private.f is 'Unlike private.g; it''s pure.';\n`;
  const trigger = 'create trigger told after insert on public.things for each row execute function private.g();\n';
  const later = chapter('2.sql', 'create function private.g() returns text language sql as $$ select null $$;');
  expect(usedTooEarly([chapter('1.sql', mention), later])).toEqual([]);
  expect(usedTooEarly([later, chapter('3.sql', call)])).toEqual([]);
  expect(usedTooEarly([chapter('1.sql', call), later])).toEqual(['1.sql uses private.g of 2.sql']);
  expect(usedTooEarly([chapter('1.sql', trigger), later])).toEqual(['1.sql uses private.g of 2.sql']);
});

test('the parser of chapters finds every table, index, policy and function that exists', async () => {
  const db = await openPostgres();
  try {
    const existing = await db.query<{ object: string }>(`
      select 'table ' || n.nspname || '.' || c.relname as object from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'private') and c.relkind = 'r'
      union select 'function ' || n.nspname || '.' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'private')
      union select 'policy ' || policyname || ' on public.' || tablename from pg_policies where schemaname = 'public'
      union select 'trigger ' || t.tgname || ' on ' || t.tgrelid::regclass from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where not t.tgisinternal and p.pronamespace = 'private'::regnamespace`);
    const made = new Set(objectsOf(readChapters()).map((object) => object.replace(' on public.', ' on ')));
    const missing = existing
      .map(({ object }) => object.replace(' on public.', ' on '))
      .filter((object) => !made.has(object));
    expect(existing.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  } finally {
    await db.close();
  }
});

test.each([
  ['create or replace function private.f() returns text language sql as $$ select 1 $$;', 'replace function private.f'],
  ['create function private.f(a text) returns text language sql as $$ select 1 $$;', 'create function private.f'],
  ['alter function private.f() rename to h;', 'alter function private.f'],
  ['alter table public.things add column a text;', 'alter table public.things'],
  ['alter policy "all of it" on public.things using (false);', 'alter policy all of it on public.things'],
  ['drop index things_idx;', 'drop index things_idx'],
  ['create unique index things_idx on public.others (id);', 'create index things_idx'],
  [
    'create trigger told before update on public.things for each row execute function private.g();',
    'create trigger told on public.things',
  ],
  ['alter type private.shape add attribute b text;', 'alter type private.shape'],
  ['grant select (id) on public.things to authenticated;', 'grant table public.things'],
  ['revoke all on table public.things from anon;', 'revoke table public.things'],
  ['grant execute on function private.f() to authenticated;', 'grant function private.f'],
  ["comment on column public.things.id is 'What it is.';", 'comment table public.things'],
  ["comment on constraint things_pkey on public.things is 'One each.';", 'comment table public.things'],
])('finds a second definition by "%s"', (sql, expected) => {
  expect(definedTwice([BASE])).toEqual([]);
  const [found, ...more] = definedTwice([BASE, chapter('2.sql', sql)]);
  expect(found).toMatch(expected);
  expect(more).toEqual([]);
});
