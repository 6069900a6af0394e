import { expect, test } from 'vitest';
import { functionLengths } from '../function-length.ts';

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
