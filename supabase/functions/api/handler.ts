/** The API of a company's own programs, by keys (ADR 063): every operation of operations.ts at its address, and their description. */
import { Hono } from 'hono';
import { DatabaseFailure, type Handler, type Ports } from '../_shared/ports.ts';
import { act } from './acting.ts';
import { CROSS_ORIGIN, PREFLIGHT } from './cross-origin.ts';
import { description } from './description.ts';
import { octo } from './octo/handler.ts';
import { methodOf, OPERATIONS } from './operations.ts';
import { problem } from './problems.ts';
import { push } from './pushing.ts';
import { read } from './reading.ts';

/** The platform leaves the function's name before its paths, and some hosts the whole address. */
const ROOT = /^(?:\/functions\/v1)?\/api(?=\/|$)/;
const pathOf = (request: Request) => new URL(request.url).pathname.replace(ROOT, '') || '/';

const app = new Hono<{ Bindings: Ports }>({ getPath: pathOf });

app.options('*', () => new Response(null, { status: 204, headers: PREFLIGHT }));
/** Made once: anybody may ask for it. */
let told: string | undefined;
app.get(
  '/openapi.json',
  () =>
    new Response((told ??= JSON.stringify(description())), {
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300', ...CROSS_ORIGIN },
    }),
);
app.all('/octo/*', ({ req, env }) => octo(req.raw, env));
for (const operation of OPERATIONS)
  app.on(methodOf(operation), operation.path.replace('{id}', ':id'), ({ req, env }) => {
    const context = { at: req.param('id'), ports: env };
    if (operation.kind === 'push') return push(req.raw, { operation, ports: env });
    return operation.kind === 'act'
      ? act(req.raw, { operation, ...context })
      : read(req.raw, { operation, ...context });
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
