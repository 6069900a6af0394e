/** Serves functions on a Deno from the registry, as the platform does. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = { '2.1.4': 'deno-linux-2-1', newest: 'deno-linux' } as const;
export type DenoName = keyof typeof PACKAGES;

const programOf = (deno: DenoName) => join(root, 'node_modules', PACKAGES[deno], 'deno');

/** The version of the hosted runtime, and the newest; empty where the registry has no Deno for this system. */
export const DENOS = (['2.1.4', 'newest'] as const).filter((deno) => existsSync(programOf(deno)));
if (DENOS.length === 0)
  console.info('The Deno from npm does not run on this system, so the functions are tested only on Node.');

export interface Served {
  url: string;
  /** Returns everything printed so far. */
  printed(): string;
  stop(): Promise<void>;
}

const FLAGS = [
  '--no-prompt',
  '--no-lock',
  '--cached-only',
  '--node-modules-dir=manual',
  '--config=supabase/functions/deno.json',
];

/** Runs a script on a Deno with a function's permissions; returns its output. */
export async function printedBy(deno: DenoName, script: string, input: readonly string[]): Promise<string> {
  const rights = ['--allow-net', '--allow-env', `--allow-read=${root}`];
  const { stdout } = await promisify(execFile)(programOf(deno), ['run', ...FLAGS, ...rights, script, ...input], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
    timeout: 60_000,
  });
  return stdout;
}

interface HowToServe {
  env: Record<string, string>;
  /** A file with an additional trusted certificate. */
  certificate?: string;
}

/** Serves a function; rejects with Deno's output if it does not start. */
export async function serveOn(deno: DenoName, { name, ...how }: HowToServe & { name: string }): Promise<Served> {
  const { served, printed, stop } = await serve(deno, [`supabase/functions/${name}/index.ts`], [name], how);
  return { url: served[name]!, printed, stop };
}

/** Serves several functions in one process, which loads shared code only once. Returns their addresses by name. */
export function serveSeveralOn<Name extends string>(
  deno: DenoName,
  { names, ...how }: HowToServe & { names: readonly Name[] },
): Promise<{ served: Record<Name, string>; printed(): string; stop(): Promise<void> }> {
  return serve(deno, ['tests/functions/serve-several.ts', ...names], names, how);
}

async function serve<Name extends string>(
  deno: DenoName,
  script: readonly string[],
  names: readonly Name[],
  { env, certificate }: HowToServe,
): Promise<{ served: Record<Name, string>; printed(): string; stop(): Promise<void> }> {
  // The older Deno needs network permission to resolve even localhost.
  const rights = ['--allow-net', '--allow-env', `--allow-read=${root}`];
  const child = spawn(
    programOf(deno),
    ['run', ...FLAGS, ...rights, ...(certificate ? [`--cert=${certificate}`] : []), ...script],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        NO_COLOR: '1',
        DENO_NO_UPDATE_CHECK: '1',
        FUNCTION_PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const ports = await new Promise<string[]>((resolve, reject) => {
    const hear = (part: Buffer) => {
      output += String(part);
      const found = [...output.matchAll(/Listening on http:\/\/127\.0\.0\.1:(\d+)\D/g)].map(([, port]) => port!);
      if (found.length === names.length) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${deno} ended with ${code}:\n${output}`)));
  });
  const served = Object.fromEntries(
    names.map((name, place) => [name, `http://127.0.0.1:${ports[place]}/functions/v1/${name}`]),
  ) as Record<Name, string>;
  return { served, printed: () => output, stop: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = once(child, 'exit');
  child.kill('SIGTERM');
  await end;
}
