import { describe, expect, it } from 'vitest';
import {
  adrProblems,
  argumentProblems,
  lengthProblems,
  linkProblems,
  nameProblems,
  referenceProblems,
  scriptProblems,
  unlistedScripts,
} from '../docs.ts';
import { anchorOf, parseMarkdown } from '../support/markdown.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
const ADR =
  '# 001 A title\n\nDate: 2026-11-20\nStatus: accepted\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n';
const INDEX = '- [001 A title](001-a-title.md)\n';
const adrs = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([name, text]) => [`docs/decisions/${name}`, text]));

describe('lengthProblems', () => {
  it('reports a sentence of 26 words, also over two lines', () => {
    const text = `Short one. W${words(12)}\n${words(14)}.`;
    expect(lengthProblems('a.md', parseMarkdown(text))).toHaveLength(1);
  });
  it('accepts a sentence of 25 words and a cell of 20', () => {
    const text = `${words(25)}.\n\n| a | b |\n|---|---|\n| ${words(20)} | x |`;
    expect(lengthProblems('a.md', parseMarkdown(text))).toEqual([]);
  });
  it('reports a table cell of 21 words by its line', () => {
    const text = `| a |\n|---|\n| ${words(21)} |`;
    expect(lengthProblems('a.md', parseMarkdown(text))[0]).toMatch(/^a\.md:3: a table cell of 21 words/);
  });
  it('ignores fenced code and counts inline code as one word', () => {
    const text = `\`\`\`\n${words(40)}\n\`\`\`\n\nRun \`${words(40)}\` now.`;
    expect(lengthProblems('a.md', parseMarkdown(text))).toEqual([]);
  });
  it('checks each list item on its own', () => {
    expect(lengthProblems('a.md', parseMarkdown(`- ${words(20)}\n- ${words(20)}`))).toEqual([]);
  });
});

describe('linkProblems', () => {
  const check = (text: string, other = '# Some: heading\n') =>
    linkProblems(
      new Map([
        ['docs/a.md', parseMarkdown(text)],
        ['docs/b.md', parseMarkdown(other)],
      ]),
      (path) => ['docs/a.md', 'docs/b.md', 'src/x.ts'].includes(path),
    );

  it('accepts files, headings, web addresses and existing paths', () => {
    expect(check('[b](b.md), [h](b.md#some-heading), [w](https://example.com), `src/x.ts`, `src/*.ts`')).toEqual([]);
  });
  it.each([
    ['a missing file', '[c](c.md)'],
    ['a missing heading', '[b](b.md#other)'],
    ['a missing heading in the same file', '[a](#other)'],
    ['a missing image', '<img src="images/no.png">'],
    ['a missing path in code', '`src/y.ts`'],
  ])('reports %s', (_, text) => {
    expect(check(text)).toHaveLength(1);
  });
  it('numbers repeated headings as GitHub does', () => {
    expect(check('[b](b.md#twice-1)', '# Twice\n\n# Twice\n')).toEqual([]);
    expect(anchorOf('`code` & more')).toBe('code--more');
  });
});

describe('nameProblems', () => {
  const check = (text: string) =>
    nameProblems(new Map([['docs/a.md', parseMarkdown(text)]]), new Set(['hold_booking', 'useMutation']));

  it('accepts names that sources have, plain words and commands', () => {
    expect(check('`private.hold_booking`, `useMutation()`, `epoch`, `npm run old_name`')).toEqual([]);
  });
  it.each(['`private.judge_all`', '`oldName()`', '`old_status`'])('reports %s', (text) => {
    expect(check(text)).toHaveLength(1);
  });
});

it('scriptProblems reports an npm script that does not exist', () => {
  const files = new Map([['README.md', 'Run `npm run check`, then `npm run db:typs`.']]);
  expect(scriptProblems(files, ['check', 'db:types'])).toEqual(['README.md: no npm script db:typs']);
});

it('unlistedScripts reports an npm script that the list of commands lacks', () => {
  const files = new Map([['docs/commands.md', '`npm test`, `npm run format:check` and `npm run soak -- schedules`']]);
  expect(unlistedScripts(files, ['test', 'format:check', 'soak'])).toEqual([]);
  expect(unlistedScripts(files, ['format', 'test:real'])).toEqual([
    'docs/commands.md: npm script format is missing',
    'docs/commands.md: npm script test:real is missing',
  ]);
});

describe('argumentProblems', () => {
  const check = (text: string) =>
    argumentProblems(new Map([['README.md', text]]), (path) => path.endsWith('/a.test.ts'));

  it('accepts parts of benchmarks and journeys that exist', () => {
    const commands = [
      'npm run bench',
      'npm run bench start guest',
      'npm run bench:server guests',
      'npm run bench:trace',
    ];
    expect(check(commands.map((command) => `\`${command}\``).join(', '))).toEqual([]);
    expect(check('`npm run test:browser -- a.test.ts`')).toEqual([]);
  });
  it.each([
    ['npm run bench starts', 'bench has no part starts'],
    ['npm run bench:server guests start', 'bench:server has no part start'],
    ['npm run test:browser -- b.test.ts', 'no journey b.test.ts'],
  ])('reports %s', (command, problem) => {
    expect(check(`\`${command}\``)).toEqual([`README.md: ${problem}`]);
  });
});

describe('adrProblems', () => {
  it('accepts an ADR that has the shape and is in the index', () => {
    expect(adrProblems(adrs({ 'README.md': INDEX, '001-a-title.md': ADR }))).toEqual([]);
  });
  it.each([
    ['no date', ADR.replace(/Date: .*\n/, '')],
    ['an unknown status', ADR.replace('accepted', 'done')],
    ['another number than its file', ADR.replace('# 001', '# 002')],
    ['a missing section', ADR.replace('## Decision', '## What')],
  ])('reports %s', (_, text) => {
    expect(adrProblems(adrs({ 'README.md': INDEX, '001-a-title.md': text }))).not.toEqual([]);
  });
  it('reports an ADR that the index lacks, and a second one of a number', () => {
    expect(adrProblems(adrs({ 'README.md': '', '001-a-title.md': ADR }))).toHaveLength(1);
    expect(adrProblems(adrs({ 'README.md': INDEX, '001-a-title.md': ADR, '001-other.md': ADR }))).not.toEqual([]);
  });
});

describe('referenceProblems', () => {
  const check = (text: string) => referenceProblems(adrs({ '001-a-title.md': ADR }).set('src/x.ts', text));

  it('accepts references to an ADR that exists', () => {
    expect(check('// See ADR 001, and docs/decisions/001-a-title.md.')).toEqual([]);
  });
  it.each(['ADR 009', 'ADR 001, 009', 'ADRs 001 and 009', 'docs/decisions/009-x.md', ' * as ADR\n * 009 says'])(
    'reports a missing ADR in "%s"',
    (text) => {
      expect(check(text)).toEqual(['src/x.ts: there is no ADR 009']);
    },
  );
});
