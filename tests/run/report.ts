/**
 * Report of a test process for the summary of the whole run: a line of JSON appended to the file that TEST_REPORT
 * names. Several processes append to one file. Without TEST_REPORT, the Vitest reporter prints its own summary.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node';

const SLOWEST = 10;

export interface TimedTest {
  /** Project and full title. */
  name: string;
  milliseconds: number;
}

export interface Failure {
  name: string;
  /** Relative to the repository, or null for an error outside of any file. */
  file: string | null;
  /** The first line of each error. */
  message: string;
}

export interface ProcessReport {
  passed: number;
  skipped: number;
  failures: Failure[];
  slowest: TimedTest[];
  /** Milliseconds by `project file`. */
  files: Record<string, number>;
  /** Remarks about the environment, such as the browser's version. */
  notes: string[];
  /** What was not tested here, and why. */
  leftOut: string[];
}

const EMPTY: ProcessReport = { passed: 0, skipped: 0, failures: [], slowest: [], files: {}, notes: [], leftOut: [] };

const unique = (lines: readonly string[]) => [...new Set(lines)];

/** Merges the reports of several processes. */
export function mergeReports(reports: readonly ProcessReport[]): ProcessReport {
  const files: Record<string, number> = {};
  for (const report of reports)
    for (const [file, milliseconds] of Object.entries(report.files))
      files[file] = Math.max(files[file] ?? 0, milliseconds);
  return {
    passed: reports.reduce((sum, { passed }) => sum + passed, 0),
    skipped: reports.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: reports.flatMap(({ failures }) => failures),
    slowest: reports
      .flatMap(({ slowest }) => slowest)
      .toSorted((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, SLOWEST),
    files,
    notes: unique(reports.flatMap(({ notes }) => notes)),
    leftOut: unique(reports.flatMap(({ leftOut }) => leftOut)),
  };
}

const append = (report: Partial<ProcessReport>): boolean => {
  const file = process.env['TEST_REPORT'];
  if (!file) return false;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify({ ...EMPTY, ...report })}\n`);
  return true;
};

/** Adds a remark about the environment to the summary, or prints it where there is no summary. */
export function noteEnvironment(note: string): void {
  if (!append({ notes: [note] })) console.info(note);
}

/** Adds to the summary what is not tested here and why, or prints it where there is no summary. */
export function noteLeftOut(what: string): void {
  if (!append({ leftOut: [what] })) console.info(what);
}

/** Returns what the processes have appended to `file`; empty if none has. */
export function readReports(file: string): ProcessReport[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as ProcessReport);
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Failures first, then what was slow and what was left out. */
export function formatReport({ passed, skipped, failures, slowest, notes, leftOut }: ProcessReport): string {
  const list = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [`\n${title}:`, ...lines.map((line) => `  ${line}`)] : [];
  return [
    ...list(
      'Failed',
      failures.map(({ name, file, message }) => `${name}\n    ${file ? `${file}: ` : ''}${message}`),
    ),
    ...list(
      'Slowest tests',
      slowest.map(({ name, milliseconds }) => `${seconds(milliseconds).padStart(8)}  ${name}`),
    ),
    ...list('Environment', notes),
    ...list('Left out', leftOut),
    `\n${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ].join('\n');
}

const firstLine = ({ message }: { message: string }) => message.split('\n', 1)[0]!;

const nameOf = (test: TestCase) => `${test.project.name}: ${test.fullName}`;

/** The Vitest reporter that writes the report, also of a run that is ended because it takes too long. */
export class RunReporter implements Reporter {
  /** Files that run, each with the test that it is at. */
  private readonly running = new Map<TestModule, TestCase | null>();

  onInit(vitest: Vitest): void {
    process.once('SIGTERM', () => {
      this.onTestRunEnd(vitest.state.getTestModules(), [], 'interrupted');
      process.exit(1);
    });
  }

  onTestModuleStart(module: TestModule): void {
    this.running.set(module, null);
  }

  onTestCaseReady(test: TestCase): void {
    this.running.set(test.module, test);
  }

  onTestModuleEnd(module: TestModule): void {
    this.running.delete(module);
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { message: string }[],
    reason: TestRunEndReason = 'passed',
  ): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: nameOf(test),
        file: module.relativeModuleId,
        milliseconds: test.diagnostic()?.duration ?? 0,
        state: test.result().state,
        errors: test.result().errors ?? [],
      })),
    );
    const report: ProcessReport = {
      ...EMPTY,
      passed: tests.filter(({ state }) => state === 'passed').length,
      skipped: tests.filter(({ state }) => state === 'skipped').length,
      failures: [
        ...tests
          .filter(({ state }) => state === 'failed')
          .map(({ name, file, errors }) => ({ name, file, message: errors.map(firstLine).join('; ') })),
        // Errors of a whole file: it could not be loaded, or its setup failed.
        ...modules.flatMap((module) =>
          [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())].map((error) => ({
            name: `${module.project.name}: the whole file`,
            file: module.relativeModuleId,
            message: firstLine(error),
          })),
        ),
        ...unhandled.map((error) => ({ name: 'outside of any test', file: null, message: firstLine(error) })),
        ...(reason === 'interrupted' ? this.interrupted() : []),
      ],
      slowest: tests
        .map(({ name, milliseconds }) => ({ name, milliseconds }))
        .toSorted((a, b) => b.milliseconds - a.milliseconds)
        .slice(0, SLOWEST),
      files: Object.fromEntries(
        modules.map((module) => [`${module.project.name} ${module.relativeModuleId}`, module.diagnostic().duration]),
      ),
    };
    if (!append(report) && tests.length > 1) console.info(formatReport(report));
  }

  private interrupted(): Failure[] {
    const message = 'was running when the run was interrupted';
    if (this.running.size === 0) return [{ name: 'interrupted', file: null, message: 'the run did not end' }];
    return [...this.running].map(([module, test]) => ({
      name: test ? nameOf(test) : `${module.project.name}: the whole file`,
      file: module.relativeModuleId,
      message,
    }));
  }
}
