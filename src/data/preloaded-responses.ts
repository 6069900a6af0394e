/** What the document brought along of what its page asks first (docs/deploy.md): each is good for one question. */
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

/** The answer to just this question, if the document carries it. */
export function takePreloadedResponse(name: string, args: Record<string, unknown>): { answer: unknown } | null {
  if (typeof document === 'undefined') return null;
  carried ??= read();
  const asked = textOf(args);
  const at = carried.findIndex((one) => one.name === name && one.args === asked);
  return at < 0 ? null : carried.splice(at, 1)[0]!;
}
