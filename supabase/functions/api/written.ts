/** What is sent to be written, as far as it fits; and how it is answered. */
import * as v from 'valibot';
import { parsed, textOf, unkeptIn } from '../_shared/request-body.ts';
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
  const body = await textOf(request, LARGEST);
  if (body === null) return problem('too_large', {}, headers);
  const value = parsed(body);
  // A list would pass for an object without entries.
  const given = v.safeParse(shape, Array.isArray(value) ? null : value);
  if (!given.success) return problem('invalid', { fields: namesOf(given.issues) }, headers);
  const unkept = unkeptIn(given.output);
  if (unkept !== null) return problem('invalid', { fields: [unkept] }, headers);
  return given.output as Record<string, unknown>;
}

export const jsonAnswer = (answer: unknown, status: number, headers: Record<string, string>) =>
  new Response(JSON.stringify(answer), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...CROSS_ORIGIN, ...headers },
  });
