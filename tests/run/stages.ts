/** Runs commands as named stages, writes their output to files, and measures the time and processor time of each. */
import { spawn } from 'node:child_process';
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

export async function runStage({ name, command, hasTests, environment = {} }: Stage): Promise<StageResult> {
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
  const ended = await new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(String(code ?? signal)));
  });
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
