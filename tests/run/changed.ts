/**
 * `npm run test:changed`: types, lint, formatting and the nearest tests of what differs from the last commit (`--
 * --since main`: from that commit), in under a minute. `npm test` runs everything.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { changedFunctions, chooseTests, testsByCallers, testsByImports, type Sources } from './affected-tests.ts';
import { gitLines, readChanges } from './changes.ts';
import { durationEstimates, rememberDurations } from './durations.ts';
import { formatReport, mergeReports } from './report.ts';
import { endStagesOnSignals, runStages, type Stage } from './stages.ts';

/** Milliseconds of tests by their estimated durations, two files at a time; types and lint run in parallel. */
const BUDGET = 60_000;

const at = process.argv.indexOf('--since');
const since = at > 0 ? process.argv[at + 1]! : 'HEAD';
const git = (...args: string[]) => gitLines(REPOSITORY, ...args);
const { present: changed, deleted } = readChanges(REPOSITORY, since);
const touched = [...changed, ...deleted];

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const TRACKED = ['ls-files', '--cached', '--others', '--exclude-standard', '--'];
const sourcesIn = (ending: RegExp, ...folders: string[]): Sources =>
  new Map(
    git(...TRACKED, ...folders)
      .filter((path) => ending.test(path) && existsSync(join(REPOSITORY, path)))
      .map((path) => [path, read(path)]),
  );

/** Returns the changed lines of the new text. */
const changedLines = (path: string) =>
  git('diff', '-U0', since, '--', path).flatMap((line) => {
    const [, start, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    return start === undefined ? [] : Array.from({ length: Math.max(1, Number(count)) }, (_, n) => Number(start) + n);
  });

const isChapter = (path: string) => path.startsWith('supabase/schemas/');
const code = touched.filter((path) => /\.tsx?$/.test(path));
const tests = testsByImports(code, sourcesIn(/\.tsx?$/, 'src', 'build', 'supabase', 'tests'));
for (const path of deleted) tests.delete(path);
const functions = changed.filter(isChapter).flatMap((path) => changedFunctions(read(path), changedLines(path)));
const databaseTests = testsByCallers(
  functions,
  sourcesIn(/\.sql$/, 'supabase/schemas'),
  sourcesIn(/\.ts$/, 'tests/database', 'tests/functions'),
);
for (const [path, distance] of databaseTests) tests.set(path, Math.min(tests.get(path) ?? Infinity, distance));
/** These need servers and builds, which take longer than a minute. */
const NEEDS_HOST = /^tests\/(browser|engines|real|local|simulation)\//;
const hosted = [...tests.keys()].filter((path) => NEEDS_HOST.test(path));
for (const path of hosted) tests.delete(path);

const { chosen, remaining } = chooseTests(tests, { budget: BUDGET, durationOf: durationEstimates() });

const stage = (name: string, ...command: [string, ...string[]]): Stage => ({
  name,
  command,
  hasTests: name === 'tests',
});
const script = (name: string, ...options: string[]) => stage(name, 'npm', 'run', '--silent', name, '--', ...options);
const linted = changed.filter((path) => /\.(tsx?|js)$/.test(path));
const formatted = changed.filter((path) => /\.(tsx?|c?js|json|md|css|html)$/.test(path));
const stages: Stage[] = [
  ...(chosen.length > 0 ? [stage('tests', 'vitest', 'run', ...chosen)] : []),
  ...(code.length > 0 ? [script('types')] : []),
  ...(linted.length > 0 ? [stage('lint', 'oxlint', '--deny-warnings', ...linted)] : []),
  ...(formatted.length > 0
    ? [stage('format', 'oxfmt', '--check', '--no-error-on-unmatched-pattern', ...formatted)]
    : []),
  ...(touched.some((path) => path.startsWith('locales/')) ? [script('locales')] : []),
  ...(touched.some((path) => path.endsWith('.md')) ? [script('docs')] : []),
  ...(touched.some(isChapter) ? [script('db:types', '--check'), script('db:baseline', '--check')] : []),
];
if (stages.length === 0) {
  console.info(`No tested file differs from ${since}.`);
  process.exit(0);
}
console.info(`${touched.length} changed files; running ${chosen.length} of ${tests.size} affected test files.`);
endStagesOnSignals();
const results = await runStages(stages, {
  atOnce: 2,
  ended: ({ name, isPassed, seconds, log }) => {
    console.info(`${isPassed ? 'passed' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)`);
    if (!isPassed) console.info(readFileSync(log, 'utf8'));
  },
});
const report = mergeReports(results.map((result) => result.report));
rememberDurations(report.files);
const leftOut = [
  ...report.leftOut,
  ...(remaining.length > 0 ? [`${remaining.length} less closely related test files: run npm test`] : []),
  ...(hosted.length > 0 ? [`journeys and server tests, such as ${hosted[0]}: run npm test`] : []),
];
console.info(formatReport({ ...report, leftOut }));
if (results.some(({ isPassed }) => !isPassed)) process.exitCode = 1;
