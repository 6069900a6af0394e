/** Ed25519 (RFC 8032) where the browser has it, else by a library that is fetched only then: Chromium has it from 137, Safari from 17. */

export interface SignedMessage {
  message: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
  publicKey: Uint8Array<ArrayBuffer>;
}

/** Null where this browser cannot. */
export async function verifyNatively({ message, signature, publicKey }: SignedMessage): Promise<boolean | null> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return null;
    // A key that is none: nothing was signed with it.
    return false;
  }
  return crypto.subtle.verify('Ed25519', key, signature, message);
}

export async function verifyWithLibrary({ message, signature, publicKey }: SignedMessage): Promise<boolean> {
  const { verifyAsync } = await import('@noble/ed25519');
  // As strict as browsers are.
  return verifyAsync(signature, message, publicKey, { zip215: false }).catch(() => false);
}

export async function verifyEd25519(signed: SignedMessage): Promise<boolean> {
  return (await verifyNatively(signed)) ?? verifyWithLibrary(signed);
}
