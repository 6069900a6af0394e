/**
 * The procedure of docs/deploy.md after the first deploy: a migration is generated from the changed schema, pushed, and
 * checked to lead there.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { openBareHosted, pushMigrations, type HostedPostgres } from '../support/hosted-postgres.ts';
import { supabaseCli } from '../support/supabase-cli.ts';

/** An edit of the chapters. */
const WRITTEN = `
  alter table public.tours add column nickname text check (length(nickname) <= 40);
  comment on column public.tours.nickname is 'What guides call it.';
  create function private.nickname_of(tour uuid) returns text language sql stable security definer set search_path = ''
    as $$ select nickname from public.tours where id = tour $$;
  create table public.tour_notes (tour_id uuid primary key references public.tours (id) on delete cascade, note text not null);
  alter table public.tour_notes enable row level security, force row level security;
  grant select on public.tour_notes to authenticated;
  create policy "readers of the tour" on public.tour_notes for select to authenticated
    using (exists (select from public.tours where tours.id = tour_id));`;

// Needs databases of its own, so it is skipped against a remote project.
describe.skipIf(inject('realParts') === null)('a later migration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-diff-'));
  const opened: HostedPostgres[] = [];
  beforeAll(async () => {
    for (const postgres of await Promise.all([openBareHosted(), openBareHosted()])) {
      opened.push(postgres);
      pushMigrations(postgres);
    }
  });
  afterAll(async () => {
    await Promise.all(opened.map((postgres) => postgres.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (postgres: HostedPostgres, sql: string) => {
    const client = new pg.Client({ connectionString: postgres.as('postgres') });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };

  test('is generated from the chapters, and leads from the deployed schema to exactly them', async () => {
    const [deployed, target] = opened as [HostedPostgres, HostedPostgres];
    const diff = () => {
      const file = join(folder, 'diff.sql');
      rmSync(file, { force: true });
      const { status, stderr } = supabaseCli([
        'db',
        'diff',
        `--from=${deployed.as('postgres')}`,
        `--to=${target.as('postgres')}`,
        '--use-pg-delta',
        '--schema=public,private',
        `--output=${file}`,
      ]);
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
      return readFileSync(file, 'utf8').trim();
    };
    await run(target, WRITTEN);
    const migration = diff();
    expect(migration).toContain('nickname_of');
    // A checkout with the baseline and the new migration.
    cpSync(join(REPOSITORY, 'supabase/config.toml'), join(folder, 'supabase/config.toml'));
    cpSync(join(REPOSITORY, 'supabase/migrations'), join(folder, 'supabase/migrations'), { recursive: true });
    writeFileSync(join(folder, 'supabase/migrations/20270101000000_nickname.sql'), migration);
    pushMigrations(deployed, { workdir: folder });
    expect(diff()).toBe('');
  });
});
