import { expect, test } from 'vitest';
import { functionLengths, sqlProblems } from '../sql-limits.ts';

test('counts the lines of each SQL function without blank and comment lines', () => {
  const sql = `
create function private.one(part text) returns text
language sql immutable parallel safe
return ';' || part;

create function public.two() returns void
language plpgsql set search_path = ''
-- It's a comment; it ends no statement.
as $$
begin

  -- Not counted.
  perform 1;
end
$$;

create function private.three() returns setof integer
language sql stable
begin atomic
  select 1;
end;
`;
  expect(functionLengths(sql)).toEqual([
    { name: 'private.one', lines: 3 },
    { name: 'public.two', lines: 7 },
    { name: 'private.three', lines: 5 },
  ]);
});

test('finds wide lines, and chapters and functions that are too long', () => {
  const body = (lines: number) => `create function private.one() returns void as $$\n${'x\n'.repeat(lines)}$$;\n`;
  expect(sqlProblems({ name: 'a.sql', sql: `${body(148)}${'-'.repeat(120)}\n` })).toEqual([]);
  expect(sqlProblems({ name: 'a.sql', sql: `${body(149)}${'-'.repeat(121)}\n${'\n'.repeat(450)}` })).toEqual([
    'a.sql has 602 lines (600)',
    'a.sql:152 has 121 columns (120)',
    'a.sql: private.one has 151 lines (150)',
  ]);
});
