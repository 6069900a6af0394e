/**
 * Runs each test once as usual, and then again in the same process for each mutant that it reached and no test has
 * killed yet. A mutant costs one test instead of a start of Vitest. Module state that outlives a test can hide a kill,
 * but never make one up: a test that does not pass twice without a mutant judges none.
 */
import { setMaxListeners } from 'node:events';
import { TestRunner, type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite } from 'vitest';
import { readState, writeState } from './state.ts';

/** Switches that the instrumented code reads and writes. */
interface Switches {
  activeMutant?: string;
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/** Hooks that a test registers while it runs. */
interface HooksOfTest {
  onFinished?: ((context: unknown) => unknown)[];
  onFailed?: unknown;
}

/** CPU time in milliseconds; a longer test would use it again for each mutant. */
const MAX_CPU_MS = 500;
/** Maximum time of a test without a mutant, in milliseconds. */
const MAX_TEST_MS = 15_000;
/**
 * Limit on instrumented runs, relative to the run without a mutant, and its minimum: an endless loop blocks every
 * timer.
 */
const MAX_RUNS_FACTOR = 100;
const MIN_RUNS = 100_000;
/** Tries only one in this many mutants. */
const SAMPLE = Number(process.env['MUTATION_SAMPLE']);
const NO_MUTANT = 'none';
const OVERTIME = 'mutation: no end';
const ENDLESS = 'mutation: endless loop';
const HIT_LIMIT = 'Stryker: Hit count limit';
/** Tests may replace the global ones. */
const { setTimeout, clearTimeout, performance } = globalThis;
const STATE = process.env['MUTATION_STATE']!;
const switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {});

export default class MutationRunner extends TestRunner {
  private readonly state = readState(STATE);
  private hasTried = false;

  constructor(...args: ConstructorParameters<typeof TestRunner>) {
    super(...args);
    // Each attempt adds a listener to the signal of its test.
    setMaxListeners(0);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    switches.activeMutant = NO_MUTANT;
    switches.currentTestId = test.id;
  }

  /** Runs while the test is still current, as `expect.poll` requires. */
  async onAfterRetryTask(test: RunnerTestCase): Promise<void> {
    const { result } = test;
    if (result?.state === 'fail' && this.hasTried) {
      // A mutant of an earlier test has changed module state; `npm test` shows whether the test itself passes.
      this.state.unrepeatable.push(`${test.file.name} > ${test.name}, after the mutants of earlier tests`);
      result.state = 'pass';
      delete result.errors;
    } else if (result?.state === 'pass') await this.tryMutants(test);
  }

  override onAfterRunFiles(): void {
    for (const id of Object.keys(switches.mutantCoverage?.static ?? {})) this.state.loading[id] = true;
    writeState(STATE, this.state);
    super.onAfterRunFiles();
  }

  private async tryMutants(test: RunnerTestCase): Promise<void> {
    const { killed, reached, tried, once, unrepeatable, slow } = this.state;
    const coverage = switches.mutantCoverage;
    const hits = Object.entries(coverage?.perTest[test.id] ?? {});
    for (const [id] of hits) reached[id] = true;
    const open = hits.filter(([id]) => Number(id) % SAMPLE === 0 && !killed[id] && !coverage?.static[id]);
    if (open.length === 0) return;
    switches.currentTestId = 'repeated';
    const name = `${test.file.name} > ${test.name}`;
    const begun = performance.now();
    const used = process.cpuUsage();
    const again: Record<string, number> = {};
    if (coverage) coverage.perTest['repeated'] = again;
    const problem = await this.attempt(test, MAX_TEST_MS);
    const limit = Math.max(1000, 20 * (performance.now() - begun));
    const { user, system } = process.cpuUsage(used);
    if (problem) unrepeatable.push(`${name}: ${problem.message}`);
    if ((user + system) / 1000 > MAX_CPU_MS) slow.push(name);
    if (problem || (user + system) / 1000 > MAX_CPU_MS) return;
    this.hasTried = true;
    const max = Math.max(MAX_RUNS_FACTOR * sumOf(again), MIN_RUNS);
    for (const [id, count] of open) {
      // This code runs the first time only and its module keeps the result, so no later run would meet the mutant.
      if (!again[id]) {
        once[id] = true;
        continue;
      }
      tried[id] = true;
      switches.activeMutant = id;
      switches.hitCount = 0;
      switches.hitLimit = Math.max(100 * count, 1000);
      if (coverage) coverage.perTest['repeated'] = endingAfter(max);
      const failure = await this.attempt(test, limit);
      switches.activeMutant = NO_MUTANT;
      delete switches.hitCount;
      if (failure)
        killed[id] =
          [OVERTIME, ENDLESS].includes(failure.message) || failure.message.startsWith(HIT_LIMIT) ? 'timeout' : name;
    }
    if (coverage) coverage.perTest['repeated'] = {};
    const after = await this.attempt(test, MAX_TEST_MS);
    if (after) unrepeatable.push(`${name}, after its mutants: ${after.message}`);
  }

  /** Runs a test with its surrounding hooks. Returns the error, or null if it passed. */
  private async attempt(test: RunnerTestCase, limit: number): Promise<Error | null> {
    const suites = suitesOf(test);
    const cleanups: (() => unknown)[] = [];
    const run = async () => {
      this.onBeforeTryTask(test);
      for (const suite of suites)
        for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) {
          const cleanup: unknown = await hook(test.context, suite);
          if (typeof cleanup === 'function') cleanups.push(cleanup as () => unknown);
        }
      await TestRunner.getTestFn(test)();
      this.onAfterTryTask(test);
    };
    let failure: Error | null = null;
    const within = async (work: () => Promise<void>) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const overtime = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(OVERTIME)), limit);
      });
      await Promise.race([work(), overtime]).catch((error: unknown) => {
        failure ??= error instanceof Error ? error : new Error(String(error));
      });
      clearTimeout(timer);
    };
    const hooks = test as HooksOfTest;
    await within(run);
    await within(async () => {
      for (const suite of suites.toReversed())
        for (const hook of TestRunner.getSuiteHooks(suite).afterEach.toReversed()) await hook(test.context, suite);
      for (const cleanup of cleanups.toReversed()) await cleanup();
      for (const hook of hooks.onFinished ?? []) await hook(test.context);
    });
    delete hooks.onFinished;
    delete hooks.onFailed;
    return failure;
  }
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Returns counters for the instrumented code that throw once there were `max` runs. */
function endingAfter(max: number): Record<string, number> {
  let runs = 0;
  return new Proxy<Record<string, number>>(
    {},
    {
      set() {
        runs += 1;
        if (runs > max) throw new Error(ENDLESS);
        return true;
      },
    },
  );
}

/** Returns the file and the suites around a test, outermost first. */
function suitesOf(test: RunnerTestCase): (RunnerTestSuite | RunnerTestFile)[] {
  const suites: (RunnerTestSuite | RunnerTestFile)[] = [];
  for (let suite = test.suite; suite && suite !== test.file; suite = suite.suite) suites.unshift(suite);
  return [test.file, ...suites];
}
