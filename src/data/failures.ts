/** Maps transport errors to failure codes. */
import { fail, type Failure, type FailureCode } from '../domain/result.ts';
import { reportOutdatedBuild } from '../lib/outdated-build.ts';
import { rejectedKeyFromMessage, statusFromMessage } from './guarded-fetch.ts';
import { wasKeyAccepted } from './publishable-key-status.ts';

export interface WireError {
  message?: string;
  name?: string;
  code?: string;
}

const RETRIED: ReadonlySet<FailureCode> = new Set([
  'offline',
  'timeout',
  'bad_response',
  'rate_limited',
  'server',
  'key_revoked',
  'version_differs',
]);

/** Codes for an unknown function, table or column: this build and the database have different versions. */
const UNKNOWN_OBJECT = new Set(['PGRST202', 'PGRST203', 'PGRST204', 'PGRST205', '42883', '42P01', '42703']);
/** PostgREST's token errors, and missing rights of an anonymous caller, which it also answers with 401. */
const OF_SESSION = /^(?:PGRST30\d|42501)$/;

/**
 * Returns the failure for an HTTP status and a supabase-js error (status 0: no response). `retryAfter` is in
 * milliseconds.
 */
export function failureOf(status: number, error: WireError | null, retryAfter?: number): Failure {
  const code = codeOf(status, error);
  if (code === 'version_differs' || code === 'key_revoked') reportOutdatedBuild();
  return fail(code, { retry: RETRIED.has(code), ...(retryAfter === undefined ? {} : { retryAfter }) });
}

function codeOf(status: number, error: WireError | null): FailureCode {
  const message = `${error?.name ?? ''} ${error?.message ?? ''}`;
  const key = rejectedKeyFromMessage(message);
  if (key !== null) return key === 'revoked' || wasKeyAccepted() ? 'key_revoked' : 'key_wrong';
  const unusable = statusFromMessage(message);
  if (unusable !== null) return ofUnusable(unusable);
  if (error?.code === 'invalid_credentials' || /invalid login credentials/i.test(message)) return 'wrong_credentials';
  if (/timeout|timed out|abort/i.test(message) && status === 0) return 'timeout';
  if (status === 0) return 'offline';
  if (error?.code !== undefined && UNKNOWN_OBJECT.has(error.code)) return 'version_differs';
  // A proxy or captive portal may answer 401 too.
  if (status === 401) return isOfSession(error) ? 'signed_out' : 'bad_response';
  if (status === 403) return 'not_permitted';
  if (status === 404 || status === 406) return 'not_found';
  if (status === 408) return 'timeout';
  if (status === 425 || status === 429) return 'rate_limited';
  if (status >= 500) return 'server';
  // PostgREST answers 405 while the database is read-only.
  if (status === 405) return 'server';
  return [400, 409, 413, 414, 422, 431].includes(status) ? 'invalid' : 'bad_response';
}

function isOfSession(error: WireError | null): boolean {
  const { code = '', message = '' } = error ?? {};
  // Auth's codes are snake_case words.
  return OF_SESSION.test(code) || /^[a-z]+(?:_[a-z]+)+$/.test(code) || /\b(?:jwt|session)\b/i.test(message);
}

/** Maps a status without usable JSON: our gateway may send 5xx or 429 that way, anything else is a foreign page. */
function ofUnusable(status: number): FailureCode {
  if (status === 429 || status === 425) return 'rate_limited';
  if (status === 408) return 'timeout';
  return status >= 500 && status !== 511 ? 'server' : 'bad_response';
}
