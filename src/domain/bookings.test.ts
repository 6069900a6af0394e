import { describe, expect, it } from 'vitest';
import { bookingState } from './bookings.ts';

const NOW = '2026-05-01T10:00:00.000Z';
const LATER = '2026-05-01T10:00:00.001Z';

describe('a booking’s state', () => {
  it('of a hold is over when its time is', () => {
    expect(bookingState({ status: 'ON_HOLD', expiresAt: LATER }, NOW)).toBe('ON_HOLD');
    expect(bookingState({ status: 'ON_HOLD', expiresAt: NOW }, NOW)).toBe('EXPIRED');
  });

  it('of anything else is its status', () => {
    expect(bookingState({ status: 'CONFIRMED', expiresAt: NOW }, LATER)).toBe('CONFIRMED');
  });
});
