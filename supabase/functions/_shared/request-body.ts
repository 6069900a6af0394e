/** What was sent in a request, as far as somebody wants to read of it. */

/** Its text, or null as soon as it is more than so many bytes: what never ends is not waited for. */
export async function readBodyText(request: Request, most: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return null;
  const reader = request.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > most) {
      // Whoever sends may not hear of it.
      void reader.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** JSON; null where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// oxlint-disable-next-line no-control-regex
const UNKEPT = /[\u0000\p{Surrogate}]/u;

/** Where there is a text that no database keeps, by the names that lead there: one with a NUL in it, or with half of a sign. Null: nowhere. */
export function findUnstorableText(value: unknown): string | null {
  if (typeof value === 'string') return UNKEPT.test(value) ? '' : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const place = UNKEPT.test(name) ? '' : findUnstorableText(inner);
    if (place !== null) return place === '' ? name : `${name}.${place}`;
  }
  return null;
}
