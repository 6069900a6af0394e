/** Errors in OCTO's shape. */
import { API_CORS_HEADERS } from '../cors-headers.ts';
import { ERRORS, MISSING, REASONS, REFUSALS, type OctoError } from '../../_shared/octo/mapping.ts';

/** Thrown by operations; the handler turns it into the response. */
export class OctoException extends Error {
  override name = 'OctoException';
  constructor(
    readonly code: OctoError,
    readonly of: { value?: unknown; because?: string } = {},
  ) {
    super(code);
  }
}

/**
 * Returns the OCTO error for a refusal of the database; `input` holds the requested ids, of which OCTO repeats the
 * wrong one.
 */
export function octoErrorFromRefusal(
  refusal: Record<string, unknown>,
  input: Record<string, unknown> = {},
): OctoException {
  const status = String(refusal['status']);
  const code =
    status === 'not_found'
      ? (MISSING[String(refusal['what'])] ?? 'UNPROCESSABLE_ENTITY')
      : (REFUSALS[status] ?? 'UNPROCESSABLE_ENTITY');
  const name = ERRORS[code][2];
  return new OctoException(code, {
    value: code === 'INVALID_UNIT_ID' ? refusal['price_category_id'] : name === null ? undefined : input[name],
    ...(REASONS[status] === undefined ? {} : { because: REASONS[status] }),
  });
}

export function errorResponse({ code, of }: OctoException, headers: Record<string, string> = {}): Response {
  const [status, words, name] = ERRORS[code];
  const { value } = of;
  const id = typeof value === 'string' && value.length <= 200 ? value : '';
  const body = { error: code, errorMessage: of.because ?? words, ...(name === null ? {} : { [name]: id }) };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...API_CORS_HEADERS, ...headers },
  });
}

const PRESERVED_HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'www-authenticate',
];

/** Converts a problem response of the API (failed authentication) to OCTO's shape, keeping its headers. */
export async function octoErrorFromProblem(problem: Response): Promise<Response> {
  const { code } = (await problem.json()) as { code: string };
  const headers = Object.fromEntries(
    PRESERVED_HEADERS.flatMap((name) => {
      const value = problem.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return errorResponse(octoErrorFromRefusal({ status: code }), headers);
}
