/**
 * Checks the docs: short sentences and table cells, links, paths and names that exist, ADRs of one shape that the index
 * lists, and references to existing ADRs. Run on its own by `npm run docs`.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { BENCH_PARTS, SERVER_PARTS, TRACE_PARTS, unknownParts } from './bench/parts.ts';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';
import { countWords, parseMarkdown, type MarkdownParts } from './support/markdown.ts';

const root = join(import.meta.dirname, '..');
const MAX_SENTENCE_WORDS = 25;
const MAX_CELL_WORDS = 20;
const README_LINES = 120;
const COMMANDS = 'docs/commands.md';
const ADRS = 'docs/decisions';
const SECTIONS = ['Context', 'Decision', 'Consequences'];
/** Folders whose files inline code may name by path. */
const NAMED = /^(?:src|supabase|tests|build|docs|locales|public)\/[\w./@-]+$/;
const ABSENT = new Set(['supabase/schemas', 'tests/.output', 'tests/.output/stages/']);

/** Names of other programs, and of alternatives that were decided against. */
const OTHERS = new Set([
  'FluentProvider',
  'btree_gin',
  'pg_trgm',
  'xms_edov',
  'schema_paths',
  '_URI',
  '_SECRETS',
  'GOTRUE_HOOK_SEND_EMAIL_ENABLED',
]);

/** File contents by path from the root of the repository. */
export type Files = ReadonlyMap<string, string>;

const FOLDERS = ['.ci', '.github', 'build', 'docs', 'src', 'supabase', 'tests'];
const SKIPPED = /^(?:tests\/\.output|supabase\/\.temp)\//;

/** Returns the files of the repository, without those that are generated. */
function repositoryFiles(): string[] {
  const inFolders = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const atTop = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  return [...atTop, ...inFolders].filter((path) => !SKIPPED.test(path));
}

/** Returns sentences and table cells that are too long. */
export function lengthProblems(file: string, { sentences, cells }: MarkdownParts): string[] {
  const tooLong = (kind: string, max: number) => (part: { text: string; line: number }) => {
    const words = countWords(part.text);
    return words > max ? [`${file}:${part.line}: ${kind} of ${words} words (${max}): ${part.text.slice(0, 60)}…`] : [];
  };
  return [
    ...sentences.flatMap(tooLong('a sentence', MAX_SENTENCE_WORDS)),
    ...cells.flatMap(tooLong('a table cell', MAX_CELL_WORDS)),
  ];
}

/** Returns links and paths that lead nowhere. `exists` checks a path from the root. */
export function linkProblems(
  docs: ReadonlyMap<string, MarkdownParts>,
  exists: (path: string) => boolean = (path) => existsSync(join(root, path)),
): string[] {
  const problems: string[] = [];
  for (const [file, { links, code }] of docs) {
    for (const { text, line } of links) {
      if (/^[a-z]+:/.test(text)) continue;
      const [path, anchor] = text.split('#') as [string, string?];
      const target = path === '' ? file : normalize(join(dirname(file), path));
      if (!exists(target)) problems.push(`${file}:${line}: no file ${target}`);
      else if (anchor !== undefined && docs.has(target) && !docs.get(target)!.anchors.has(anchor))
        problems.push(`${file}:${line}: no heading #${anchor} in ${target}`);
    }
    for (const { text, line } of code)
      if (NAMED.test(text) && !ABSENT.has(text) && !exists(text)) problems.push(`${file}:${line}: no file ${text}`);
  }
  return problems;
}

/** Returns names in inline code that no source contains: functions, tables, statuses, variables. */
export function nameProblems(docs: ReadonlyMap<string, MarkdownParts>, known: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  for (const [file, { code }] of docs)
    for (const { text, line } of code) {
      if (!/^[\w.]+(?:\(\))?$/.test(text)) continue;
      // Plain words, such as a column's value, occur everywhere.
      for (const name of text.match(/\w{4,}/g) ?? [])
        if (/_|[a-z][A-Z]/.test(name) && !known.has(name) && !OTHERS.has(name))
          problems.push(`${file}:${line}: no source has the name ${name}`);
    }
  return problems;
}

/** Returns npm scripts that the docs name and package.json does not have. */
export function scriptProblems(files: Files, scripts: readonly string[]): string[] {
  return [...files].flatMap(([file, text]) =>
    [...text.matchAll(/\bnpm run ([\w:-]+)/g)].flatMap(([, name]) =>
      scripts.includes(name!) ? [] : [`${file}: no npm script ${name}`],
    ),
  );
}

/** Returns npm scripts that the list of commands lacks. */
export function unlistedScripts(files: Files, scripts: readonly string[]): string[] {
  const list = files.get(COMMANDS) ?? '';
  const isListed = (name: string) => new RegExp(`\\bnpm (?:run )?${name}(?![\\w:-])`).test(list);
  return scripts.flatMap((name) => (isListed(name) ? [] : [`${COMMANDS}: npm script ${name} is missing`]));
}

const PARTS: Record<string, readonly string[]> = {
  bench: BENCH_PARTS,
  'bench:server': SERVER_PARTS,
  'bench:trace': TRACE_PARTS,
};

