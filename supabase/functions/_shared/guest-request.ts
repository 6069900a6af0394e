/** What a guest's page sends to a function: a small JSON body by POST, from whichever origin it is served. Nothing is asked with a cookie. */
import * as v from 'valibot';
import { answer } from './answers.ts';
import { parsed, textOf } from './request-body.ts';

const LARGEST = 1024;
export const FROM_ANYWHERE = { 'Access-Control-Allow-Origin': '*' };
const PREFLIGHT = {
  ...FROM_ANYWHERE,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'apikey, content-type',
  'Access-Control-Max-Age': '86400',
};

/** What was asked, or the answer to what is no question of that shape. */
export async function askedOf<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema> | Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT });
  if (request.method !== 'POST')
    return answer(405, { status: 'wrong_method' }, { Allow: 'POST, OPTIONS', ...FROM_ANYWHERE });
  const body = await textOf(request, LARGEST);
  const asked = body === null ? null : v.safeParse(schema, parsed(body));
  return asked?.success ? asked.output : answer(400, { status: 'invalid' }, FROM_ANYWHERE);
}
