/**
 * GET with `?token=`: the departures of a company, tour or guide as an iCalendar file (RFC 5545) at a secret address
 * (ADR 065). Unchanged feeds are answered with 304.
 */
import * as v from 'valibot';
import { calendarFeed as feedFile } from '../../../src/domain/calendar-file.ts';
import { jsonResponse } from '../_shared/json-response.ts';
import { DatabaseFailure, type Handler } from '../_shared/ports.ts';
import { Feed, calendarEntries, feedName } from './entries.ts';

const TOKEN = /^[A-Za-z0-9_-]{32,64}$/;

const Found = v.variant('status', [
  v.object({ status: v.literal('ok'), stamp: v.string(), ...Feed.entries }),
  v.object({ status: v.literal('same'), stamp: v.string() }),
  v.object({ status: v.literal('not_found') }),
  v.object({ status: v.literal('rate_limited'), retry_after: v.number() }),
]);

/** Weak, as the file contains its creation time. */
const tagOf = (stamp: string) => `W/"${stamp}"`;
const STAMP = /"([0-9a-f]{32})"/;

export const calendarFeed: Handler = async (request, { clock, database }) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return jsonResponse(405, { status: 'wrong_method' }, { Allow: 'GET, HEAD' });
  const token = new URL(request.url).searchParams.get('token') ?? '';
  if (!TOKEN.test(token)) return jsonResponse(404, { status: 'not_found' });
  const found = v.safeParse(
    Found,
    await database.call('read_calendar_feed_entries', {
      token,
      known_stamp: STAMP.exec(request.headers.get('if-none-match') ?? '')?.[1] ?? null,
      // Only the platform's gateway sets this header.
      address: request.headers.get('cf-connecting-ip'),
      program: request.headers.get('user-agent'),
    }),
  );
  if (!found.success) throw new DatabaseFailure('read_calendar_feed_entries returned an unexpected response');
  const result = found.output;
  if (result.status === 'rate_limited') return jsonResponse(429, result, { 'Retry-After': String(result.retry_after) });
  if (result.status === 'not_found') return jsonResponse(404, result);
  const headers = {
    ETag: tagOf(result.stamp),
    // Private caches must revalidate; shared caches must not store it.
    'Cache-Control': 'private, no-cache',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  };
  if (result.status === 'same') return new Response(null, { status: 304, headers });
  const file = feedFile({ name: feedName(result), entries: calendarEntries(result) }, clock.now());
  return new Response(request.method === 'HEAD' ? null : file, {
    headers: {
      ...headers,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="muster.ics"',
      'X-Content-Type-Options': 'nosniff',
    },
  });
};
