/** Responses embedded in the document for its first requests (docs/deploy.md). Each is used once. */
import { isRecord } from './is-record.ts';

interface PreloadedResponse {
  name: string;
  args: string;
  response: unknown;
}

let remaining: PreloadedResponse[] | undefined;

function read(): PreloadedResponse[] {
  try {
    const found: unknown = JSON.parse(document.getElementById('preloaded-responses')?.textContent ?? '[]');
    return (Array.isArray(found) ? found : [])
      .filter(isRecord)
      .map(({ name, args, response: result }) => ({ name: String(name), args: textOf(args), response: result }));
  } catch {
    return [];
  }
}

const textOf = (args: unknown) => JSON.stringify(Object.entries(args ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Takes the preloaded response for exactly this request, or null. */
export function takePreloadedResponse(name: string, args: Record<string, unknown>): { response: unknown } | null {
  if (typeof document === 'undefined') return null;
  remaining ??= read();
  const argsText = textOf(args);
  const at = remaining.findIndex((entry) => entry.name === name && entry.args === argsText);
  return at < 0 ? null : remaining.splice(at, 1)[0]!;
}
