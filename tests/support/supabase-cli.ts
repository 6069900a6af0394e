/** The real Supabase CLI: tests run the tool that deployments use. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../supabase/local/settings.ts';

const PROGRAM = join(REPOSITORY, 'node_modules/@supabase/cli-linux-x64/bin/supabase');

/** The lock file does not contain the CLI's packages for every platform. */
export const hasSupabaseCli = (): boolean => existsSync(PROGRAM);

export interface CliResponse {
  status: number;
  out: string;
  /** Messages on stderr: targets, warnings. */
  stderr: string;
}

/** Runs `supabase …args`. Returns its output and exit code. */
export function supabaseCli(args: readonly string[], { workdir = REPOSITORY }: { workdir?: string } = {}): CliResponse {
  const { status, stdout, stderr, error } = spawnSync(PROGRAM, [...args], {
    cwd: workdir,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    // Variables that config.toml reads must exist for every command.
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
  return { status: status ?? 1, out: stdout, stderr };
}
