/** Ticket signing keys: Ed25519 with WebCrypto, private keys as PKCS #8. */
import { fromBase64Url, toBase64Url } from '../../../src/lib/base64url.ts';

export interface NewKey {
  id: string;
  publicKey: string;
  privateKey: string;
}

export async function generateKey(): Promise<NewKey> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ]);
  const id = [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { id, publicKey: text(publicKey), privateKey: text(privateKey) };
}

const text = (bytes: ArrayBuffer) => toBase64Url(new Uint8Array(bytes));

/** Returns a function that signs messages with a private key. */
export async function createSigner(
  privateKey: string,
): Promise<(message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>> {
  const key = await crypto.subtle.importKey('pkcs8', fromBase64Url(privateKey)!, 'Ed25519', false, ['sign']);
  return async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, message));
}
