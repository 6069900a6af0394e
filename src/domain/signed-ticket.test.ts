import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { randomCheckOptions } from '../lib/testing/random-cases.ts';
import { CODE_ALPHABET } from './codes.ts';
import { PRICE_CATEGORY_TYPES } from './enums.ts';
import { encodeScanCode } from './scan-code.ts';
import {
  signedGuestId,
  parseSignedTicket,
  SIGNATURE_BYTES,
  encodeTicket,
  formatSignedTicket,
  type SignedTicket,
} from './signed-ticket.ts';

const SIGNATURE = new Uint8Array(SIGNATURE_BYTES).fill(7);
const BOOKING = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const ticket = (more: Partial<SignedTicket> = {}): SignedTicket => ({
  keyId: '00c0ffee',
  bookingId: BOOKING,
  departureId: '0b0e7d4c-9d2d-4f6e-8a55-3c2f6a1d9b10',
  reference: 'ABC234',
  startsAt: '2026-05-01T14:00:00.000Z',
  due: 45_000,
  isParty: true,
  guests: [1, 2, 3].map((position) => ({ id: signedGuestId(BOOKING, position), type: 'ADULT' })),
  ...more,
});
const textOf = (ticket: SignedTicket) => formatSignedTicket(encodeTicket(ticket), SIGNATURE);

test('is parsed as it was encoded, for any guests', () => {
  const uuid = fc.uuid({ version: 4 });
  const guest = (bookingId: string) =>
    fc.record({
      id: fc.oneof(
        uuid,
        fc.integer({ min: 1, max: 255 }).map((position) => signedGuestId(bookingId, position)),
      ),
      type: fc.constantFrom(...PRICE_CATEGORY_TYPES),
    });
  const any = uuid.chain((bookingId) =>
    fc.record({
      keyId: fc.nat(0xffffffff).map((id) => id.toString(16).padStart(8, '0')),
      bookingId: fc.constant(bookingId),
      departureId: uuid,
      reference: fc
        .array(fc.constantFrom(...CODE_ALPHABET), { minLength: 6, maxLength: 6 })
        .map((characters) => characters.join('')),
      startsAt: fc.nat(50_000_000).map((minutes) => new Date(minutes * 60_000).toISOString()),
      due: fc.nat(0xffffffff),
      isParty: fc.boolean(),
      guests: fc.uniqueArray(guest(bookingId), { minLength: 1, maxLength: 20, selector: ({ id }) => id }),
    }),
  );
  const sorted = (ticket: SignedTicket) => ({
    ...ticket,
    guests: ticket.guests.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  });
  fc.assert(
    fc.property(any, (ticket) => {
      const read = parseSignedTicket(textOf(ticket));
      fc.pre(textOf(ticket).length <= 800);
      expect(sorted(read!.ticket)).toEqual(sorted(ticket));
      expect(read!.message).toEqual(encodeTicket(ticket));
      expect(read!.signature).toEqual(SIGNATURE);
    }),
    randomCheckOptions(1000),
  );
});

test.each([
  ['three adults', ticket(), 10],
  [
    'a party of forty of four kinds',
    ticket({
      guests: Array.from({ length: 40 }, (_, n) => ({
        id: signedGuestId(BOOKING, n + 1),
        type: PRICE_CATEGORY_TYPES[Math.floor(n / 10)]!,
      })),
    }),
    10,
  ],
])('%s fit with their party’s token into a QR code of version %s at most', (_, one, version) => {
  const code = encodeScanCode({ kind: 'link', value: `${'x'.repeat(42)}w`, signed: textOf(one) })!;
  let qrVersion = 0;
  encode(code, { ecc: 'L', onEncoded: (qr) => (qrVersion = qr.version) });
  expect(qrVersion).toBeLessThanOrEqual(version);
  expect(qrVersion).toBeGreaterThan(5);
});

test('a guest whose id is not derived from the booking is encoded in full', () => {
  const guests = [{ id: randomUUID(), type: 'CHILD' as const }];
  expect(parseSignedTicket(textOf(ticket({ guests, isParty: false })))!.ticket).toEqual(
    ticket({ guests, isParty: false }),
  );
});

test('texts that are not a ticket of this version are null', () => {
  const text = textOf(ticket());
  const bytes = encodeTicket(ticket());
  expect(parseSignedTicket(text)).not.toBeNull();
  for (const wrong of ['', 'AQ', text.slice(0, -1), `${text}A`, `${text}=`, text.replace('A', '+'), 'A'.repeat(801)])
    expect(parseSignedTicket(wrong)).toBeNull();
  expect(parseSignedTicket(formatSignedTicket(Uint8Array.of(2, ...bytes.slice(1)), SIGNATURE))).toBeNull();
  // An unknown category; 510 guests in six bytes.
  expect(parseSignedTicket(formatSignedTicket(Uint8Array.of(...bytes.slice(0, 50), 99, 1, 1), SIGNATURE))).toBeNull();
  expect(
    parseSignedTicket(formatSignedTicket(Uint8Array.of(...bytes.slice(0, 50), 0, 1, 255, 1, 1, 255), SIGNATURE)),
  ).toBeNull();
});
