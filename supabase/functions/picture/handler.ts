/**
 * GET with `?tag=`: a picture of a tour on sale or a logo, cacheable for good, as a new picture has a new tag (ADR
 * 039).
 */
import * as v from 'valibot';
import { jsonResponse } from '../_shared/json-response.ts';
import { DatabaseFailure, type Handler } from '../_shared/ports.ts';

const TAG = /^[0-9a-f]{16}$/;
/** Guest pages have another origin than the functions and are embedded in other sites. */
const FROM_ANYWHERE = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

const Found = v.variant('status', [
  v.object({ status: v.literal('ok'), base64: v.string() }),
  v.object({ status: v.literal('not_found') }),
  v.object({ status: v.literal('rate_limited'), retry_after: v.number() }),
]);

export const picture: Handler = async (request, { database }) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return jsonResponse(405, { status: 'wrong_method' }, { Allow: 'GET, HEAD', ...FROM_ANYWHERE });
  const tag = new URL(request.url).searchParams.get('tag') ?? '';
  if (!TAG.test(tag)) return jsonResponse(404, { status: 'not_found' }, FROM_ANYWHERE);
  const found = v.safeParse(
    Found,
    // Only the platform's gateway sets this header.
    await database.call('read_public_picture', { tag, address: request.headers.get('cf-connecting-ip') }),
  );
  if (!found.success) throw new DatabaseFailure('read_public_picture returned an unexpected response');
  const result = found.output;
  if (result.status === 'rate_limited')
    return jsonResponse(429, result, { 'Retry-After': String(result.retry_after), ...FROM_ANYWHERE });
  if (result.status === 'not_found') return jsonResponse(404, result, FROM_ANYWHERE);
  const bytes = Uint8Array.from(atob(result.base64), (character) => character.charCodeAt(0));
  return new Response(request.method === 'HEAD' ? null : bytes, {
    headers: {
      'Content-Type': 'image/webp',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      ...FROM_ANYWHERE,
    },
  });
};
