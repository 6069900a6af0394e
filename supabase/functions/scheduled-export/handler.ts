/**
 * GET with `?key=`: the bookings of an export sent outside the team, as CSV or XLSX (ADR 048). Streamed page by page
 * and never stored, so that guests erased since are missing.
 */
import * as v from 'valibot';
import { cellOf, visibleCells, withCurrency, type BookingCellId } from '../../../src/domain/booking-cells.ts';
import type { ExportFormat } from '../../../src/domain/scheduled-exports.ts';
import { UTF8_BOM, csvTable, csvFormatOf } from '../../../src/lib/csv.ts';
import {
  csvRow,
  FILE_TYPES,
  numberFormatOf,
  xlsxRow,
  type CellKind,
  type FileRow,
} from '../../../src/lib/file-cells.ts';
import { REGIONS, type Locale } from '../../../src/lib/locales.ts';
import { xlsxFiles } from '../../../src/lib/xlsx.ts';
import { zip } from '../../../src/lib/zip.ts';
import { jsonResponse } from '../_shared/json-response.ts';
import { DatabaseFailure, type Handler } from '../_shared/ports.ts';
import { Page, toExportedBookings, type FoundPage } from './bookings.ts';
import { loadFileTexts } from './file-texts.ts';

const TOKEN = /^[A-Za-z0-9_-]{32,64}$/;
/**
 * 1000 bookings each. Larger exports are not sent; if one has grown since, the download fails instead of being
 * truncated silently.
 */
const MAX_PAGES = 12;

export const scheduledExport: Handler = async (request, { clock, database }) => {
  if (request.method !== 'GET') return jsonResponse(405, { status: 'wrong_method' }, { Allow: 'GET' });
  const token = new URL(request.url).searchParams.get('key') ?? '';
  if (!TOKEN.test(token)) return jsonResponse(404, { status: 'not_found' });
  const ask = async (after: unknown) => {
    const page = v.safeParse(
      Page,
      await database.call('read_scheduled_export_page', {
        token,
        after,
        // Only the platform's gateway sets this header.
        address: request.headers.get('cf-connecting-ip'),
      }),
    );
    if (!page.success) throw new DatabaseFailure('read_scheduled_export_page returned an unexpected response');
    return page.output;
  };
  const first = await ask(null);
  if (first.status === 'rate_limited') return jsonResponse(429, first, { 'Retry-After': String(first.retry_after) });
  if (first.status === 'not_found') return jsonResponse(404, first);
  const now = clock.now();
  const bytes = FILES[first.format](tableOf(first, ask), { locale: first.locale, now });
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
      'Content-Type': FILE_TYPES[first.format],
      'Content-Disposition': `attachment; filename="${first.slug}-${dayOf(now)}.${first.format}"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  });
};

interface Table {
  heads: string[];
  kinds: (CellKind | undefined)[];
  /** Rows, one page at a time. */
  rows: AsyncGenerator<FileRow[]>;
}
interface About {
  locale: Locale;
  now: Date;
}
const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** Streams the bytes of each format. */
const FILES: Record<ExportFormat, (table: Table, about: About) => AsyncGenerator<Uint8Array<ArrayBuffer>>> = {
  async *csv({ heads, kinds, rows }, { locale }) {
    const encoder = new TextEncoder();
    const format = csvFormatOf(REGIONS[locale]);
    yield encoder.encode(UTF8_BOM + csvTable([heads], format));
    for await (const page of rows)
      yield encoder.encode(
        csvTable(
          page.map((row) => csvRow(row, kinds)),
          format,
        ),
      );
  },
  async *xlsx({ heads, kinds, rows }, { now }) {
    const columns = heads.map((header, at) => ({
      header,
      ...numberFormatOf(kinds[at]),
      // A date that does not fit is not shown at all.
      width: Math.max(header.length + 2, kinds[at] === 'time' ? 17 : 12),
    }));
    async function* each() {
      for await (const page of rows) for (const row of page) yield xlsxRow(row, kinds);
    }
    yield* zip(xlsxFiles(each(), { sheet: dayOf(now), columns }), now);
  },
};

function tableOf(first: FoundPage, ask: (after: unknown) => Promise<v.InferOutput<typeof Page>>): Table {
  const texts = loadFileTexts(first.locale, first.time_zone);
  const cells = withCurrency(visibleCells(first.columns)).map((id) => cellOf(id as BookingCellId));
  async function* rows(): AsyncGenerator<FileRow[]> {
    let page = first;
    for (let pageNumber = 1; ; pageNumber += 1) {
      yield toExportedBookings(page).map((booking) => cells.map(({ plain }) => plain(booking, texts)));
      if (page.next === null) return;
      const next = pageNumber < MAX_PAGES ? await ask(page.next) : null;
      if (next?.status !== 'ok') throw new Error('The export could not be read completely');
      page = next;
    }
  }
  return { heads: cells.map(({ text }) => texts.heading(text)), kinds: cells.map(({ kind }) => kind), rows: rows() };
}
