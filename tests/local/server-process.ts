/** Starts `npm start`, the reset or the dev server as its own process, controlled by signals and output. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REPOSITORY = new URL('../../', import.meta.url).pathname;

export interface ServerProcess {
  /** Returns everything printed so far on both streams. */
  output(): string;
  /** Resolves when the text was printed; rejects with the output if the process ends before. */
  printed(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  ended: Promise<number | null>;
}

export function run(script: 'start' | 'reset', env: Record<string, string>): ServerProcess {
  return runNode(['--import', 'tsx', `supabase/local/${script}.ts`], env);
}

/** Starts `npm run dev` on the given port. */
export function runDev(port: number, env: Record<string, string>): ServerProcess {
  return runNode(['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', String(port)], env);
}

function runNode(args: readonly string[], env: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, args, {
    cwd: REPOSITORY,
    env: { ...process.env, VITEST: '', MUSTER_BUILD: '0', MUSTER_DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  const hear = (part: Buffer) => {
    output += String(part);
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    output: () => output,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const check = () => output.includes(text) && (listeners.delete(check), resolve());
        listeners.add(check);
        check();
        void ended.then((code) =>
          reject(new Error(`The process ended with ${code} before it printed “${text}”:\n${output}`)),
        );
      }),
    signal: (name) => void child.kill(name),
    ended,
  };
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'muster-local-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
