/** Compares two strings in constant time: the duration reveals neither the first difference nor the length. */
export async function timingSafeEqual(actual: string, expected: string): Promise<boolean> {
  const [actualDigest, expectedDigest] = await Promise.all([digest(actual), digest(expected)]);
  return actualDigest.reduce((difference, byte, index) => difference | (byte ^ expectedDigest[index]!), 0) === 0;
}

const digest = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