/** Returns arguments of commands that do not exist: parts of a benchmark, and files of journeys. */
export function argumentProblems(
  files: Files,
  exists: (path: string) => boolean = (path) => existsSync(join(root, path)),
): string[] {
  const problems: string[] = [];
  for (const [file, text] of files) {
    for (const [, script, names] of text.matchAll(/\bnpm run (bench(?::\w+)?)((?: [a-z]+)*)`/g))
      for (const name of unknownParts(PARTS[script!] ?? [], names!.split(' ').filter(Boolean)))
        problems.push(`${file}: ${script} has no part ${name}`);
    for (const [, name] of text.matchAll(/\bnpm run test:browser -- ([\w-]+\.test\.ts)\b/g))
      if (!exists(`tests/browser/${name}`)) problems.push(`${file}: no journey ${name}`);
  }
  return problems;
}

/** Returns ADRs that have another shape, or that the index does not list. */
export function adrProblems(files: Files): string[] {
  const problems: string[] = [];
  const index = files.get(`${ADRS}/README.md`) ?? '';
  const numbers = new Set<string>();
  for (const [path, text] of files) {
    const name = path.slice(ADRS.length + 1);
    if (!path.startsWith(`${ADRS}/`) || name === 'README.md') continue;
    const number = /^(\d{3})-[a-z0-9-]+\.md$/.exec(name)?.[1];
    if (!number) {
      problems.push(`${path}: name it NNN-words-with-hyphens.md`);
      continue;
    }
    if (numbers.has(number)) problems.push(`${path}: a second ADR ${number}`);
    numbers.add(number);
    const shape = new RegExp(
      `^# ${number} \\S.*\\n\\nDate: \\d{4}-\\d\\d-\\d\\d\\nStatus: (?:accepted|replaced by ADR \\d{3})\\n\\n`,
    );
    if (!shape.test(text)) problems.push(`${path}: begin with "# ${number} Title", then "Date:" and "Status:"`);
    const sections = [...text.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
    if (sections.join() !== SECTIONS.join()) problems.push(`${path}: sections are ${SECTIONS.join(', ')}`);
    const title = /^# \d+ (.*)$/m.exec(text)?.[1] ?? '';
    if (!index.includes(`[${number} ${title}](${name})`))
      problems.push(`${path}: not in ${ADRS}/README.md by its title`);
  }
  return problems;
}

const REFERENCE = /\bADRs? (\d{3}(?:(?:,| and| or| to)* \d{3})*)|docs\/decisions\/(\d{3})/g;

/** Returns references to ADRs that do not exist. */
export function referenceProblems(files: Files): string[] {
  const numbers = new Set([...files.keys()].flatMap((path) => /^docs\/decisions\/(\d{3})-/.exec(path)?.[1] ?? []));
  const problems: string[] = [];
  for (const [path, text] of files) {
    // A reference may be broken over two lines of a comment.
    const joined = text.replace(/\n\s*(?:\*|--|\/\/|#)?\s*/g, ' ');
    for (const [, list, single] of joined.matchAll(REFERENCE))
      for (const number of (single ?? list!).match(/\d{3}/g)!)
        if (!numbers.has(number)) problems.push(`${path}: there is no ADR ${number}`);
  }
  return problems;
}

/** Returns every name that the files contain, docs aside. */
const namesOf = (files: Files): Set<string> =>
  new Set([...files].flatMap(([path, text]) => (path.endsWith('.md') ? [] : (text.match(/\w{4,}/g) ?? []))));

export function checkDocs(): CheckResult {
  const paths = repositoryFiles();
  const read = (some: string[]): Files => new Map(some.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const markdown = read(paths.filter((path) => path.endsWith('.md')));
  const docs = new Map([...markdown].map(([path, text]) => [path, parseMarkdown(text)]));
  const sources = read(
    paths.filter((path) =>
      /^(?:src|supabase|tests|build|docs|\.ci|\.github|[^/]+$).*\.(?:tsx?|js|cjs|json|sql|toml|md|css|html)$/.test(
        path,
      ),
    ),
  );
  // The samples of this check's own test name ADRs that do not exist.
  const referring = new Map(
    [...sources].filter(([path]) => !['tests/lint/docs.test.ts', 'package-lock.json'].includes(path)),
  );
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const lines = (markdown.get('README.md') ?? '').trimEnd().split('\n').length;
  return {
    problems: [
      ...[...docs].flatMap(([file, parts]) => lengthProblems(file, parts)),
      ...linkProblems(docs),
      ...nameProblems(docs, namesOf(referring)),
      ...scriptProblems(markdown, Object.keys(scripts)),
      ...unlistedScripts(markdown, Object.keys(scripts)),
      ...argumentProblems(markdown),
      ...adrProblems(markdown),
      ...referenceProblems(referring),
      ...(lines > README_LINES ? [`README.md: ${lines} lines (${README_LINES})`] : []),
    ],
    report: `${docs.size} documents`,
  };
}

if (runsAlone(import.meta)) reportProblems(checkDocs());
