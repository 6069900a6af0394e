/** What went wrong on the wire, as a code of the closed list. */
import { fail, type Failure, type FailureCode } from '../domain/result.ts';
import { unusableStatus } from './guarded-fetch.ts';

export interface WireError {
  message?: string;
  name?: string;
  code?: string;
}

const RETRIED: ReadonlySet<FailureCode> = new Set(['offline', 'timeout', 'bad_answer', 'rate_limited', 'server']);

/** The failure for an HTTP status and an error of supabase-js (status 0: no answer came); `retryAfter` in milliseconds. */
export function failureOf(status: number, error: WireError | null, retryAfter?: number): Failure {
  const code = codeOf(status, error);
  return fail(code, { retry: RETRIED.has(code), ...(retryAfter === undefined ? {} : { retryAfter }) });
}

function codeOf(status: number, error: WireError | null): FailureCode {
  const message = `${error?.name ?? ''} ${error?.message ?? ''}`;
  const unusable = unusableStatus(message);
  if (unusable !== null) return ofUnusable(unusable);
  if (error?.code === 'invalid_credentials' || /invalid login credentials/i.test(message)) return 'wrong_credentials';
  if (/timeout|timed out|abort/i.test(message) && status === 0) return 'timeout';
  if (status === 0) return 'offline';
  if (status === 401) return 'signed_out';
  if (status === 403) return 'not_permitted';
  if (status === 404 || status === 406) return 'not_found';
  if (status === 408) return 'timeout';
  if (status === 425 || status === 429) return 'rate_limited';
  if (status >= 500) return 'server';
  // PostgREST's word for a database that is read-only at the moment.
  if (status === 405) return 'server';
  return [400, 409, 413, 414, 422, 431].includes(status) ? 'invalid' : 'bad_answer';
}

/** A gateway in front of our own backend answers 5xx and 429 without JSON, too; the rest is somebody else's page. */
function ofUnusable(status: number): FailureCode {
  if (status === 429 || status === 425) return 'rate_limited';
  if (status === 408) return 'timeout';
  return status >= 500 && status !== 511 ? 'server' : 'bad_answer';
}
