import { describe, expect, test } from 'vitest';
import {
  BOOKING_CELLS,
  cellOf,
  visibleCells,
  wallTime,
  withCurrency,
  type CellFormatters,
  type ExportedBooking,
} from './booking-cells.ts';

const booking: ExportedBooking = {
  reference: 'ABCDEF',
  contact: { name: 'Ann', email: 'ann@example.test', phone: '+45', country: 'DK', locale: 'da' },
  party: [
    { type: 'ADULT', count: 2 },
    { type: 'CHILD', count: 1 },
  ],
  guests: 3,
  departure: { startsAt: '2026-05-03T22:30:30Z', language: 'en', guides: ['Bo', 'Cy'] },
  status: 'CONFIRMED',
  expiresAt: null,
  currency: 'EUR',
  total: 100_00,
  paid: 60_50,
  onAccount: 1_00,
  due: 39_50,
  overpaid: 2_00,
  owed: 3_00,
  source: 'website',
  partner: { name: 'Hotel' },
  reason: null,
  attendance: null,
  referral: null,
  discount: null,
  hasNewsConsent: false,
  voucherNumber: null,
  note: null,
  tags: ['vip', 'group'],
  createdAt: '2026-04-01T10:15:00Z',
  title: { en: 'Harbour walk' },
};
const formatters: CellFormatters = {
  zone: 'Europe/Copenhagen',
  category: (type) => type.toLowerCase(),
  text: (id) => `<${id}>`,
  title: (texts) => texts['en']!,
  language: (code) => `language ${code}`,
  country: (code) => `country ${code}`,
};
const row = (more: Partial<ExportedBooking> = {}) =>
  Object.fromEntries(
    Object.keys(BOOKING_CELLS).map((id) => [
      id,
      cellOf(id as keyof typeof BOOKING_CELLS).plain({ ...booking, ...more }, formatters),
    ]),
  );

describe('BOOKING_CELLS', () => {
  test('has every field of a booking', () => {
    expect(row()).toEqual({
      name: 'Ann',
      departure: Date.parse('2026-05-04T00:30:00Z'),
      tour: 'Harbour walk',
      party: '2 × adult, 1 × child',
      guests: 3,
      status: '<bookings.state.CONFIRMED>',
      attendance: '',
      total: 100,
      paid: 60.5,
      onAccount: 1,
      due: 39.5,
      overpaid: 2,
      owed: 3,
      currency: 'EUR',
      reference: 'ABCDEF',
      source: '<bookings.source.website>',
      partner: 'Hotel',
      referral: '',
      code: '',
      reason: '',
      tags: 'vip, group',
      voucher: '',
      phone: '+45',
      email: 'ann@example.test',
      country: 'country DK',
      locale: 'language da',
      language: 'language en',
      guides: 'Bo, Cy',
      news: '',
      note: '',
      created: Date.parse('2026-04-01T12:15:00Z'),
      expires: '',
    });
  });

  test('leaves unknown values empty and fills the rest', () => {
    const contact = { name: 'Ann', email: null, phone: null, country: null, locale: 'da' };
    expect(row({ contact, partner: null })).toMatchObject({ email: '', phone: '', country: '', partner: '' });
    expect(
      row({
        attendance: 'attended',
        reason: 'other',
        referral: 'lobby',
        discount: 'SUMMER',
        voucherNumber: 'V1',
        hasNewsConsent: true,
        note: 'late',
        expiresAt: '2026-05-01T08:00:00Z',
        currency: 'JPY',
      }),
    ).toMatchObject({
      attendance: '<advanced.attendance.attended>',
      reason: '<bookings.reason.other>',
      referral: 'lobby',
      code: 'SUMMER',
      voucher: 'V1',
      news: '<advanced.how.consented>',
      note: 'late',
      expires: Date.parse('2026-05-01T10:00:00Z'),
      total: 100_00,
    });
  });
});

test('wallTime returns the zone’s local time, to the minute', () => {
  expect(wallTime('UTC', '2026-05-03T22:30:59Z')).toBe(Date.parse('2026-05-03T22:30:00Z'));
  expect(wallTime('America/New_York', '2026-05-03T02:30:00Z')).toBe(Date.parse('2026-05-02T22:30:00Z'));
});

describe('withCurrency', () => {
  test.each([
    [
      ['name', 'total', 'due', 'reference'],
      ['name', 'total', 'due', 'currency', 'reference'],
    ],
    [
      ['name', 'reference'],
      ['name', 'reference'],
    ],
    [
      ['currency', 'total'],
      ['currency', 'total'],
    ],
    [
      ['total', 'departure'],
      ['total', 'currency', 'departure'],
    ],
    [
      ['gone', 'total'],
      ['gone', 'total', 'currency'],
    ],
    [[], []],
  ])('adds the currency after the last amount, unless it is visible: %j becomes %j', (visible, columns) =>
    expect(withCurrency(visible)).toEqual(columns),
  );
});

describe('visibleCells', () => {
  const standard = ['name', 'departure', 'tour', 'party', 'status', 'total', 'due', 'reference', 'source', 'tags'];
  test('without saved columns, returns those that do not start hidden', () => {
    expect(visibleCells(null)).toEqual(standard);
  });
  test('keeps the order, drops hidden and unknown columns, and appends new ones', () => {
    const columns = { order: ['tags', 'gone', 'note', 'name'], hidden: ['name'], widths: {} };
    expect(visibleCells(columns)).toEqual(['tags', 'note', ...standard.filter((id) => id !== 'tags' && id !== 'name')]);
  });
});
