/**
 * `npm run test:mutation`: changes the sources in small ways (mutants) and reports which changes no unit test notices.
 * After `--`: areas (`domain`) or files (`src/domain/money.ts`), whose surviving mutants are then printed;
 * `--sample=10` tries every tenth mutant only. Fails if a whole area is below its floor.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { AREAS, NOT_MUTATED, type Area } from './areas.ts';
import { readState, type Mutant, type State } from './state.ts';

const OUTPUT = join(REPOSITORY, 'tests/.output/mutation');

const STATUSES = ['killed', 'survived', 'uncovered', 'loading'] as const;
type Status = (typeof STATUSES)[number];
type Counts = Record<Status, number>;

interface Judged extends Mutant {
  file: string;
  status: Status;
}

function runArea(name: string, area: Area, { files, isWhole }: { files: string[]; isWhole: boolean }): Judged[] {
  const [state, mutants] = [join(OUTPUT, `${name}.state.json`), join(OUTPUT, `${name}.mutants.json`)];
  rmSync(state, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      join(REPOSITORY, 'node_modules/vitest/vitest.mjs'),
      ...(isWhole ? ['run'] : ['related', '--run', ...files]),
      '--config',
      'tests/mutation/vitest.config.js',
    ],
    {
      cwd: REPOSITORY,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        MUTATION_FILES: JSON.stringify(files.map((file) => join(REPOSITORY, file))),
        MUTATION_TESTS: area.tests,
        MUTATION_STATE: state,
        MUTATION_MUTANTS: mutants,
        MUTATION_SAMPLE: String(sample),
      },
    },
  );
  if (status !== 0) throw new Error(`The tests of ${name} already fail without a mutant.`);
  const known = readState(state);
  const { unrepeatable, slow } = known;
  for (const test of slow) console.warn(`Skipped because it takes too long: ${test}`);
  for (const test of unrepeatable) console.warn(`Skipped because it does not pass twice: ${test}`);
  const tried = (JSON.parse(readFileSync(mutants, 'utf8')) as Mutant[]).filter(({ id }) => Number(id) % sample === 0);
  return tried.map((mutant) => ({
    ...mutant,
    file: relative(REPOSITORY, mutant.fileName),
    status: statusOf(mutant.id, known),
  }));
}

function statusOf(id: string, { killed, loading, tried, once, reached }: State): Status {
  if (killed[id]) return 'killed';
  if (loading[id] || (once[id] && !tried[id])) return 'loading';
  return reached[id] ? 'survived' : 'uncovered';
}

function count(mutants: readonly Judged[]): Counts {
  const counts: Counts = { killed: 0, survived: 0, uncovered: 0, loading: 0 };
  for (const { status } of mutants) counts[status] += 1;
  return counts;
}

/** Code that runs once, while a module loads or fills a cache, is not scored: it cannot be switched on for one test. */
function scoreOf({ killed, survived, uncovered }: Counts): number {
  const all = killed + survived + uncovered;
  return all === 0 ? 100 : (100 * killed) / all;
}

function table(rows: readonly (readonly [name: string, mutants: readonly Judged[]])[]): string {
  const cells = rows.map(([name, mutants]) => {
    const counts = count(mutants);
    return [name, ...STATUSES.map((status) => String(counts[status])), scoreOf(counts).toFixed(1)];
  });
  const all = [['', ...STATUSES, 'score'], ...cells];
  const widths = all[0]!.map((_, at) => Math.max(...all.map((row) => row[at]!.length)));
  return all
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]! + 2))).join(''),
    )
    .join('\n');
}

function describeMutant({ file, location: { start, end }, mutatorName, replacement }: Judged): string {
  const lines = readFileSync(join(REPOSITORY, file), 'utf8').split('\n');
  const first = lines[start.line]!;
  const original = start.line === end.line ? first.slice(start.column, end.column) : `${first.slice(start.column)} …`;
  return `${file}:${start.line + 1} ${mutatorName}: ${original.slice(0, 100)} -> ${replacement.replace(/\s+/g, ' ').slice(0, 100)}`;
}

const SAMPLE = /^--sample=([1-9]\d*)$/;
const words = process.argv.slice(2);
const sample = Number(words.map((word) => SAMPLE.exec(word)?.[1]).find((count) => count !== undefined) ?? 1);
const selected = words.filter((word) => !SAMPLE.test(word));
const isFile = (word: string) => word.includes('/');
const names = selected.filter((word) => !isFile(word));
for (const name of names)
  if (!AREAS[name]) throw new Error(`Unknown area ${name}. Areas: ${Object.keys(AREAS).join(', ')}.`);
mkdirSync(OUTPUT, { recursive: true });

const sources = readdirSync(join(REPOSITORY, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts') && !NOT_MUTATED.test(file))
  .toSorted();
const rows: [string, Judged[]][] = [];
let isBelow = false;
for (const [name, area] of Object.entries(AREAS)) {
  const all = sources.filter((file) => area.mutate.test(file));
  const isWhole = selected.length === 0 || names.includes(name);
  const files = isWhole ? all : all.filter((file) => selected.some((word) => isFile(word) && file.endsWith(word)));
  if (files.length === 0) continue;
  const mutants = runArea(name, area, { files, isWhole });
  const byFile = new Map<string, Judged[]>();
  for (const mutant of mutants) byFile.set(mutant.file, [...(byFile.get(mutant.file) ?? []), mutant]);
  const open = mutants.filter(({ status }) => status === 'survived' || status === 'uncovered');
  const report = [...byFile].toSorted(([, a], [, b]) => scoreOf(count(a)) - scoreOf(count(b)));
  const text = `${table(report)}\n\n${open.map(describeMutant).join('\n')}\n`;
  writeFileSync(join(OUTPUT, `${name}.txt`), text);
  if (!isWhole) console.info(text);
  rows.push([isWhole ? name : `${name} (part)`, mutants]);
  if (isWhole && area.floor !== null && scoreOf(count(mutants)) < area.floor) {
    isBelow = true;
    console.error(
      `${name} is below its floor of ${area.floor} %; the mutants are in tests/.output/mutation/${name}.txt.`,
    );
  }
}
if (rows.length === 0) throw new Error(`No mutated source is named ${selected.join(', ')}.`);
console.info(table(rows));
process.exitCode = isBelow ? 1 : 0;
