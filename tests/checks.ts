/**
 * `npm run check`: all checks of the sources that need no test. Tools run as processes of their own, our own checks inside this one, so that
 * Node, TypeScript and the bundler load once. All checks run even when one fails; the output of those that pass is hidden.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { CheckResult } from './support/check-result.ts';

interface Outcome {
  name: string;
  isOk: boolean;
  output: string;
  wallSeconds: number;
  /** Undefined where the system does not tell. */
  cpuSeconds: number | undefined;
}

interface Check {
  name: string;
  run: () => Promise<Pick<Outcome, 'isOk' | 'output' | 'cpuSeconds'>>;
}

const root = join(import.meta.dirname, '..');

/** Runs the command and prints the CPU time of all its processes on file descriptor 3. */
const TIMED = '"$@"; code=$?; times >&3; exit $code';

/** Reads the second line of `times`, which is about child processes: `1m2.50s 0m0.25s`. */
function secondsOf(times: string): number {
  const children = times.trim().split('\n').at(-1) ?? '';
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/** A script of package.json that starts a tool with Node; npm itself is left out, as it takes half a second. */
const tool = (name: string, script: string, ...args: string[]): Check => ({
  name,
  run: () => {
    const command = [process.execPath, join(root, 'node_modules', script), ...args];
    const child =
      process.platform === 'win32'
        ? spawn(command[0]!, command.slice(1), { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
        : spawn('sh', ['-c', TIMED, 'sh', ...command], { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    const times: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => output.push(part));
    child.stdio[3]?.on('data', (part: Buffer) => times.push(part));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) =>
        resolve({
          isOk: code === 0,
          output: Buffer.concat(output).toString(),
          cpuSeconds: times.length > 0 ? secondsOf(Buffer.concat(times).toString()) : undefined,
        }),
      );
    });
  },
});

/** A check that runs in this process. Its CPU time leaves out processes that it starts. */
const own = (name: string, load: () => Promise<() => CheckResult | Promise<CheckResult>>): Check => ({
  name,
  run: async () => {
    const before = process.cpuUsage();
    const { problems } = await (await load())();
    const { user, system } = process.cpuUsage(before);
    return { isOk: problems.length === 0, output: problems.join('\n'), cpuSeconds: (user + system) / 1e6 };
  },
});

/** Two lanes for two cores, of about the same length. The budgets measure the build. Our own checks must not overlap, as they share one CPU clock. */
const LANES: readonly (readonly Check[])[] = [
  [
    tool('lint', 'oxlint/bin/oxlint', '--type-aware'),
    tool(
      'format',
      'prettier/bin/prettier.cjs',
      ...['--check', '--log-level', 'warn', '--cache', '--cache-strategy', 'content', '.'],
    ),
  ],
  [
    tool(
      'types',
      'typescript-native/bin/tsc',
      ...[
        '--noEmit',
        '--incremental',
        '--tsBuildInfoFile',
        'node_modules/.cache/types.tsbuildinfo',
        '--singleThreaded',
      ],
    ),
    tool('build', 'vite/bin/vite.js', 'build', '--logLevel', 'warn'),
    own('budgets', async () => (await import('./budgets.ts')).checkBudgets),
    own('deps', async () => (await import('./dependencies.ts')).checkDependencies),
    own('locales', async () => (await import('./locales.ts')).checkLocales),
    own('db:types', async () => (await import('./database-types.ts')).checkDatabaseTypes),
  ],
];

async function outcomeOf({ name, run }: Check): Promise<Outcome> {
  const from = performance.now();
  const seconds = () => (performance.now() - from) / 1000;
  try {
    return { name, ...(await run()), wallSeconds: seconds() };
  } catch (error) {
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { name, isOk: false, output, wallSeconds: seconds(), cpuSeconds: undefined };
  }
}

const outcomes: Outcome[] = [];
await Promise.all(
  LANES.map(async (lane) => {
    for (const check of lane) outcomes.push(await outcomeOf(check));
  }),
);

const failed = outcomes.filter(({ isOk }) => !isOk);
for (const { name, output } of failed) console.info(`Failed: ${name}\n${output.trimEnd()}\n`);
console.info('check      result   wall s    CPU s');
for (const { name, isOk, wallSeconds, cpuSeconds } of [...failed, ...outcomes.filter(({ isOk }) => isOk)])
  console.info(
    `${name.padEnd(10)} ${(isOk ? 'passed' : 'FAILED').padEnd(6)} ${wallSeconds.toFixed(1).padStart(8)} ${(cpuSeconds?.toFixed(1) ?? '–').padStart(8)}`,
  );
// An embedded PostgreSQL ends the process with its own code unless one is set here.
process.exit(failed.length > 0 ? 1 : 0);
