/** Validated request bodies and JSON responses of the API. */
import * as v from 'valibot';
import { parseJson, readBodyText, findUnstorableText } from '../_shared/request-body.ts';
import { API_CORS_HEADERS } from './cors-headers.ts';
import type { Shape } from './operations.ts';
import { problem } from './problems.ts';
import { invalidFieldNames } from './queries.ts';

const MAX_BODY_BYTES = 65_536;

/** Returns the validated body, or the problem response. */
export async function parseBody(
  request: Request,
  shape: Shape,
  headers: Record<string, string>,
): Promise<Record<string, unknown> | Response> {
  const body = await readBodyText(request, MAX_BODY_BYTES);
  if (body === null) return problem('too_large', {}, headers);
  const value = parseJson(body);
  // An array would pass as an object without entries.
  const parsed = v.safeParse(shape, Array.isArray(value) ? null : value);
  if (!parsed.success) return problem('invalid', { fields: invalidFieldNames(parsed.issues) }, headers);
  const unstorable = findUnstorableText(parsed.output);
  if (unstorable !== null) return problem('invalid', { fields: [unstorable] }, headers);
  return parsed.output as Record<string, unknown>;
}

export const jsonResponse = (result: unknown, status: number, headers: Record<string, string>) =>
  new Response(JSON.stringify(result), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...API_CORS_HEADERS, ...headers },
  });
