/** What a program does at the roll-call: by the same actions as a tablet's, recorded by the same rules, in the name of its key. */
import * as v from 'valibot';
import { DatabaseFailure, type Ports } from '../_shared/ports.ts';
import { admitted } from './admission.ts';
import type { PushOperation } from './operations.ts';
import { problemOf } from './problems.ts';
import { Outcomes } from './roll-call.ts';
import { bodyOf, jsonAnswer } from './written.ts';

export async function push(
  request: Request,
  { operation, ports }: { operation: PushOperation; ports: Ports },
): Promise<Response> {
  const admission = await admitted(request, operation.scope, ports);
  if (admission instanceof Response) return admission;
  const { headers, key } = admission;
  const given = await bodyOf(request, operation.body, headers);
  if (given instanceof Response) return given;
  const answer = (await ports.database.call('api_push', { key_id: key, sent: given })) as Record<string, unknown>;
  if (answer['status'] !== 'ok') return problemOf(answer, headers);
  const outcomes = v.safeParse(Outcomes, answer);
  if (!outcomes.success) throw new DatabaseFailure('api_push answered something else');
  return jsonAnswer(outcomes.output, 200, headers);
}
