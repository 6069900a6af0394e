/**
 * Checks the bundle budgets (docs/performance.md): the code that runs before today's list paints, what is precached
 * for offline use, the first load of a booking page, and its browser target. Run on its own, it reads `dist/` as `npm
 * run build` left it.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { readSourcesHash } from '../build/sources.ts';
import { newerSyntax } from './newer-syntax.ts';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  css?: string[];
}

const DIST = new URL('../dist/', import.meta.url).pathname;
type Manifest = Record<string, Chunk>;

/** Reads the Vite manifest of one of the two programs. */
function manifestOf(dist: string, name: string): Manifest {
  return JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8')) as Manifest;
}
const gzip = (dist: string, file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).byteLength;

/** Returns the script files that the entries import statically. */
function graph(manifest: Manifest, entries: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build manifest has no ${key}.`);
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return files;
}

/** Returns the total size of the files after gzip, in kB of 1,000 bytes. */
function weigh(dist: string, files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzip(dist, file), 0) / 1000;
}

/** Measures the build in the folder `dist`. */
export async function checkBudgets(dist = DIST): Promise<CheckResult> {
  if (readSourcesHash(dist) === null)
    return { problems: ['There is no complete build in dist/: npm run bundle makes one.'] };
  const manifest = manifestOf(dist, 'manifest.json');
  // Only what the page itself loads, and its texts; the rest of the list's code is in the start script.
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/<script\b[^>]*\bsrc="\/([^"]+)"/g)].map((match) => match[1]!);
  const checkIn = new Set([...scripts, ...graph(manifest, ['texts:start-da'])]);
  const booking = graph(manifestOf(dist, 'booking.json'), ['booking.html', 'texts:booking-da']);

  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
  const precached = [...worker.matchAll(/url:\s*"([^"]+)"/g)].map((match) => match[1]!);
  const precache = precached.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0) / 1000;

  /** Text that proves a part is in a bundle; its code must load only after the first paint. */
  const LATE = {
    engine: 'getDatabaseNames',
    supabase: 'GoTrueClient',
    bugsnag: 'notify.bugsnag.com',
    toasts: 'data-sonner-toaster',
    scanner: 'zxing',
    menus: 'fui-MenuPopover',
    dialogs: 'data-overlay-heading',
    online: 'QueryFailed',
  };
  const textOf = (file: string) => readFileSync(join(dist, file), 'utf8');
  const later = readdirSync(join(dist, 'assets'))
    .map((file) => `assets/${file}`)
    .filter((file) => file.endsWith('.js') && !checkIn.has(file));

  /**
   * Returns the gzipped size in kB of one `ui` module on its own, without libraries and `lib`, which the program loads
   * anyway.
   */
  async function weighAlone(entry: string): Promise<number> {
    const built = await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        lib: { entry: new URL(`../${entry}`, import.meta.url).pathname, formats: ['es'], fileName: 'part' },
        rolldownOptions: { external: (id) => (!id.startsWith('.') && !id.startsWith('/')) || id.includes('/lib/') },
      },
    });
    const chunks = ([built].flat() as { output: { code?: string }[] }[]).flatMap(({ output }) => output);
    return chunks.reduce((sum, { code = '' }) => sum + (code ? gzipSync(code, { level: 9 }).byteLength : 0), 0) / 1000;
  }

  const rows = [
    { what: 'JS before today’s list paints, gzip', kB: weigh(dist, checkIn), budget: 160 },
    { what: 'JS of a booking page at first, gzip', kB: weigh(dist, booking), budget: 108 },
    { what: 'JS of the date grid in it, gzip', kB: await weighAlone('src/ui/dates/date-grid.tsx'), budget: 2 },
    { what: 'embed.js, which other sites load, gzip', kB: weigh(dist, ['embed.js']), budget: 5 },
    { what: 'Precache, as stored', kB: precache, budget: 2400 },
  ];
  const problems: string[] = [];
  for (const row of rows)
    if (row.kB > row.budget) problems.push(`${row.what}: ${row.kB.toFixed(1)} kB, budget ${row.budget} kB`);
  for (const [what, mark] of Object.entries(LATE)) {
    if ([...checkIn].some((file) => textOf(file).includes(mark)))
      problems.push(`${what} must load after the first paint`);
    if (!later.some((file) => textOf(file).includes(mark)))
      problems.push(`no later chunk contains “${mark}”, which identifies ${what}: update LATE in tests/budgets.ts`);
  }
  if (/type="module"|modulepreload/.test(page))
    problems.push('the start must be a classic script, whose compiled code browsers cache');
  const wasm = readdirSync(join(dist, 'assets')).filter((file) => /\.(?:wasm|packed)$/.test(file));
  if (wasm.length === 0) problems.push('the scanner’s wasm is not in the build');
  // Pictures are made smaller online only, so the encoder is not precached (ADR 039).
  for (const file of wasm)
    if (!file.startsWith('webp_enc') && !precached.includes(`assets/${file}`))
      problems.push(`${file} is not precached`);
  for (const texts of ['start', 'roll-call', 'report-tour-numbers', 'auth-and-guards'])
    for (const locale of ['en', 'es', 'da', 'it']) {
      const file = manifest[`texts:${texts}-${locale}`]?.file;
      if (!file || !precached.includes(file)) problems.push(`the texts “${texts}” in ${locale} are not precached`);
    }
  if (readFileSync(join(dist, 'booking.html'), 'utf8').includes('rel="manifest"'))
    problems.push('booking.html must not link the web app manifest');
  if (precached.some((file) => file.startsWith('assets/booking-')))
    problems.push('the code of the guest pages must not be precached');
  if (precached.includes('embed.js')) problems.push('embed.js must not be precached');
  // A sentence of the pattern samples, which belong to the embedded host and not to the built app.
  const SAMPLE = 'Twelve of fifteen are here.';
  if (
    !readFileSync(new URL('../supabase/local/patterns/sheets/overlay-sheet.tsx', import.meta.url), 'utf8').includes(
      SAMPLE,
    )
  )
    problems.push(`overlay-sheet.tsx no longer contains “${SAMPLE}”: update SAMPLE in tests/budgets.ts`);
  const patterns = later.filter((file) => textOf(file).includes(SAMPLE));
  if (patterns.length > 0) problems.push(`the pattern samples must not be in the app: ${patterns.join(', ')}`);
  if (precached.includes('booking.html')) problems.push('booking.html must not be precached');
  problems.push(...(await newerSyntax(dist)));

  if (runsAlone(import.meta))
    console.table(rows.map(({ what, kB, budget }) => ({ what, kB: Number(kB.toFixed(1)), budget, ok: kB <= budget })));
  if (process.argv.includes('--files')) {
    for (const file of [...checkIn].sort((a, b) => gzip(dist, b) - gzip(dist, a)))
      console.log(`${(gzip(dist, file) / 1000).toFixed(1).padStart(7)} kB  ${file}`);
  }
  return { problems };
}

if (runsAlone(import.meta)) reportProblems(await checkBudgets());
