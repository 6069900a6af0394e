/** Loads the chosen sources with all their mutants, each behind a switch, and runs the tests of one area on them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { defineConfig } from 'vitest/config';

const files = JSON.parse(process.env['MUTATION_FILES']);
const silent = () => {};
const logger = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: console.error,
  fatal: console.error,
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => true,
  isFatalEnabled: () => true,
};

const instrumented = await new Instrumenter(logger).instrument(
  files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') })),
  { plugins: null, excludedMutations: [], ignorers: [], noHeader: false },
);
writeFileSync(process.env['MUTATION_MUTANTS'], JSON.stringify(instrumented.mutants));
const sources = new Map(instrumented.files.map(({ name, content }) => [name, content]));

export default defineConfig({
  plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => sources.get(id) }],
  test: {
    include: [process.env['MUTATION_TESTS']],
    environment: 'node',
    // One file after the other, because each starts with the mutants that earlier files have killed.
    maxWorkers: 1,
    fileParallelism: false,
    runner: 'tests/mutation/mutation-runner.ts',
    setupFiles: ['tests/mutation/setup.ts'],
    // To Vitest, a test and all its mutants are one test; the runner limits each attempt itself.
    testTimeout: 2 ** 31 - 1,
    hookTimeout: 120_000,
    reporters: ['dot'],
    onConsoleLog: () => false,
    // A mutant may cause errors after its test has ended.
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
