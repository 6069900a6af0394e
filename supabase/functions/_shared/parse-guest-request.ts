/** Requests of guest pages: a small JSON body by POST, from any origin, without cookies. */
import * as v from 'valibot';
import { jsonResponse } from './json-response.ts';
import { parseJson, readBodyText } from './request-body.ts';

const MAX_BODY_BYTES = 1024;
export const GUEST_CORS_HEADERS = { 'Access-Control-Allow-Origin': '*' };
const PREFLIGHT = {
  ...GUEST_CORS_HEADERS,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'apikey, content-type',
  'Access-Control-Max-Age': '86400',
};

/** Returns the parsed body, or the response to a preflight or an invalid request. */
export async function parseGuestRequest<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema> | Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT });
  if (request.method !== 'POST')
    return jsonResponse(405, { status: 'wrong_method' }, { Allow: 'POST, OPTIONS', ...GUEST_CORS_HEADERS });
  const body = await readBodyText(request, MAX_BODY_BYTES);
  const parsed = body === null ? null : v.safeParse(schema, parseJson(body));
  return parsed?.success ? parsed.output : jsonResponse(400, { status: 'invalid' }, GUEST_CORS_HEADERS);
}
