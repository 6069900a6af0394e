/**
 * Verifies the text of a signed ticket as the tablet does: for `signature-figures.ts`, which runs it in the app's page.
 */
import {
  signedGuestId,
  parseSignedTicket,
  encodeTicket,
  formatSignedTicket,
  type SignedTicket,
} from '../../src/domain/signed-ticket.ts';
import { verifyWithLibrary, verifyEd25519, type SignedMessage } from '../../src/lib/ed25519.ts';

const BOOKING = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const TICKET: SignedTicket = {
  keyId: '00c0ffee',
  bookingId: BOOKING,
  departureId: '0b0e7d4c-9d2d-4f6e-8a55-3c2f6a1d9b10',
  reference: 'ABC234',
  startsAt: '2026-05-01T14:00:00.000Z',
  due: 45_000,
  isParty: true,
  guests: [1, 2, 3].map((place) => ({ id: signedGuestId(BOOKING, place), type: 'ADULT' })),
};

export interface Checked {
  /**
   * Milliseconds of each round: as the app does it, with the library, and only the browser's verification with an
   * imported key.
   */
  own: number[];
  library: number[];
  bare: number[];
}

async function check(rounds: number): Promise<Checked> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const message = encodeTicket(TICKET);
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, message));
  const text = formatSignedTicket(message, signature);
  const signed: SignedMessage = { message, signature, publicKey };
  const times: Checked = { own: [], library: [], bare: [] };
  const time = async (to: number[], verify: () => Promise<boolean>) => {
    const start = performance.now();
    if (!(await verify())) throw new Error('A valid ticket was rejected');
    to.push(performance.now() - start);
  };
  for (let round = 0; round < rounds; round += 1) {
    await time(times.own, () => verifyEd25519({ ...parseSignedTicket(text)!, publicKey }));
    await time(times.library, () => verifyWithLibrary({ ...parseSignedTicket(text)!, publicKey }));
    await time(times.bare, () => crypto.subtle.verify('Ed25519', pair.publicKey, signed.signature, signed.message));
  }
  return times;
}

Object.assign(globalThis, { checkSignatures: check });
