/** How functions answer: JSON with a `status` of a closed list; of a failure, nothing that a stranger could use. */
import { DatabaseFailure, NotConfiguredError, type Handler } from './ports.ts';

export function jsonResponse(
  code: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status: code,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  });
}

/** A handler that always answers; what went wrong is logged by its kind, without what was sent. */
export function withErrorHandling(name: string, handler: Handler): Handler {
  return async (request, ports) => {
    try {
      return await handler(request, ports);
    } catch (failure) {
      console.error(`${name}: ${describe(failure)}`);
      return failure instanceof DatabaseFailure
        ? jsonResponse(503, { status: 'unavailable' }, { 'Retry-After': '5' })
        : jsonResponse(500, { status: 'failed' });
    }
  };
}

/** Ours speak plainly and hold no data; a stranger's message may quote an address. */
const describe = (failure: unknown) =>
  failure instanceof NotConfiguredError ? failure.message : failure instanceof Error ? failure.name : typeof failure;
