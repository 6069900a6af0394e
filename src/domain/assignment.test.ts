import { describe, expect, it } from 'vitest';
import { findClash, findConflicts, isWithinHours, walkingMinutes, type Duty } from './assignment.ts';

const HOUR_MS = 3_600_000;
const duty = (from: number, to: number, more: Partial<Duty> = {}): Duty => ({
  departureId: `${from}-${to}`,
  startsAt: from * HOUR_MS,
  endsAt: to * HOUR_MS,
  weekMinute: from * 60,
  wallMinutes: (to - from) * 60,
  language: 'en',
  latitude: null,
  longitude: null,
  ...more,
});
const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('walkingMinutes', () => {
  it('assumes 75 metres a minute, rounds up, and caps at three hours', () => {
    expect(walkingMinutes(at(55.6761, 12.5683), at(55.6761, 12.5683))).toBe(0);
    // A thousandth of a degree of latitude is 111 metres.
    expect(walkingMinutes(at(55, 12), at(55.001, 12))).toBe(2);
    expect(walkingMinutes(at(55, 12), at(48, 2))).toBe(180);
    expect(walkingMinutes(at(0, 179.9995), at(0, -179.9995))).toBe(2);
  });
  it('returns 0 if a place is unknown', () => {
    expect(walkingMinutes(at(55, 12), { latitude: null, longitude: 12 })).toBe(0);
  });
});

describe('findClash', () => {
  it.each([
    ['duties that overlap', duty(10, 12), duty(11, 13), 15, 'overlap'],
    ['no break before the later duty', duty(10, 12), duty(12, 13), 15, 'travel'],
    ['no break after the earlier duty', duty(12, 13), duty(10, 12), 15, 'travel'],
    ['no break where none is needed', duty(10, 12), duty(12, 13), 0, null],
    ['exactly the minimum break', duty(10, 12), duty(12.25, 13), 15, null],
    ['the minimum break without time to walk', duty(10, 12, at(55, 12)), duty(12.25, 13, at(55.001, 12)), 15, 'travel'],
    ['the minimum break and time to walk', duty(10, 12, at(55, 12)), duty(12.3, 13, at(55.001, 12)), 15, null],
  ])('%s', (_, one, other, minutes, kind) => expect(findClash(one, other, minutes)).toBe(kind));
});

describe('isWithinHours', () => {
  it.each([
    [null, 10, 12, true],
    [[], 10, 12, false],
    [[[540, 720]], 10, 12, true],
    [[[540, 719]], 10, 12, false],
    [
      [
        [660, 720],
        [540, 660],
      ],
      10,
      12,
      true,
    ],
    [
      [
        [540, 660],
        [661, 720],
      ],
      10,
      12,
      false,
    ],
    // Across midnight from Sunday to Monday.
    [
      [
        [10000, 10080],
        [0, 60],
      ],
      167,
      169,
      true,
    ],
    [
      [
        [10000, 10080],
        [0, 59],
      ],
      167,
      169,
      false,
    ],
  ] as const)('working hours %j contain hours %d to %d of the week: %s', (hours, from, to, expected) =>
    expect(isWithinHours(hours, duty(from, to))).toBe(expected),
  );
});

describe('findConflicts', () => {
  const guide = { userId: 'u', languages: ['en'], hours: null, timeOff: [] };
  const onLeave = { ...guide, timeOff: [{ id: 'off', startsAt: 12 * HOUR_MS, endsAt: 13 * HOUR_MS }] };

  it('ignores the departure itself', () =>
    expect(findConflicts(duty(10, 12), { guide, others: [duty(10, 12)], minimumBreakMinutes: 15 })).toEqual([]));

  it('ignores time off that begins when the departure ends', () =>
    expect(findConflicts(duty(10, 12), { guide: onLeave, others: [], minimumBreakMinutes: 15 })).toEqual([]));

  it('returns several conflicts in order of kind', () => {
    const conflicts = findConflicts(duty(10, 12.5, { language: 'da' }), {
      guide: onLeave,
      others: [],
      minimumBreakMinutes: 15,
    });
    expect(conflicts.map(({ kind }) => kind)).toEqual(['language', 'time_off']);
  });
});
