/** Compares two strings in constant time: the duration reveals neither the first difference nor the length. */
export async function timingSafeEqual(given: string, wanted: string): Promise<boolean> {
  const [one, other] = await Promise.all([digest(given), digest(wanted)]);
  return one.reduce((difference, byte, place) => difference | (byte ^ other[place]!), 0) === 0;
}

const digest = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
