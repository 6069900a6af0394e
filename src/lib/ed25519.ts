/**
 * Ed25519 (RFC 8032). Uses Web Crypto where the browser has the algorithm (since Chromium 137, Safari 17); otherwise
 * imports a library on demand.
 */

export interface SignedMessage {
  message: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
  publicKey: Uint8Array<ArrayBuffer>;
}

/** Verifies with Web Crypto. Returns null if this browser does not support Ed25519. */
export async function verifyNatively({ message, signature, publicKey }: SignedMessage): Promise<boolean | null> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return null;
    // An invalid key cannot have signed anything.
    return false;
  }
  return crypto.subtle.verify('Ed25519', key, signature, message);
}

export async function verifyWithLibrary({ message, signature, publicKey }: SignedMessage): Promise<boolean> {
  const { verifyAsync } = await import('@noble/ed25519');
  // zip215: false makes the library as strict as browsers are.
  return verifyAsync(signature, message, publicKey, { zip215: false }).catch(() => false);
}

export async function verifyEd25519(signed: SignedMessage): Promise<boolean> {
  return (await verifyNatively(signed)) ?? verifyWithLibrary(signed);
}
