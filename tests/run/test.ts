/**
 * `npm test`: a first result (types, units, one database file, one journey) within two minutes, then everything else.
 * It runs all stages, even after a failure, and prints a summary. Stages named after `--` run alone: `npm test -- unit
 * database`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { RESPONSES_FOLDER } from '../support/response-check.ts';
import { unseenStatusesIn } from './seen-statuses.ts';
import { formatReport, mergeReports } from './report.ts';
import { endStagesOnSignals, runStages, type Stage, type StageResult } from './stages.ts';
import { rememberDurations } from './durations.ts';

const npm = (name: string, ...options: string[]): Stage => ({
  name: [name, ...options].join(' '),
  command: ['npm', 'run', '--silent', name, ...(options.length > 0 ? ['--', ...options] : [])],
  hasTests: false,
});

const vitest = (name: string, project = name, ...files: string[]): Stage => ({
  name,
  command: ['vitest', 'run', ...project.split(' ').flatMap((part) => ['--project', part]), ...files],
  hasTests: true,
});

const journeys = (name: string, project: string): Stage => ({
  name,
  command: ['tsx', 'tests/browser/run.ts', '--project', project],
  hasTests: true,
});

/** Stages of which `atOnce` run side by side. */
interface Group {
  stages: Stage[];
  atOnce: number;
}

const FIRST: Group = {
  stages: [
    npm('types'),
    journeys('one journey', 'browser-smoke'),
    vitest('unit', 'unit unit-isolated'),
    vitest('one database file', 'database', 'tests/database/check-in-push.test.ts'),
  ],
  atOnce: 2,
};

/** Each is single-threaded, so two run side by side. */
const CHECKS: Group = {
  stages: [
    npm('lint'),
    { name: 'source checks', command: ['tsx', 'tests/source-checks.ts'], hasTests: false },
    npm('format:check'),
  ],
  atOnce: 2,
};

/** Two at a time, because each leaves cores idle while it waits. The longest starts first. */
const REST: Group = {
  stages: [
    journeys('browser', 'browser'),
    vitest('components'),
    vitest('database'),
    vitest('functions'),
    vitest('local'),
    vitest('real'),
    vitest('engines'),
    vitest('simulation'),
  ],
  atOnce: 2,
};

const wanted = process.argv.slice(2).flatMap((name) => (name === 'check' ? ['types', ...namesOf(CHECKS)] : [name]));

function namesOf({ stages }: Group): string[] {
  return stages.map(({ name }) => name);
}

const GROUPS = [FIRST, CHECKS, REST];
const unknown = wanted.filter((name) => !GROUPS.flatMap(namesOf).includes(name));
if (unknown.length > 0) {
  console.error(`Unknown stage: ${unknown.join(', ')}. Stages: check, ${GROUPS.flatMap(namesOf).join(', ')}.`);
  process.exit(1);
}
const groups = GROUPS.map(({ stages, atOnce }) => ({
  stages: stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
  atOnce,
})).filter(({ stages }) => stages.length > 0);

/** In CI nobody opens the log of a failed stage, so its end is printed. */
const LOG_LINES = process.env['CI'] ? 400 : 60;
/** The end of a log from Vitest's list of failures on, without the tests that passed before it. */
function shownLog({ log }: StageResult): string {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  const failures = lines.findIndex((line) => /Failed (?:Tests|Suites) \d/.test(line));
  return lines.slice(Math.max(failures, lines.length - LOG_LINES)).join('\n');
}

const duration = (seconds: number) =>
  seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

function announce(result: StageResult): void {
  const { name, isPassed, seconds, report } = result;
  const tests = report.passed > 0 ? `, ${report.passed} tests` : '';
  console.info(`${isPassed ? 'passed' : 'FAILED'}  ${name} (${duration(seconds)}${tests})`);
  if (!isPassed) console.info(`${shownLog(result)}\nFull log: ${relative(REPOSITORY, result.log)}\n`);
}

// One seed for all random tests of a run, so that MUSTER_SEED repeats it.
const seed = (process.env['MUSTER_SEED'] ??= String(Math.floor(Math.random() * 1_000_000)));
// Where tests record which responses of RPCs they saw.
const responses = (process.env[RESPONSES_FOLDER] = mkdtempSync(join(tmpdir(), 'muster-responses-')));
const started = performance.now();
endStagesOnSignals();
const results: StageResult[] = [];
for (const group of groups) {
  console.info(`\nRunning ${namesOf(group).join(', ')} …`);
  results.push(...(await runStages(group.stages, { atOnce: group.atOnce, ended: announce })));
  if (wanted.length === 0 && group === groups[0]) {
    const isPassed = results.every((result) => result.isPassed);
    const after = duration((performance.now() - started) / 1000);
    console.info(`\nFirst result after ${after}: ${isPassed ? 'all passed' : 'something failed'}. Running the rest.`);
  }
}

const report = mergeReports(results.map((result) => result.report));
rememberDurations(report.files);
const cpu = ({ cpuSeconds }: StageResult) => (cpuSeconds === null ? '' : ` (${Math.round(cpuSeconds)} CPU)`);
console.info(
  `\nStages: ${results.map((result) => `${result.name} ${Math.round(result.seconds)} s${cpu(result)}`).join(', ')}`,
);
console.info(`Random seed: ${seed} (MUSTER_SEED=${seed} npm test repeats it)`);
const wholeCpu = results.reduce((sum, { cpuSeconds }) => sum + (cpuSeconds ?? 0), 0);
console.info(`Total time: ${duration((performance.now() - started) / 1000)} (${Math.round(wholeCpu)} CPU seconds)`);
console.info(formatReport(report));
if (results.some(({ isPassed }) => !isPassed)) process.exitCode = 1;

/** Together they call every RPC. */
const isSeen = ['database', 'functions'].every((name) =>
  results.some((result) => result.name === name && result.isPassed),
);
const missing = isSeen ? unseenStatusesIn(responses) : [];
rmSync(responses, { recursive: true });
if (missing.length > 0) {
  console.info(`FAILED  no test got these responses of supabase/contract.json:\n${missing.join('\n')}`);
  process.exitCode = 1;
}
