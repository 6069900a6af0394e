/** What is sent to be written, as far as it fits; and how it is answered. */
import * as v from 'valibot';
import { CROSS_ORIGIN } from './cross-origin.ts';
import type { Shape } from './operations.ts';
import { problem } from './problems.ts';
import { namesOf } from './reading.ts';

const LARGEST = 65_536;

/** The body, or the problem that speaks against it. */
export async function bodyOf(
  request: Request,
  shape: Shape,
  headers: Record<string, string>,
): Promise<Record<string, unknown> | Response> {
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST) return problem('too_large', {}, headers);
  const body = await request.text();
  if (body.length > LARGEST) return problem('too_large', {}, headers);
  const given = v.safeParse(shape, parsed(body));
  if (!given.success) return problem('invalid', { fields: namesOf(given.issues) }, headers);
  return given.output as Record<string, unknown>;
}

export const told = (answer: unknown, status: number, headers: Record<string, string>) =>
  new Response(JSON.stringify(answer), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...CROSS_ORIGIN, ...headers },
  });

function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    // A list would pass for an object without entries.
    return Array.isArray(value) ? null : value;
  } catch {
    return null;
  }
}
