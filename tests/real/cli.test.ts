/** The real CLI on a database like the hosted one: migrations as an ordinary role, advisors, generated types. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { TYPES_FILE, generatedTypes } from '../support/generated-types.ts';
import { supabaseCli } from '../support/supabase-cli.ts';

const parts = inject('realParts');

interface Found {
  name: string;
  detail: string;
  metadata: { name?: string; schema?: string; fkey_name?: string };
}

/** Accepted findings. The key is the advisor's name; the value says where it is accepted, and why. */
const EXPLAINED: Record<string, { why: string; holds: (found: Found) => boolean }> = {
  function_search_path_mutable: {
    why: 'their bodies are parsed when they are made (`return …`), so that no search path changes what they mean',
    holds: ({ metadata }) => parsed.has(`${metadata.schema}.${metadata.name}`),
  },
  rls_enabled_no_policy: {
    why: 'nobody but our own functions reaches schema private, and no policy is what keeps it so',
    holds: ({ metadata }) => metadata.schema === 'private',
  },
  unindexed_foreign_keys: {
    why: 'an index on the one column serves them: the company beside it only says that both are of one company',
    holds: ({ metadata }) => served.has(metadata.fkey_name ?? ''),
  },
  no_primary_key: {
    why: 'its rows live until the end of their transaction and are never looked for one by one',
    holds: ({ metadata }) => metadata.name === 'pending_change_events',
  },
  unused_index: { why: 'a database without traffic has used none', holds: () => true },
};
/** Functions with parsed bodies, and foreign keys of two columns of which one leads an index. */
let parsed: Set<string>;
let served: Set<string>;

describe.skipIf(parts === null)('the Supabase CLI', () => {
  let owner: pg.Client;
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: parts!.owner });
    await owner.connect();
    const { rows } = await owner.query<{ name: string }>(
      `select pronamespace::regnamespace || '.' || proname as name from pg_catalog.pg_proc group by 1 having bool_and(prosqlbody is not null)`,
    );
    parsed = new Set(rows.map(({ name }) => name));
    const { rows: keys } = await owner.query<{ name: string }>(
      `select conname as name from pg_catalog.pg_constraint as k where contype = 'f' and cardinality(conkey) = 2 and exists (
         select from pg_catalog.pg_index as i where i.indrelid = k.conrelid and i.indkey[0] = any (k.conkey))`,
    );
    served = new Set(keys.map(({ name }) => name));
  });
  afterAll(() => owner?.end());

  const cli = (...args: string[]) => supabaseCli([...args, `--remote=${parts!.owner}`]);

  test('applied everything as a role that is no superuser, and finds nothing more to apply', async () => {
    const { rows } = await owner.query('select rolsuper from pg_catalog.pg_roles where rolname = current_user');
    expect(rows).toEqual([{ rolsuper: false }]);
    const { rows: others } = await owner.query(
      `select relname from pg_catalog.pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relowner <> 'postgres'::regrole`,
    );
    expect(others).toEqual([]);
    const { status, out } = cli('db', 'push', '--yes');
    expect({ status, upToDate: out.includes('Remote database is up to date.') }).toEqual({ status: 0, upToDate: true });
  });

  test('reports nothing that is not explained', () => {
    const { status, out } = cli('db', 'advisors', '--level', 'info', '--output-format', 'json');
    expect(status).toBe(0);
    const found = (JSON.parse(out) as { results: Found[] }).results;
    const unexplained = found.filter((entry) => !EXPLAINED[entry.name]?.holds(entry));
    expect(unexplained.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([]);
    // An explanation without findings must be removed.
    const names = new Set(found.map(({ name }) => name));
    expect(Object.keys(EXPLAINED).filter((name) => !names.has(name))).toEqual([]);
  });

  test('generates the types that the app is compiled with', async () => {
    expect(await generatedTypes(parts!.owner)).toBe(readFileSync(TYPES_FILE, 'utf8'));
  });
});
