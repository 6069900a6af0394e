/** The real Supabase CLI against a database by its address: what we deploy with is what the tests run. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../supabase/local/settings.ts';

const PROGRAM = join(REPOSITORY, 'node_modules/@supabase/cli-linux-x64/bin/supabase');

/** Its packages for other systems cannot all be had in one lock. */
export const hasSupabaseCli = (): boolean => existsSync(PROGRAM);

export interface CliAnswer {
  status: number;
  out: string;
  /** What it told the person: targets, warnings. */
  said: string;
}

/** Runs `supabase …args`. Answers what it printed, and its exit code. */
export function supabaseCli(args: readonly string[], { workdir = REPOSITORY }: { workdir?: string } = {}): CliAnswer {
  const { status, stdout, stderr, error } = spawnSync(PROGRAM, [...args], {
    cwd: workdir,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    // What config.toml takes from its surroundings must be there, whatever is asked.
    env: {
      SEND_EMAIL_HOOK_URI: 'https://muster.example.com/functions/v1/mail',
      SEND_EMAIL_HOOK_SECRET: `v1,whsec_${Buffer.alloc(32).toString('base64')}`,
      ...process.env,
      SUPABASE_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      NO_COLOR: '1',
    },
  });
  if (error) throw error;
  return { status: status ?? 1, out: stdout, said: stderr };
}
