/** OCTO API for resellers (ADR 066): under /octo of the API, with the same keys and booking engine. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { DatabaseFailure, type Ports } from '../../_shared/ports.ts';
import { parseJson, readBodyText, findUnstorableText } from '../../_shared/request-body.ts';
import { authenticate } from '../authenticate.ts';
import { API_CORS_HEADERS } from '../cors-headers.ts';
import { CAPABILITIES, type OctoError } from '../../_shared/octo/mapping.ts';
import type { OctoOperation, OctoResponse } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { errorResponse, octoErrorFromProblem, OctoException } from './octo-error.ts';

const MAX_BODY_BYTES = 65_536;
/** A trailing slash is ignored, as the published paths have one. */
const ROOT = /^.*?\/octo(?=\/|$)/;
const pathOf = (request: Request) => new URL(request.url).pathname.replace(ROOT, '').replace(/\/+$/, '') || '/';

const app = new Hono<{ Bindings: Ports }>({ getPath: pathOf });
for (const operation of OPERATIONS)
  app.on(operation.method, operation.path, ({ req, env }) =>
    runOperation(req.raw, { operation, at: req.param('at'), ports: env }),
  );
for (const path of new Set(OPERATIONS.map((operation) => operation.path))) {
  const methods = OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method);
  app.all(path, () =>
    errorResponse(new OctoException('METHOD_NOT_ALLOWED'), { Allow: [...methods, 'OPTIONS'].join(', ') }),
  );
}
app.notFound(() => errorResponse(new OctoException('NOT_FOUND')));
app.onError((failure) => {
  console.error(`octo: ${failure.name}`);
  return failure instanceof DatabaseFailure
    ? errorResponse(new OctoException('SERVICE_UNAVAILABLE'), { 'Retry-After': '5' })
    : errorResponse(new OctoException('INTERNAL_SERVER_ERROR'));
});

export const octo = async (request: Request, ports: Ports): Promise<Response> => app.fetch(request, ports);

async function runOperation(
  request: Request,
  { operation, at, ports }: { operation: OctoOperation; at: string | undefined; ports: Ports },
): Promise<Response> {
  const admission = await authenticate(request, operation.scope, ports);
  if (admission instanceof Response) return octoErrorFromProblem(admission);
  const capabilities = capabilitiesOf(request);
  const headers = { ...admission.headers, 'Octo-Capabilities': [...capabilities].join(', ') };
  try {
    const input = await readInput(operation, request);
    const acceptLanguage = request.headers.get('accept-language');
    return toResponse(
      await operation.run({ key: admission.key, at, input, capabilities, acceptLanguage, ports }),
      headers,
    );
  } catch (refusal) {
    if (refusal instanceof OctoException) return errorResponse(refusal, headers);
    throw refusal;
  }
}

function toResponse({ body, languages }: OctoResponse, headers: Record<string, string>): Response {
  const listsLanguages = headers['Octo-Capabilities']?.includes('octo/content') && languages;
  return new Response(JSON.stringify(body), {
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'private, no-store',
      ...API_CORS_HEADERS,
      ...headers,
      ...(listsLanguages
        ? { 'Content-Language': languages.content, 'Available-Languages': languages.available.join(', ') }
        : {}),
    },
  });
}

/** Returns the requested capabilities that are supported. */
function capabilitiesOf(request: Request) {
  const header = request.headers.get('octo-capabilities') ?? '';
  const requested = new Set(header.split(',').map((part) => part.trim()));
  return new Set(CAPABILITIES.filter((capability) => requested.has(capability)));
}

async function readInput({ method, shape }: OctoOperation, request: Request): Promise<unknown> {
  const input = method === 'GET' ? queryOf(request) : await bodyOf(request);
  const read = v.safeParse(shape, input);
  if (!read.success) throw refusalFor(read.issues[0]);
  const unstorable = findUnstorableText(read.output);
  if (unstorable !== null) throw badRequest(unstorable);
  return read.output;
}

const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);

async function bodyOf(request: Request): Promise<unknown> {
  const text = await readBodyText(request, MAX_BODY_BYTES);
  if (text === null) throw new OctoException('BAD_REQUEST');
  // The body is optional, for example to extend a hold.
  if (text.trim() === '') return {};
  const value = parseJson(text);
  // An array would pass as an object without entries.
  return Array.isArray(value) ? null : value;
}

const ID_ERRORS: Record<string, OctoError> = {
  productId: 'INVALID_PRODUCT_ID',
  optionId: 'INVALID_OPTION_ID',
  availabilityId: 'INVALID_AVAILABILITY_ID',
  availabilityIds: 'INVALID_AVAILABILITY_ID',
  unitId: 'INVALID_UNIT_ID',
  uuid: 'INVALID_BOOKING_UUID',
};
/** OCTO has a specific error for each invalid id; everything else is a bad request that names the field. */
function refusalFor(issue: v.BaseIssue<unknown>): OctoException {
  const names = (issue.path ?? []).map(({ key }) => String(key));
  const [first = '', last = ''] = [names[0], names.at(-1)];
  const isUnit = first === 'units' && last === 'id';
  const code = isUnit
    ? 'INVALID_UNIT_ID'
    : names[0] === 'unitItems'
      ? ID_ERRORS[last === 'unitId' ? last : '']
      : ID_ERRORS[first];
  if (!code) return badRequest(names.join('.'));
  return new OctoException(code, { value: issue.input });
}

const badRequest = (where: string) =>
  new OctoException(
    'BAD_REQUEST',
    where ? { because: `What was sent does not fit this operation: ${where.slice(0, 100)}` } : {},
  );
