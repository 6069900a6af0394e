/**
 * API for a company's programs with API keys (ADR 063): all operations of operations.ts, and their OpenAPI document.
 */
import { Hono } from 'hono';
import { DatabaseFailure, type Handler, type Ports } from '../_shared/ports.ts';
import { handleMutation } from './booking-mutations.ts';
import { API_CORS_HEADERS, PREFLIGHT_HEADERS } from './cors-headers.ts';
import { openApiDocument } from './openapi-document.ts';
import { octo } from './octo/handler.ts';
import { methodOf, OPERATIONS } from './operations.ts';
import { problem } from './problems.ts';
import { handlePush } from './push-actions.ts';
import { handleQuery } from './queries.ts';

/** The platform keeps the function's name in the path, some hosts the whole path. */
const ROOT = /^(?:\/functions\/v1)?\/api(?=\/|$)/;
const pathOf = (request: Request) => new URL(request.url).pathname.replace(ROOT, '') || '/';

const app = new Hono<{ Bindings: Ports }>({ getPath: pathOf });

app.options('*', () => new Response(null, { status: 204, headers: PREFLIGHT_HEADERS }));
/** Built once, as anyone may request it. */
let documentText: string | undefined;
app.get(
  '/openapi.json',
  () =>
    new Response((documentText ??= JSON.stringify(openApiDocument())), {
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300', ...API_CORS_HEADERS },
    }),
);
app.all('/octo/*', ({ req, env }) => octo(req.raw, env));
for (const operation of OPERATIONS)
  app.on(methodOf(operation), operation.path.replace('{id}', ':id'), ({ req, env }) => {
    const context = { at: req.param('id'), ports: env };
    if (operation.kind === 'push') return handlePush(req.raw, { operation, ports: env });
    return operation.kind === 'write'
      ? handleMutation(req.raw, { operation, ...context })
      : handleQuery(req.raw, { operation, ...context });
  });
for (const path of new Set(OPERATIONS.map((operation) => operation.path))) {
  const methods = OPERATIONS.filter((operation) => operation.path === path).map(methodOf);
  app.all(path.replace('{id}', ':id'), () =>
    problem('wrong_method', {}, { Allow: [...methods, 'OPTIONS'].join(', ') }),
  );
}
app.notFound(() => problem('not_found'));
app.onError((failure) => {
  console.error(`api: ${failure.name}`);
  return failure instanceof DatabaseFailure ? problem('unavailable', { retry_after: 5 }) : problem('failed');
});

export const api: Handler = async (request, ports) => app.fetch(request, ports);
