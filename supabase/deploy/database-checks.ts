/** Checks of the database and its data. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../local/settings.ts';
import { DEMO_PASSWORD_HASH } from '../seed/people.ts';
import type { Check } from './project-check.ts';

function migrationsHere(): string[] {
  return readdirSync(join(REPOSITORY, 'supabase/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.split('_')[0]!);
}

export const DATABASE_CHECKS: readonly Check[] = [
  {
    name: 'the database is PostgreSQL 17',
    async run({ query }) {
      const [row] = await query<{ version: string }>("select current_setting('server_version_num') as version");
      return Number(row!.version) >= 170_000 ? [] : [`The version is ${row!.version}: upgrade it in the dashboard`];
    },
  },
  {
    name: 'all migrations are applied',
    async run({ query }) {
      const [table] = await query<{ found: boolean }>(
        "select to_regclass('supabase_migrations.schema_migrations') is not null as found",
      );
      const rows = table!.found
        ? await query<{ version: string }>('select version from supabase_migrations.schema_migrations')
        : [];
      const applied = new Set(rows.map(({ version }) => version));
      const here = migrationsHere();
      const missing = here.filter((version) => !applied.has(version));
      const strange = [...applied].filter((version) => !here.includes(version));
      return [
        ...(missing.length > 0 ? [`Not applied: ${missing.join(', ')}; run supabase db push --remote`] : []),
        ...(strange.length > 0
          ? [`Applied, but missing from this checkout: ${strange.join(', ')}; update the checkout`]
          : []),
      ];
    },
  },
  {
    name: 'a company has an owner',
    async run({ query }) {
      const rows = await query(
        `select from pg_catalog.pg_class where oid = to_regclass('public.roles_users') and exists (
           select from public.roles_users as assigned join public.roles on roles.id = assigned.role
           join public.companies on companies.id = assigned.company
           where roles.guard_name = 'owner' and companies.is_active)`,
      );
      return rows.length > 0 ? [] : ['No active company has an owner: see docs/deploy.md, The first owner'];
    },
  },
  {
    name: 'demo accounts cannot sign in',
    async run({ query }) {
      const [row] = await query<{ count: string }>(
        'select count(*)::text as count from auth.users where encrypted_password = $1',
        [DEMO_PASSWORD_HASH],
      );
      return row!.count === '0' ? [] : [`Accounts with the demo’s public password: ${row!.count}. Delete them`];
    },
  },
  {
    name: 'the test payment provider is off',
    async run({ query }) {
      const rows = await query("select from private.payment_providers where name = 'test'");
      return rows.length === 0
        ? []
        : ["The test payment provider is on: run delete from private.payment_providers where name = 'test';"];
    },
  },
];
