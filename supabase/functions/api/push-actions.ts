/** Check-in actions of a program, under the same rules as a device's, with the key as actor. */
import * as v from 'valibot';
import { DatabaseFailure, type Ports } from '../_shared/ports.ts';
import { authenticate } from './authenticate.ts';
import type { PushOperation } from './operations.ts';
import { problemFromRefusal } from './problems.ts';
import { Outcomes } from './check-in-schemas.ts';
import { parseBody, jsonResponse } from './request-body.ts';

export async function handlePush(
  request: Request,
  { operation, ports }: { operation: PushOperation; ports: Ports },
): Promise<Response> {
  const admission = await authenticate(request, operation.scope, ports);
  if (admission instanceof Response) return admission;
  const { headers, key } = admission;
  const body = await parseBody(request, operation.body, headers);
  if (body instanceof Response) return body;
  const result = (await ports.database.call('api_push', { key_id: key, sent: body })) as Record<string, unknown>;
  if (result['status'] !== 'ok') return problemFromRefusal(result, headers);
  const outcomes = v.safeParse(Outcomes, result);
  if (!outcomes.success) throw new DatabaseFailure('api_push returned an unexpected response');
  return jsonResponse(outcomes.output, 200, headers);
}
