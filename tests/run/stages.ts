/** Runs commands as named stages, writes their output to files, and measures the time and processor time of each. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { mergeReports, readReports, type ProcessReport } from './report.ts';

const OUTPUT = join(REPOSITORY, 'tests/.output/stages');

export interface Stage {
  name: string;
  /** Executable and arguments; without `node_modules/.bin/` for a package's own command. */
  command: readonly [string, ...string[]];
  /** Whether its processes write test reports: a run without one has failed, whatever its exit code. */
  hasTests: boolean;
  environment?: Record<string, string>;
  /** Time in milliseconds after which it is ended and has failed. */
  limit?: number;
}

export interface StageResult {
  name: string;
  isPassed: boolean;
  seconds: number;
  /** Share of the machine's processor time, without processes under `nice`; null except on Linux. */
  cpuSeconds: number | null;
  report: ProcessReport;
  /** The file with its output. */
  log: string;
}

const TICKS_PER_SECOND = 100;

/** Five times what the longest stage takes on a quiet machine. With the stages before it, it stays below CI's limit. */
const STAGE_LIMIT_MS = 70 * 60_000;

/** How long an ended stage may keep its output open or write its report, in milliseconds. */
const GRACE_MS = 5_000;

/** The process groups of the running stages: a stage's servers and workers must not outlive it. */
const running = new Set<ChildProcess>();

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, name);
  } catch {
    // None of its processes is left.
  }
}

/** Ends the running stages when this process is told to end: they are in process groups of their own. */
export function endStagesOnSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      for (const child of running) signal(child, name);
      process.exit(1);
    });
}

/** Returns how the stage ended: an exit code, a signal, or what went wrong. Nothing of it runs afterwards. */
async function endOf(child: ChildProcess, limit: number): Promise<string> {
  running.add(child);
  let grace: NodeJS.Timeout | undefined;
  let isOverdue = false;
  const overdue = setTimeout(() => {
    isOverdue = true;
    signal(child, 'SIGTERM');
    grace = setTimeout(() => signal(child, 'SIGKILL'), GRACE_MS);
  }, limit);
  const ended = await new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, by) => resolve(String(code ?? by)));
    // A process that the command left behind may keep the output open.
    child.on('exit', (code, by) => setTimeout(() => resolve(String(code ?? by)), GRACE_MS).unref());
  });
  clearTimeout(overdue);
  clearTimeout(grace);
  signal(child, 'SIGKILL');
  running.delete(child);
  return isOverdue ? `SIGTERM after ${limit / 60_000} minutes` : ended;
}

/**
 * Returns the processor time of the whole machine in seconds. The system adds up the times of child processes that were
 * waited for; a browser's processes outlive their parent, so that sum would miss most of them.
 */
export function machineCpuSeconds(): number | null {
  if (!existsSync('/proc/stat')) return null;
  const [user, , system] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user! + system!) / TICKS_PER_SECOND;
}

const shares = new Map<symbol, number>();
let cpuDivided = machineCpuSeconds();

/**
 * Divides the processor time since the last call equally among the stages that are running, so that their sum is the
 * machine's time.
 */
function divideCpu(): void {
  const now = machineCpuSeconds();
  if (now === null || cpuDivided === null) return;
  for (const [stage, seconds] of shares) shares.set(stage, seconds + (now - cpuDivided) / shares.size);
  cpuDivided = now;
}

export async function runStage({
  name,
  command,
  hasTests,
  environment = {},
  limit = STAGE_LIMIT_MS,
}: Stage): Promise<StageResult> {
  mkdirSync(OUTPUT, { recursive: true });
  const file = join(OUTPUT, name.replaceAll(/\W+/g, '-'));
  const log = `${file}.log`;
  const reports = `${file}.jsonl`;
  rmSync(reports, { force: true });
  const started = performance.now();
  const share = Symbol(name);
  divideCpu();
  shares.set(share, 0);
  const output = createWriteStream(log);
  const [executable, ...args] = command;
  const child = spawn(executable, args, {
    cwd: REPOSITORY,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${join(REPOSITORY, 'node_modules/.bin')}:${process.env['PATH']}`,
      TEST_REPORT: reports,
      NO_COLOR: '1',
      ...environment,
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  const ended = await endOf(child, limit);
  for (const stream of [child.stdout, child.stderr]) stream.unpipe(output);
  await finished(output.end());
  divideCpu();
  const cpuSeconds = cpuDivided === null ? null : shares.get(share)!;
  shares.delete(share);
  const found = readReports(reports);
  const report = mergeReports(found);
  const hasRun = !hasTests || report.passed + report.failures.length + report.skipped > 0;
  if (!hasRun) report.failures.push({ name, file: null, message: `ended with ${ended} before any test ran` });
  else if (ended !== '0' && report.failures.length === 0)
    report.failures.push({ name, file: null, message: `ended with ${ended}` });
  return {
    name,
    isPassed: ended === '0' && report.failures.length === 0,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds,
    report,
    log,
  };
}

/** Runs all stages, `atOnce` of them side by side, and calls `ended` as each ends. */
export async function runStages(
  stages: readonly Stage[],
  { atOnce, ended }: { atOnce: number; ended: (result: StageResult) => void },
): Promise<StageResult[]> {
  const results: StageResult[] = [];
  const waiting = stages.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const stage of waiting) {
        const result = await runStage(stage);
        results.push(result);
        ended(result);
      }
    }),
  );
  return results;
}
