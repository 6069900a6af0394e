/**
 * `npm run soak` tries all random cases; `npm run soak -- schedules 10000 --seed 7` tries that many of the named files
 * from a seed.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { testsByImports } from './run/affected-tests.ts';

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
const count = positionals.find((argument) => /^\d+$/.test(argument));
const names = positionals.filter((argument) => argument !== count);

const sources = new Map(
  ['src', 'supabase', 'tests']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);
// Including tests that use it through helpers.
const files = [...testsByImports(['src/lib/testing/random-cases.ts'], sources).keys()]
  .toSorted()
  .filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
if (files.length === 0) throw new Error(`No test file with random cases matches ${names.join(' or ')}.`);

const projects = ['unit', 'unit-isolated', 'database', 'functions', 'simulation'].map((name) => `--project=${name}`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--testTimeout=86400000', ...files],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      SOAK: '1',
      ...(values.seed && { MUSTER_SEED: values.seed }),
      ...(count && { MUSTER_CASES: count }),
    },
  },
);
process.exitCode = status ?? 1;
