import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { migrate, readSqlFiles, type SqlFile } from '../../supabase/local/migrate.ts';
import { namesIn, withoutFalseJunctions } from '../../supabase/local/postgrest-relations.ts';
import { UserError } from '../../supabase/local/user-error.ts';

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
});
afterAll(() => db.close());

const chapter = (name: string, sql: string): SqlFile => ({ name, sql, checksum: `${name}:${sql}` });
const first = chapter('1.sql', 'create table one (a int)');
const tables = async () =>
  (
    await db.query<{ tablename: string }>("select tablename from pg_tables where schemaname = 'public' order by 1")
  ).rows.map((row) => row.tablename);

test('applies each chapter once, and only new ones later', async () => {
  await migrate(db, [first]);
  await migrate(db, [first, chapter('2.sql', 'create table two (a int)')]);
  expect(await tables()).toEqual(['one', 'two']);
});

test('says what to do when an applied chapter was edited or removed', async () => {
  const two = chapter('2.sql', 'create table two (a int)');
  await expect(migrate(db, [chapter('1.sql', 'create table one (b int)'), two])).rejects.toThrow(
    '1.sql was changed after',
  );
  await expect(migrate(db, [first])).rejects.toThrow('2.sql was applied to this data folder but no longer exists');
  const failure = await migrate(db, [first]).catch((caught: unknown) => caught);
  expect((failure as UserError).howToGoOn).toContain('npm run demo:reset');
});

test('rolls back a chapter that fails', async () => {
  const two = chapter('2.sql', 'create table two (a int)');
  const bad = chapter('3.sql', 'create table three (a int); select nonsense');
  await expect(migrate(db, [first, two, bad])).rejects.toThrow(/3\.sql could not be applied: .*nonsense/);
  expect(await tables()).toEqual(['one', 'two']);
});

test('applies the platform first, then the chapters from the schema to the triggers', () => {
  const names = readSqlFiles().map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['supabase/local/platform.sql', 'supabase/schemas/foundation/schema.sql']);
  expect(names.at(-1)).toBe('supabase/schemas/triggers.sql');
});

test('hides foreign keys that form a false join table, unless the request names that table', () => {
  const all = {
    foreign_keys: [
      { table: 'members', column: 'user_id', foreign_key_name: 'members_user' },
      { table: 'audit', column: 'user_id', foreign_key_name: 'audit_user' },
      { table: 'audit', column: 'company_id', foreign_key_name: 'audit_company' },
    ],
    primary_keys: [
      { table: 'members', columns: ['user_id', 'company_id'] },
      { table: 'audit', columns: ['id'] },
    ],
  };
  const visibleKeys = (url: string) =>
    withoutFalseJunctions(all, namesIn(`http://x${url}`)).foreign_keys.map((key) => key.foreign_key_name);
  expect(visibleKeys('/rest/v1/users?select=companies(id)')).toEqual(['members_user']);
  expect(visibleKeys('/rest/v1/audit?select=users(id)')).toEqual(['members_user', 'audit_user', 'audit_company']);
  expect(visibleKeys('/rest/v1/users?select=companies%21audit_company%28id%29')).toEqual([
    'members_user',
    'audit_company',
  ]);
});
