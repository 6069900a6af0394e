/** Responses embedded in the document for its first requests (docs/deploy.md). Each is used once. */
import { isRecord } from './is-record.ts';

interface Carried {
  name: string;
  args: string;
  answer: unknown;
}

let carried: Carried[] | undefined;

function read(): Carried[] {
  try {
    const found: unknown = JSON.parse(document.getElementById('preloaded-responses')?.textContent ?? '[]');
    return (Array.isArray(found) ? found : [])
      .filter(isRecord)
      .map(({ name, args, answer }) => ({ name: String(name), args: textOf(args), answer }));
  } catch {
    return [];
  }
}

const textOf = (args: unknown) => JSON.stringify(Object.entries(args ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Takes the preloaded response for exactly this request, or null. */
export function takePreloadedResponse(name: string, args: Record<string, unknown>): { answer: unknown } | null {
  if (typeof document === 'undefined') return null;
  carried ??= read();
  const asked = textOf(args);
  const at = carried.findIndex((one) => one.name === name && one.args === asked);
  return at < 0 ? null : carried.splice(at, 1)[0]!;
}
