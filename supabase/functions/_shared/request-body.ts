/** Reading of request bodies with a size limit. */

/** Returns the body as text, or null as soon as it exceeds `max` bytes, without waiting for the rest. */
export async function readBodyText(request: Request, max: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > max) return null;
  const reader = request.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > max) {
      // The sender may be gone already.
      void reader.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Parses JSON; null if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// oxlint-disable-next-line no-control-regex
const NOT_STORABLE = /[\u0000\p{Surrogate}]/u;

/**
 * Returns the path of the first string that Postgres cannot store (NUL or a lone surrogate), or null if there is none.
 */
export function findUnstorableText(value: unknown): string | null {
  if (typeof value === 'string') return NOT_STORABLE.test(value) ? '' : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const path = NOT_STORABLE.test(name) ? '' : findUnstorableText(inner);
    if (path !== null) return path === '' ? name : `${name}.${path}`;
  }
  return null;
}
