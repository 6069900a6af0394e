/** Authentication of API calls by key, IP address and scope. */
import * as v from 'valibot';
import type { ApiScope } from '../../../src/domain/api-scopes.ts';
import { DatabaseFailure, type Ports } from '../_shared/ports.ts';
import { problem, problemFromRefusal } from './problems.ts';

const allowanceSchema = v.object({ limit: v.number(), remaining: v.number(), reset: v.number() });
const admissionSchema = v.variant('status', [
  v.object({ status: v.literal('ok'), key: v.string(), allowance: allowanceSchema }),
  v.object({
    status: v.picklist(['unknown_key', 'wrong_address', 'missing_scope', 'no_test_tour', 'rate_limited']),
    allowance: v.optional(allowanceSchema),
    retry_after: v.optional(v.number()),
  }),
]);
export interface Authentication {
  /** Id of the API key. */
  key: string;
  /** Rate limit headers for the response. */
  headers: Record<string, string>;
}

const KEY = /^Bearer (muster_(?:live|test)_[0-9a-f]{64})$/i;

/** Returns the authenticated key, or the problem response. */
export async function authenticate(
  request: Request,
  scope: ApiScope,
  { database }: Ports,
): Promise<Authentication | Response> {
  const key = KEY.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!key) return problem('unknown_key');
  const found = v.safeParse(
    admissionSchema,
    await database.call('admit_api_call', {
      hash: await sha256Hex(key.toLowerCase()),
      // Supabase's gateway sets this header; clients cannot.
      address: request.headers.get('cf-connecting-ip'),
      scope,
    }),
  );
  if (!found.success) throw new DatabaseFailure('admit_api_call returned an unexpected response');
  const { allowance } = found.output;
  const headers: Record<string, string> = allowance
    ? {
        'RateLimit-Limit': String(allowance.limit),
        'RateLimit-Remaining': String(allowance.remaining),
        'RateLimit-Reset': String(allowance.reset),
      }
    : {};
  if (found.output.status === 'ok') return { key: found.output.key, headers };
  const { status, retry_after } = found.output;
  return problemFromRefusal(
    {
      status,
      ...(status === 'missing_scope' ? { scope } : {}),
      ...(retry_after === undefined ? {} : { retry_after }),
    },
    headers,
  );
}

export async function sha256Hex(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
