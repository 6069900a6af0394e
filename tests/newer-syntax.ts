/**
 * Finds syntax in the guests' built pages that a browser of docs/browsers.md cannot parse: no guest should have to
 * update before booking. The linter checks platform features of our own code (`compat/compat`); this checks the
 * language of everything that is shipped.
 */
import { Linter } from 'eslint';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** What Safari 16.4, Chromium 110 and Firefox 115 support completely. */
const ECMA = 2022;
const OLDEST = ['chrome110', 'safari16.4', 'firefox115'];

/** Returns the parser's errors where a script is newer. */
export function newerScript(code: string, sourceType: 'module' | 'script'): string[] {
  const messages = new Linter().verify(
    code,
    { languageOptions: { ecmaVersion: ECMA, sourceType } },
    { allowInlineConfig: false },
  );
  return messages.filter(({ fatal }) => fatal).map(({ message, line, column }) => `${line}:${column} ${message}`);
}

/** Returns a stylesheet as the bundler writes it for the given browsers. */
async function written(css: string, cssTarget: string | string[]): Promise<string> {
  const entry = 'virtual:sheet.css';
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'sheet',
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) => (id === `\0${entry}` ? css : undefined),
      },
    ],
    build: { write: false, cssTarget, cssMinify: 'lightningcss', rolldownOptions: { input: entry } },
  });
  const files = ([built].flat() as { output: { fileName: string; source?: string | Uint8Array }[] }[]).flatMap(
    (bundle) => bundle.output,
  );
  return files
    .filter(({ fileName }) => fileName.endsWith('.css'))
    .map(({ source }) => String(source))
    .join('');
}

/** For these declarations the bundler also prepares `light-dark()`, which it would rewrite. */
const SCHEME = /(?<!-)color-scheme:[^;}]*;?/g;

/** Returns whether the bundler would rewrite a stylesheet for the oldest browsers. */
export async function isNewerSheet(sheet: string): Promise<boolean> {
  const css = sheet.replaceAll(SCHEME, '');
  return (await written(css, OLDEST)) !== (await written(css, 'esnext'));
}

/** Checks the guests' part of a build; returns one line per finding. */
export async function newerSyntax(dist: string): Promise<string[]> {
  const assets = readdirSync(join(dist, 'assets'))
    .filter((file) => file.startsWith('booking-') || guests(dist).has(`assets/${file}`))
    .map((file) => `assets/${file}`);
  const problems: string[] = [];
  const read = (file: string) => readFileSync(join(dist, file), 'utf8');
  for (const file of [
    ...assets.filter((asset) => asset.endsWith('.js')),
    'embed.js',
    'first-paint.js',
    'ticket-worker.js',
  ])
    problems.push(
      ...newerScript(read(file), file.startsWith('assets/') ? 'module' : 'script').map(
        (problem) => `${file}:${problem}`,
      ),
    );
  for (const file of assets.filter((asset) => asset.endsWith('.css')))
    if (await isNewerSheet(read(file))) problems.push(`${file} uses CSS that the oldest supported browsers lack`);
  return problems;
}

/** Returns every file of the guests' program, including lazy ones. */
function guests(dist: string): Set<string> {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/booking.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[] }
  >;
  return new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]));
}
