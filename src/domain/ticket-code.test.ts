import { expect, test } from 'vitest';
import { CODE_ALPHABET, generateCode, REFERENCE_LENGTH, formatCode, TICKET_CODE_LENGTH } from './codes.ts';
import { signedGuestId, SIGNATURE_BYTES, encodeTicket, formatSignedTicket } from './signed-ticket.ts';
import { encodeScanCode } from './scan-code.ts';
import { MAX_CODE_LENGTH, parseTicketCode, possibleCodes } from './ticket-code.ts';

test.each([
  ['23456789ABCD', 'ticket', '23456789ABCD'],
  [' 2345 6789 abcd\n', 'ticket', '23456789ABCD'],
  ['2345-6789-ABCD', 'ticket', '23456789ABCD'],
  ['ABC234', 'reference', 'ABC234'],
  ['abc 234', 'reference', 'ABC234'],
  ['https://muster.test/booking/view/abcdefghijklmnop_-1', 'link', 'abcdefghijklmnop_-1'],
  ['https://muster.test/da/booking/isolated/view/abcdefghijklmnop?x=1', 'link', 'abcdefghijklmnop'],
  ['https://muster.test/booking/view/abcdefghijklmnop#top', 'link', 'abcdefghijklmnop'],
  ['GYG-48X9-0OI1', 'voucher', 'GYG-48X9-0OI1'],
  ['ABC230', 'voucher', 'ABC230'],
  ['https://example.test/other', 'voucher', 'https://example.test/other'],
])('%j is a %s', (text, kind, value) => {
  expect(parseTicketCode(text)).toEqual({ kind, value });
});

test('a code like ours may also be a partner’s number, unchanged', () => {
  expect(possibleCodes(' gyg-482 ')).toEqual([
    { kind: 'reference', value: 'GYG482' },
    { kind: 'voucher', value: 'gyg-482' },
  ]);
  expect(possibleCodes('GYG-48X9-0OI1')).toEqual([{ kind: 'voucher', value: 'GYG-48X9-0OI1' }]);
  expect(possibleCodes('https://muster.test/booking/view/abcdefghijklmnop_-1')).toHaveLength(1);
  expect(possibleCodes('!?')).toEqual([]);
});

test.each(['', '   ', '---', '!?', 'x'.repeat(201), 'x'.repeat(3000)])('%j is not a code', (text) => {
  expect(parseTicketCode(text)).toBeNull();
});

test('generated codes use the alphabet and are read back', () => {
  let at = 0;
  const random = () => (at++ % CODE_ALPHABET.length) / CODE_ALPHABET.length;
  const ticket = generateCode(12, random);
  expect(ticket).toBe(CODE_ALPHABET.slice(0, 12));
  expect(formatCode(ticket)).toBe('2345 6789 ABCD');
  expect(formatCode('ABC234')).toBe('ABC 234');
  expect(parseTicketCode(formatCode(ticket))).toEqual({ kind: 'ticket', value: ticket });
});

const BOOKING = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const SIGNED = formatSignedTicket(
  encodeTicket({
    keyId: '00c0ffee',
    bookingId: BOOKING,
    departureId: BOOKING,
    reference: 'ABC234',
    startsAt: '2026-05-01T14:00:00.000Z',
    due: 0,
    isParty: true,
    guests: [{ id: signedGuestId(BOOKING, 1), type: 'ADULT' }],
  }),
  new Uint8Array(SIGNATURE_BYTES),
);

test('a signed ticket belongs to a link or ticket code and means nothing else', () => {
  const link = 'https://muster.test/booking/view/abcdefghijklmnop_-1';
  expect(possibleCodes(`${link}#${SIGNED}`)).toEqual([{ kind: 'link', value: 'abcdefghijklmnop_-1', signed: SIGNED }]);
  for (const text of [
    `23456789ABCD#${SIGNED}`,
    encodeScanCode({ kind: 'ticket', value: '23456789ABCD', signed: SIGNED })!,
  ])
    expect(possibleCodes(text)).toEqual([{ kind: 'ticket', value: '23456789ABCD', signed: SIGNED }]);
  expect(possibleCodes(encodeScanCode({ kind: 'ticket', value: '23456789ABCD' })!)).toEqual([
    { kind: 'ticket', value: '23456789ABCD' },
  ]);
});

test('a link with a truncated or newer signature is a plain link', () => {
  const link = 'https://muster.test/booking/view/abcdefghijklmnop_-1';
  for (const hash of [SIGNED.slice(0, 60), 'top', `B${SIGNED.slice(1)}`])
    expect(parseTicketCode(`${link}#${hash}`)).toEqual({ kind: 'link', value: 'abcdefghijklmnop_-1' });
  expect(parseTicketCode(`https://example.test/other#${SIGNED}`)).toMatchObject({ kind: 'voucher' });
});

test('a code may have spaces around it and groups, but has a fixed length', () => {
  const ticket = generateCode(TICKET_CODE_LENGTH, () => 0.5);
  const reference = generateCode(REFERENCE_LENGTH, () => 0.5);
  expect(parseTicketCode(` ${ticket}\n`)).toEqual({ kind: 'ticket', value: ticket });
  expect(parseTicketCode([...reference].join(' - '))).toEqual({ kind: 'reference', value: reference });
  expect(parseTicketCode(`${reference}${reference[0]}`)).toMatchObject({ kind: 'voucher' });
  expect(parseTicketCode('x'.repeat(MAX_CODE_LENGTH))).toMatchObject({ kind: 'voucher' });
  const token = 'a'.repeat(30);
  const link = (length: number) =>
    `https://muster.test/${'p/'.repeat(2000)}`.slice(0, length - 50) + `/booking/view/${token}`.padEnd(50, '#');
  expect(parseTicketCode(link(2000))).toEqual({ kind: 'link', value: token });
  expect(parseTicketCode(link(2001))).toBeNull();
});

test('only our own codes may also be a partner’s number', () => {
  const ticket = generateCode(TICKET_CODE_LENGTH, () => 0.5);
  expect(possibleCodes(` ${ticket} `)).toEqual([
    { kind: 'ticket', value: ticket },
    { kind: 'voucher', value: ticket },
  ]);
  expect(possibleCodes('V-1')).toEqual([{ kind: 'voucher', value: 'V-1' }]);
  expect(possibleCodes('')).toEqual([]);
});
