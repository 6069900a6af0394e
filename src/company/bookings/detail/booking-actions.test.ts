import { describe, expect, test } from 'vitest';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import { availableActions } from './booking-actions.ts';

const MONEY = { currency: 'DKK', total: 0, balance: 0, onAccount: 0, owed: 0, due: 0, overpaid: 0, retained: 0 };

const cancelled = (money: Partial<typeof MONEY>) =>
  availableActions(
    {
      state: 'CANCELLED',
      reason: 'guest_request',
      guests: [],
      contactEmail: null,
      money: { ...MONEY, ...money },
      departure: { departureStatus: 'scheduled', startsAt: '2027-05-02T10:00:00.000Z' },
    } as unknown as BookingDetail,
    0,
  );

describe('availableActions of a cancelled booking', () => {
  test('records a payment once, whether something is due or not', () => {
    for (const money of [{ due: 0 }, { due: 2000, balance: -2000 }])
      expect(cancelled(money).secondary.filter((action) => action === 'payment')).toEqual(['payment']);
  });

  test('records an owed refund as a primary action only', () => {
    const { primary, secondary } = cancelled({ balance: 2000, owed: 2000 });
    expect(primary).toEqual(['refunded', 'restore']);
    expect(secondary).not.toContain('refunded');
  });
});
