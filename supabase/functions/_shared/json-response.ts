/** Responses of functions: JSON with a `status` from a fixed list; errors reveal no details. */
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

/** Wraps a handler so that every error becomes a response. Logs the kind of error, never the request. */
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

/** Only our own messages are logged; others may quote personal data. */
const describe = (failure: unknown) =>
  failure instanceof NotConfiguredError ? failure.message : failure instanceof Error ? failure.name : typeof failure;
