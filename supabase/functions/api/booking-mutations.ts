/** Booking actions through the booking engine, idempotent by Idempotency-Key. */
import * as v from 'valibot';
import { DatabaseFailure, type Ports } from '../_shared/ports.ts';
import { authenticate } from './authenticate.ts';
import type { WriteOperation } from './operations.ts';
import { problem, problemFromRefusal } from './problems.ts';
import { Outcome, id } from './response-schemas.ts';
import { parseBody, jsonResponse } from './request-body.ts';

export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

export async function handleMutation(
  request: Request,
  { operation, at, ports }: { operation: WriteOperation; at: string | undefined; ports: Ports },
): Promise<Response> {
  const admission = await authenticate(request, operation.scope, ports);
  if (admission instanceof Response) return admission;
  const { headers, key } = admission;
  const idempotencyKey = request.headers.get('idempotency-key') ?? '';
  if (!IDEMPOTENCY_KEY.test(idempotencyKey)) return problem('no_idempotency_key', {}, headers);
  const body = await parseBody(request, operation.body, headers);
  if (body instanceof Response) return body;
  const isNew = operation.action === 'hold_booking';
  if (!isNew && !v.is(id(), at)) return problem('not_found', {}, headers);
  const result = (await ports.database.call('api_execute', {
    key_id: key,
    request: idempotencyKey,
    action: operation.action,
    args: isNew ? holdOf(body) : { booking: at, change: body },
  })) as Record<string, unknown>;
  if (result['status'] !== 'ok') return problemFromRefusal(result, headers);
  const outcome = v.safeParse(Outcome, result);
  if (!outcome.success) throw new DatabaseFailure('api_execute returned an unexpected response');
  return jsonResponse(outcome.output, operation.status, headers);
}

const holdOf = ({ departure_id: departure, ...change }: Record<string, unknown>) => ({
  departure,
  change: { ...change, source: 'api' },
});
