/**
 * Names the slowest tests at the end of a run, where its time goes, and what failed, which stands far above. Where SLOWEST_TESTS names a file, each process only notes its own
 * there, and tests/slowest.ts names those of the whole (.ci/run).
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

export const SHOWN = 10;

export interface Timed {
  took: number;
  name: string;
}
/** A line of the file: of one process. */
export interface Noted {
  ran: number;
  slowest: Timed[];
  /** What failed, and what was the matter; also what was thrown outside of any test, which fails a run all the same. */
  failed: string[];
  /** What passed the second time. */
  again: string[];
}

const slowestOf = (tests: readonly Timed[]): Timed[] =>
  tests.toSorted((one, other) => other.took - one.took).slice(0, SHOWN);

/** What is noted of several processes as one. */
export const together = (noted: readonly Noted[]): Noted => ({
  ran: noted.reduce((sum, { ran }) => sum + ran, 0),
  slowest: slowestOf(noted.flatMap(({ slowest }) => slowest)),
  failed: noted.flatMap(({ failed }) => failed),
  again: noted.flatMap(({ again }) => again),
});

const listed = (title: string, lines: readonly string[]) => (lines.length > 0 ? [`\n${title}:`, ...lines] : []);

export const inWords = ({ ran, slowest, failed, again }: Noted): string =>
  [
    `\nThe slowest ${slowest.length} of ${ran} tests:`,
    ...slowest.map(({ took, name }) => `${(took / 1000).toFixed(1).padStart(7)} s  ${name}`),
    ...listed('Passed the second time', again),
    ...listed('Failed', failed),
  ].join('\n');

const firstLine = ({ message }: { message: string }) => message.split('\n', 1)[0]!;

export class SlowestTests implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { message: string }[],
    reason: TestRunEndReason = 'passed',
  ): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        took: test.diagnostic()?.duration ?? 0,
        name: `${module.project.name}: ${test.fullName}`,
        isFlaky: test.diagnostic()?.flaky ?? false,
        errors: test.result().errors ?? [],
        isFailed: test.result().state === 'failed',
      })),
    );
    const ran = tests.filter(({ took }) => took > 0);
    const noted: Noted = {
      ran: ran.length,
      slowest: slowestOf(ran.map(({ took, name }) => ({ took, name }))),
      failed: [
        ...tests
          .filter(({ isFailed }) => isFailed)
          .map(({ name, errors }) => `${name}: ${errors.map(firstLine).join('; ')}`),
        // Of a whole file: it could not be read, or what stands before its tests failed.
        ...modules.flatMap((module) => module.errors().map((error) => `${module.moduleId}: ${firstLine(error)}`)),
        ...unhandled.map((error) => `outside of any test: ${firstLine(error)}`),
        ...(reason === 'interrupted' ? ['it was interrupted'] : []),
      ],
      again: tests.filter(({ isFlaky }) => isFlaky).map(({ name }) => name),
    };
    const file = process.env['SLOWEST_TESTS'];
    if (file) {
      mkdirSync(dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify(noted)}\n`);
    } else if (ran.length > SHOWN) console.info(inWords(noted));
  }
}
