/** Errors in OCTO's shape. */
import { CORS_HEADERS } from '../cors-headers.ts';
import { ERRORS, MISSING, REASONS, REFUSALS, type OctoError } from '../../_shared/octo/mapping.ts';

/** Thrown by operations; the handler turns it into the response. */
export class OctoException extends Error {
  override name = 'OctoException';
  constructor(
    readonly code: OctoError,
    readonly of: { given?: unknown; because?: string } = {},
  ) {
    super(code);
  }
}

/**
 * Returns the OCTO error for a refusal of the database; `given` holds the requested ids, of which OCTO repeats the
 * wrong one.
 */
export function octoErrorFromRefusal(
  answer: Record<string, unknown>,
  given: Record<string, unknown> = {},
): OctoException {
  const status = String(answer['status']);
  const code =
    status === 'not_found'
      ? (MISSING[String(answer['what'])] ?? 'UNPROCESSABLE_ENTITY')
      : (REFUSALS[status] ?? 'UNPROCESSABLE_ENTITY');
  const name = ERRORS[code][2];
  return new OctoException(code, {
    given: code === 'INVALID_UNIT_ID' ? answer['price_category_id'] : name === null ? undefined : given[name],
    ...(REASONS[status] === undefined ? {} : { because: REASONS[status] }),
  });
}

export function errorResponse({ code, of }: OctoException, headers: Record<string, string> = {}): Response {
  const [status, words, name] = ERRORS[code];
  const { given } = of;
  const id = typeof given === 'string' && given.length <= 200 ? given : '';
  const body = { error: code, errorMessage: of.because ?? words, ...(name === null ? {} : { [name]: id }) };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...CORS_HEADERS, ...headers },
  });
}

const KEPT = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'www-authenticate'];

/** Converts a problem response of the API (failed authentication) to OCTO's shape, keeping its headers. */
export async function octoErrorFromProblem(problem: Response): Promise<Response> {
  const { code } = (await problem.json()) as { code: string };
  const headers = Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = problem.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return errorResponse(octoErrorFromRefusal({ status: code }), headers);
}
