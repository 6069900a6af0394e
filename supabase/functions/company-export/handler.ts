/**
 * GET with `?key=`: a company's archive for a short-lived token. Streamed while it is read: each file as JSON and CSV,
 * page by page from the database, with a description.
 */
import * as v from 'valibot';
import { csvFile, csvTable, type CsvValue } from '../../../src/lib/csv.ts';
import { zip, type ZipFile } from '../../../src/lib/zip.ts';
import { jsonResponse } from '../_shared/json-response.ts';
import { DatabaseFailure, type FunctionDatabase, type Handler } from '../_shared/ports.ts';

const Found = v.variant('status', [
  v.object({
    status: v.literal('ok'),
    company: v.object({ name: v.string(), slug: v.string() }),
    requested_at: v.string(),
    files: v.array(
      v.object({
        file: v.string(),
        parts: v.array(v.number()),
        description: v.nullable(v.string()),
        columns: v.array(v.object({ name: v.string(), kind: v.string(), description: v.nullable(v.string()) })),
      }),
    ),
  }),
  v.object({ status: v.literal('not_found') }),
]);
type Archive = Extract<v.InferOutput<typeof Found>, { status: 'ok' }>;
const PageRows = v.object({ status: v.literal('ok'), rows: v.string() });

export const companyExport: Handler = async (request, { database }) => {
  if (request.method !== 'GET') return jsonResponse(405, { status: 'wrong_method' }, { Allow: 'GET' });
  const token = new URL(request.url).searchParams.get('key') ?? '';
  const found = v.safeParse(Found, await database.call('read_export_to_send', { token }));
  if (!found.success) throw new DatabaseFailure('read_export_to_send returned an unexpected response');
  if (found.output.status !== 'ok') return jsonResponse(404, found.output);
  const archive = found.output;
  const bytes = zip(filesOf(archive, { database, token }), new Date(archive.requested_at));
  const name = `${archive.company.slug}-${archive.requested_at.slice(0, 10)}.zip`;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await bytes.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  });
};

type Source = { database: FunctionDatabase; token: string };

async function* filesOf(archive: Archive, source: Source): AsyncGenerator<ZipFile> {
  yield { name: 'README.txt', content: once(descriptionOf(archive)) };
  for (const { file, parts, columns } of archive.files) {
    yield { name: `json/${file}.json`, content: jsonOf(parts, source) };
    yield {
      name: `csv/${file}.csv`,
      content: csvOf(
        parts,
        columns.map(({ name }) => name),
        source,
      ),
    };
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function rowsOf(page: number, { database, token }: Source): Promise<string> {
  const parsed = v.safeParse(PageRows, await database.call('read_export_part', { token, ordinal: page }));
  if (!parsed.success) throw new DatabaseFailure('read_export_part returned an unexpected response');
  return parsed.output.rows;
}

/** Streams the pages of a file as one JSON array. */
async function* jsonOf(pages: readonly number[], source: Source): AsyncGenerator<string> {
  let begun = false;
  yield '[';
  for (const page of pages) {
    const inside = (await rowsOf(page, source)).slice(1, -1);
    if (inside === '') continue;
    yield `${begun ? ',' : ''}\n${inside}`;
    begun = true;
  }
  yield '\n]\n';
}

/** Streams the pages of a file as CSV with a byte order mark, by which spreadsheets recognise UTF-8. */
async function* csvOf(pages: readonly number[], columns: readonly string[], source: Source): AsyncGenerator<string> {
  let names = columns;
  let headed = false;
  for (const page of pages) {
    const rows = JSON.parse(await rowsOf(page, source)) as Record<string, unknown>[];
    // Files that a function produces have no columns in the catalogue.
    if (names.length === 0) names = Object.keys(rows[0] ?? {});
    if (!headed) yield csvFile([names]);
    headed = true;
    yield csvTable(rows.map((row) => names.map((name) => cellOf(row[name]))));
  }
}

const cellOf = (value: unknown): CsvValue =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CsvValue);

function descriptionOf({ company, requested_at: at, files }: Archive): string {
  const lines = [
    `All data of ${company.name} as of ${at}.`,
    '',
    'Each file is included twice with the same rows: as JSON (UTF-8) in json/, and for spreadsheets as CSV (RFC 4180, UTF-8)',
    'in csv/. In CSV, lists and objects are JSON, and text that a spreadsheet would read as a formula starts with an apostrophe.',
    'Rows refer to each other by id. Times are ISO 8601; amounts are in the smallest unit of their currency, such as cents.',
    'No file contains keys, passwords, tokens or their hashes. Data of erased guests is not included.',
  ];
  for (const { file, description, columns } of files) {
    lines.push('', `== ${file}`, ...(description ? [description] : []));
    for (const { name, kind, description: columnDescription } of columns)
      lines.push(`  ${name} (${kind})${columnDescription ? `: ${columnDescription}` : ''}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}
