/** Acts on bookings, by the booking engine; repeated with the same Idempotency-Key, each is done once. */
import * as v from 'valibot';
import { DatabaseFailure, type Ports } from '../_shared/ports.ts';
import { admitted } from './admission.ts';
import { CROSS_ORIGIN } from './cross-origin.ts';
import type { WriteOperation } from './operations.ts';
import { problem, problemOf } from './problems.ts';
import { namesOf } from './reading.ts';
import { Outcome, id } from './shapes.ts';

const LARGEST = 65_536;
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

export async function act(
  request: Request,
  { operation, at, ports }: { operation: WriteOperation; at: string | undefined; ports: Ports },
): Promise<Response> {
  const admission = await admitted(request, operation.scope, ports);
  if (admission instanceof Response) return admission;
  const { headers, key } = admission;
  const name = request.headers.get('idempotency-key') ?? '';
  if (!IDEMPOTENCY_KEY.test(name)) return problem('no_idempotency_key', {}, headers);
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST) return problem('too_large', {}, headers);
  const body = await request.text();
  if (body.length > LARGEST) return problem('too_large', {}, headers);
  const given = v.safeParse(operation.body, parsed(body));
  if (!given.success) return problem('invalid', { fields: namesOf(given.issues) }, headers);
  const isNew = operation.act === 'hold_booking';
  if (!isNew && !v.is(id(), at)) return problem('not_found', {}, headers);
  const answer = (await ports.database.call('api_act', {
    key_id: key,
    request: name,
    act: operation.act,
    args: isNew ? bookingOf(given.output as Record<string, unknown>) : { booking: at, change: given.output },
  })) as Record<string, unknown>;
  if (answer['status'] !== 'ok') return problemOf(answer, headers);
  const outcome = v.safeParse(Outcome, answer);
  if (!outcome.success) throw new DatabaseFailure('api_act answered something else');
  return new Response(JSON.stringify(outcome.output), {
    status: operation.status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...CROSS_ORIGIN, ...headers },
  });
}

const bookingOf = ({ departure_id: departure, ...booking }: Record<string, unknown>) => ({
  departure,
  booking: { ...booking, source: 'api' },
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
