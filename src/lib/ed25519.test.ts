import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { caseCount } from './testing/random-cases.ts';
import { verifyWithLibrary, verifyEd25519, verifyNatively, type SignedMessage } from './ed25519.ts';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const IMPLEMENTATIONS = [
  ['the browser', verifyNatively],
  ['the library', verifyWithLibrary],
  ['the available one', verifyEd25519],
] as const;

/** RFC 8032, section 7.1. */
const VECTORS: SignedMessage[] = [
  {
    publicKey: bytes('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'),
    message: bytes(''),
    signature: bytes(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ),
  },
  {
    publicKey: bytes('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'),
    message: bytes('72'),
    signature: bytes(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ),
  },
];

test.each(IMPLEMENTATIONS)('%s verifies the signatures of the standard', async (_, verify) => {
  for (const vector of VECTORS) expect(await verify(vector)).toBe(true);
});

test.each(IMPLEMENTATIONS)('%s refuses altered, swapped and truncated signatures', async (_, verify) => {
  const [first, second] = VECTORS as [SignedMessage, SignedMessage];
  const flipped = (original: Uint8Array, at: number) => original.map((byte, index) => (index === at ? byte ^ 1 : byte));
  const wrong: SignedMessage[] = [
    { ...second, message: bytes('73') },
    { ...second, message: bytes('7200') },
    { ...second, signature: flipped(second.signature, 0) },
    { ...second, signature: flipped(second.signature, 63) },
    { ...second, signature: first.signature },
    { ...second, signature: second.signature.slice(1) },
    { ...second, signature: new Uint8Array(64) },
    { ...second, publicKey: first.publicKey },
    { ...second, publicKey: second.publicKey.slice(1) },
    { ...second, publicKey: new Uint8Array(32).fill(255) },
  ];
  for (const signed of wrong) expect(await verify(signed)).toBe(false);
});

test('both agree on random tickets, signed and damaged at a random place', async () => {
  for (let round = 0; round < caseCount(200); round += 1) {
    const pair = generateKeyPairSync('ed25519');
    const publicKey = new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
    const message = new Uint8Array(randomBytes(60));
    const signature = new Uint8Array(sign(null, message, pair.privateKey));
    const signed = { message, signature, publicKey };
    expect(await verifyNatively(signed)).toBe(true);
    expect(await verifyWithLibrary(signed)).toBe(true);
    const field = (['message', 'signature', 'publicKey'] as const)[round % 3]!;
    const damaged = { ...signed, [field]: signed[field].slice() };
    damaged[field][round % signed[field].length]! ^= 1 << (round % 8);
    expect(await verifyNatively(damaged)).toBe(false);
    expect(await verifyWithLibrary(damaged)).toBe(false);
  }
});
