import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { eventually } from '../support/eventually.ts';
import { formatReport, mergeReports, readReports, type ProcessReport } from './report.ts';
import { machineCpuSeconds, runStage, runStages, type Stage } from './stages.ts';

const node = (name: string, script: string, hasTests = false): Stage => ({
  name: `stages.test ${name}`,
  command: [process.execPath, '-e', script],
  hasTests,
});

const reporting = (report: Partial<ProcessReport>) =>
  `require('node:fs').appendFileSync(process.env.TEST_REPORT, ${JSON.stringify(
    `${JSON.stringify({ passed: 0, skipped: 0, failures: [], slowest: [], files: {}, notes: [], leftOut: [], ...report })}\n`,
  )});`;
const FAILURE = { name: 'unit: adds', file: 'add.test.ts', message: 'expected 3' };

test('keeps the output of a command in its log', async () => {
  const { isPassed, log } = await runStage(node('output', `console.log('to out'); console.error('to err')`));
  expect(isPassed).toBe(true);
  expect(readFileSync(log, 'utf8')).toMatch(/to out[^]*to err|to err[^]*to out/);
});

test.each([
  ['exits with an error', node('exit', 'process.exit(3)'), 'ended with 3'],
  ['is killed', node('killed', `process.kill(process.pid, 'SIGKILL')`), 'ended with SIGKILL'],
  ['succeeds without having run a test', node('no report', '', true), 'ended with 0 before any test ran'],
  ['reports a failed test', node('failed', reporting({ failures: [FAILURE] }), true), 'expected 3'],
  [
    'ends with an error after all tests passed',
    node('late', `${reporting({ passed: 1 })} process.exit(99)`, true),
    'ended with 99',
  ],
])('fails a stage that %s', async (_, stage, message) => {
  const { isPassed, report } = await runStage(stage);
  expect(isPassed).toBe(false);
  expect(report.failures.map((failure) => failure.message)).toEqual([message]);
});

const shell = (name: string, script: string): Stage => ({
  name: `stages.test ${name}`,
  command: ['sh', '-c', script],
  hasTests: false,
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('ends a stage after its limit, with everything that it started', async () => {
  const { report, log } = await runStage({ ...shell('hangs', 'sleep 600 & echo $!; wait'), limit: 3_000 });
  expect(report.failures).toMatchObject([{ message: 'ended with SIGTERM after 0.05 minutes' }]);
  const pid = Number(readFileSync(log, 'utf8'));
  expect(pid).toBeGreaterThan(0);
  // It may still be there for a moment, until its parent has noticed.
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('ends a stage although a process that it left behind keeps its output open', async () => {
  const { isPassed } = await runStage(shell('leaves a process', 'sleep 600 &'));
  expect(isPassed).toBe(true);
});

test('names the test that a run was at when it was ended, and what had failed before', async () => {
  const folder = join(REPOSITORY, 'tests/.output/interrupted');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const at = (name: string) => join(folder, name);
  writeFileSync(
    at('hang.test.ts'),
    `import { expect, test } from 'vitest';
    test('is wrong', () => expect(1).toBe(2));
    test('never ends', () => new Promise(() => undefined), 0);`,
  );
  writeFileSync(
    at('vitest.config.ts'),
    `import { writeFileSync } from 'node:fs';
    import { RunReporter } from '../../run/report.ts';
    const marker = { onTestCaseReady: ({ name }) => name === 'never ends' && writeFileSync('hanging', '') };
    export default { test: { name: 'hang', reporters: [new RunReporter(), marker] } };`,
  );
  const vitest = spawn(process.execPath, [join(REPOSITORY, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    env: { ...process.env, TEST_REPORT: at('report.jsonl') },
    stdio: 'ignore',
  });
  const exit = once(vitest, 'exit');
  await eventually(
    async () => existsSync(at('hanging')) || vitest.exitCode !== null,
    (isHanging) => isHanging,
  );
  vitest.kill('SIGTERM');
  await exit;
  const { failures } = mergeReports(readReports(at('report.jsonl')));
  expect(failures.map(({ name, message }) => `${name}: ${message}`)).toEqual([
    'hang: is wrong: expected 1 to be 2 // Object.is equality',
    'hang: never ends: was running when the run was interrupted',
  ]);
});

test('counts processor time once when two stages run side by side', async () => {
  const busy = `for (let n = 0, text = ''; n < 500_000; n += 1) text = String(n) + text.slice(0, 9);`;
  const before = machineCpuSeconds() ?? 0;
  const results = await runStages([node('one', busy), node('other', busy)], { atOnce: 2, ended: () => undefined });
  const used = (machineCpuSeconds() ?? 0) - before;
  expect(results.reduce((sum, { cpuSeconds }) => sum + (cpuSeconds ?? 0), 0)).toBeLessThanOrEqual(used + 0.001);
});

test('ignores the report of an earlier run', async () => {
  await runStage(node('twice', reporting({ passed: 5 }), true));
  expect((await runStage(node('twice', '', true))).isPassed).toBe(false);
});

test('fails a stage whose command does not exist', async () => {
  const { isPassed, report } = await runStage({
    name: 'stages.test absent',
    command: ['no-such-command'],
    hasTests: false,
  });
  expect(isPassed).toBe(false);
  expect(report.failures[0]?.message).toContain('ENOENT');
});

test('runs the remaining stages after one failed', async () => {
  const results = await runStages([node('red', 'process.exit(1)'), node('green', '')], {
    atOnce: 1,
    ended: () => undefined,
  });
  expect(results.map(({ isPassed }) => isPassed)).toEqual([false, true]);
});

test('formats failures before everything else and counts at the end', async () => {
  const report = (values: Partial<ProcessReport>): ProcessReport => ({ ...mergeReports([]), ...values });
  const text = formatReport(
    mergeReports([
      report({ passed: 3, slowest: [{ name: 'unit: slow', milliseconds: 1500 }], notes: ['Chromium 1'] }),
      report({ passed: 2, skipped: 1, failures: [FAILURE], notes: ['Chromium 1'], leftOut: ['WebKit: not installed'] }),
    ]),
  );
  expect(text.trim().split('\n').filter(Boolean)).toEqual([
    'Failed:',
    '  unit: adds',
    '    add.test.ts: expected 3',
    'Slowest tests:',
    '     1.5 s  unit: slow',
    'Environment:',
    '  Chromium 1',
    'Left out:',
    '  WebKit: not installed',
    '5 passed, 1 failed, 1 skipped',
  ]);
});
