import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { availabilityOf, departureChangesSchema, differencesOf, needsGuide } from './calendar.ts';

const departure = { booked: 0, capacity: 10, closed: false, status: 'scheduled' as const };

describe('availabilityOf', () => {
  it.each([
    [{}, 'AVAILABLE'],
    [{ booked: 5 }, 'AVAILABLE'],
    [{ booked: 6 }, 'LIMITED'],
    [{ booked: 10 }, 'SOLD_OUT'],
    [{ booked: 12 }, 'SOLD_OUT'],
    [{ capacity: 0 }, 'SOLD_OUT'],
    [{ booked: 10, closed: true }, 'CLOSED'],
    [{ status: 'departed' as const }, 'OVER'],
    [{ status: 'completed' as const, closed: true }, 'OVER'],
    [{ status: 'cancelled' as const, closed: true }, 'CANCELLED'],
  ])('%j is %s', (more, availability) => expect(availabilityOf({ ...departure, ...more })).toBe(availability));
});

it('guides who declined do not count; a cancelled departure needs no guide', () => {
  const guide = { userId: 'u', name: 'Ana', role: 'lead' as const, state: 'declined' as const };
  expect(needsGuide({ status: 'scheduled', guides: [] })).toBe(true);
  expect(needsGuide({ status: 'scheduled', guides: [guide] })).toBe(true);
  expect(needsGuide({ status: 'scheduled', guides: [guide, { ...guide, state: 'proposed' }] })).toBe(false);
  expect(needsGuide({ status: 'cancelled', guides: [] })).toBe(false);
});

it('differencesOf decodes the bits of the database', () => {
  expect(differencesOf(0)).toEqual([]);
  expect(differencesOf(5)).toEqual(['capacity', 'note']);
  expect(differencesOf(8)).toEqual(['price']);
});

it.each([
  [{ closed: true }, true],
  [{ meetingNote: null }, true],
  [{ capacity: 0, overBookedReason: 'The boat is smaller' }, true],
  [{}, false],
  [{ capacity: -1 }, false],
  [{ capacity: 1.5 }, false],
  [{ language: 'English' }, false],
  [{ overBookedReason: 'ok' }, false],
  [{ status: 'cancelled' }, false],
])('%j are valid changes: %s', (changes, are) =>
  expect(v.safeParse(departureChangesSchema, changes).success).toBe(are),
);
