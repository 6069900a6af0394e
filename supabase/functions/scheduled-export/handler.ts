/**
 * GET with `?key=`: the bookings of an export that goes outside the team, as CSV, by the link that was sent (ADR 068). The file is written while it is
 * read, page by page, and kept nowhere: who was forgotten since the mail is forgotten in it.
 */
import * as v from 'valibot';
import { cellOf, shownCells, withCurrency, type BookingCellId } from '../../../src/domain/booking-cells.ts';
import { CSV_MARK, csvTable, csvWayOf } from '../../../src/lib/csv.ts';
import { REGIONS } from '../../../src/lib/locales.ts';
import { answer } from '../_shared/answers.ts';
import { DatabaseFailure, type Handler } from '../_shared/ports.ts';
import { Page, bookingsOf, type FoundPage } from './bookings.ts';
import { fileWords } from './words.ts';

const TOKEN = /^[A-Za-z0-9_-]{32,64}$/;
/** A thousand bookings each. More are not sent for; what has grown so much since is broken off rather than cut short without a word. */
const MOST_PAGES = 12;

export const scheduledExport: Handler = async (request, { clock, database }) => {
  if (request.method !== 'GET') return answer(405, { status: 'wrong_method' }, { Allow: 'GET' });
  const token = new URL(request.url).searchParams.get('key') ?? '';
  if (!TOKEN.test(token)) return answer(404, { status: 'not_found' });
  const ask = async (after: unknown) => {
    const page = v.safeParse(
      Page,
      await database.call('scheduled_export_page', {
        token,
        after,
        // Only the platform's gateway sets this header.
        address: request.headers.get('cf-connecting-ip'),
      }),
    );
    if (!page.success) throw new DatabaseFailure('scheduled_export_page answered something else');
    return page.output;
  };
  const first = await ask(null);
  if (first.status === 'slow_down') return answer(429, first, { 'Retry-After': String(first.retry_after) });
  if (first.status === 'not_found') return answer(404, first);
  const rows = rowsOf(first, ask);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await rows.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await rows.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${first.slug}-${clock.now().toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  });
};

const minutes = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ');

async function* rowsOf(
  first: FoundPage,
  ask: (after: unknown) => Promise<v.InferOutput<typeof Page>>,
): AsyncGenerator<string> {
  const words = fileWords(first.locale, first.time_zone);
  const way = csvWayOf(REGIONS[first.locale]);
  const cells = withCurrency(shownCells(first.columns)).map((id) => cellOf(id as BookingCellId));
  yield CSV_MARK + csvTable([cells.map(({ text }) => words.heading(text))], way);
  let page = first;
  for (let place = 1; ; place += 1) {
    yield csvTable(
      bookingsOf(page).map((booking) =>
        cells.map(({ plain, kind }) => {
          const value = plain(booking, words);
          return kind === 'time' && typeof value === 'number' ? minutes(value) : value;
        }),
      ),
      way,
    );
    if (page.next === null) return;
    const next = place < MOST_PAGES ? await ask(page.next) : null;
    if (next?.status !== 'ok') throw new Error('The export could not be read to its end');
    page = next;
  }
}
