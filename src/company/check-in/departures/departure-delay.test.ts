import { describe, expect, test } from 'vitest';
import { departureDelay } from './departure-delay.ts';

const at = (time: string) => `2026-05-01T${time}:00.000Z`;
const departure = { startsAt: at('09:00'), endsAt: at('10:30'), status: 'scheduled' as const };
const delayAt = (time: string, more: object = {}, departedAt: string | null = null) =>
  departureDelay({ departure: { ...departure, ...more }, departedAt }, Date.parse(at(time)));

describe('a departure', () => {
  test('is late from one minute after its start until its scheduled end', () => {
    expect(delayAt('08:59')).toBeNull();
    expect(delayAt('09:00')).toBeNull();
    expect(delayAt('09:01')).toBe(60_000);
    expect(delayAt('10:29')).toBe(89 * 60_000);
    expect(delayAt('10:30')).toBeNull();
  });

  test('is not late once it has departed, or if it is cancelled', () => {
    expect(delayAt('09:07', {}, at('09:06'))).toBeNull();
    expect(delayAt('09:07', { status: 'cancelled' })).toBeNull();
  });
});
