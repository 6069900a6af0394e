import { generateKeyPairSync, sign as signWith } from 'node:crypto';
import { expect, test } from 'vitest';
import type { MirroredCompany, TicketKey } from '../../../domain/mirror.ts';
import {
  signedGuestId,
  parseSignedTicket,
  encodeTicket,
  formatSignedTicket,
  type SignedTicket,
} from '../../../domain/signed-ticket.ts';
import { toBase64Url } from '../../../lib/base64url.ts';
import { verifyTicket } from './verify-ticket.ts';

/** Version and key id. */
const BYTES_BEFORE_CONTENT = 5;
const OURS = { id: 'c1', name: 'Harbour Walks' } as MirroredCompany;
const THEIRS = { id: 'c2', name: 'Roma a piedi' } as MirroredCompany;
const BOOKING = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function makeKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: toBase64Url(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))),
    sign: (message: Uint8Array) => new Uint8Array(signWith(null, message, privateKey)),
  };
}
const { publicKey, sign } = makeKey();
const key: TicketKey = { id: '00c0ffee', publicKey, revoked: false };
const ticket: SignedTicket = {
  keyId: key.id,
  bookingId: BOOKING,
  departureId: '0b0e7d4c-9d2d-4f6e-8a55-3c2f6a1d9b10',
  reference: 'ABC234',
  startsAt: '2026-05-01T14:00:00.000Z',
  due: 0,
  isParty: true,
  guests: [{ id: signedGuestId(BOOKING, 1), type: 'ADULT' }],
};
const textOf = (signedTicket: SignedTicket) =>
  formatSignedTicket(encodeTicket(signedTicket), sign(encodeTicket(signedTicket)));
const keyOf =
  (company: MirroredCompany, ticketKey: TicketKey = key) =>
  async (id: string) =>
    id === ticketKey.id ? { company, key: ticketKey } : null;

test('accepts a ticket signed by the company and returns its content', async () => {
  const text = textOf(ticket);
  expect(await verifyTicket(text, 'c1', keyOf(OURS))).toEqual({ state: 'genuine', ticket, text });
});

test('detects any alteration of content or signature as forged', async () => {
  const text = textOf(ticket);
  const { message, signature } = parseSignedTicket(text)!;
  for (let offset = BYTES_BEFORE_CONTENT; offset < message.length; offset += 1) {
    const altered = message.map((byte, at) => (at === offset ? byte ^ 1 : byte));
    const forged = formatSignedTicket(altered, signature);
    // Some alterations make the text unreadable as a signed ticket.
    if (parseSignedTicket(forged)) expect(await verifyTicket(forged, 'c1', keyOf(OURS))).toEqual({ state: 'forged' });
  }
  const more = { ...ticket, guests: [...ticket.guests, { id: signedGuestId(BOOKING, 2), type: 'ADULT' as const }] };
  expect(await verifyTicket(formatSignedTicket(encodeTicket(more), signature), 'c1', keyOf(OURS))).toEqual({
    state: 'forged',
  });
  const damaged = signature.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
  expect(await verifyTicket(formatSignedTicket(message, damaged), 'c1', keyOf(OURS))).toEqual({ state: 'forged' });
});

test('detects a foreign key under our key id as forged', async () => {
  const forged = formatSignedTicket(encodeTicket(ticket), makeKey().sign(encodeTicket(ticket)));
  expect(await verifyTicket(forged, 'c1', keyOf(OURS))).toEqual({ state: 'forged' });
});

test('tells apart foreign, revoked and unknown keys', async () => {
  const text = textOf(ticket);
  expect(await verifyTicket(text, 'c1', keyOf(THEIRS))).toEqual({ state: 'foreign_ticket', company: 'Roma a piedi' });
  expect(await verifyTicket(text, 'c1', keyOf(OURS, { ...key, revoked: true }))).toEqual({ state: 'revoked_key' });
  expect(await verifyTicket(text, 'c1', async () => null)).toEqual({ state: 'unknown_key' });
  expect(await verifyTicket('ABC234', 'c1', keyOf(OURS))).toBeNull();
});
