import { expect, test } from 'vitest';
import { departure, guide, assignedGuide, plan } from './testing/planner-plan.ts';
import { conflictsForAllGuides, buildLanes, UNASSIGNED } from './planner-model.ts';

const departuresByLane = (of: ReturnType<typeof buildLanes>) =>
  Object.fromEntries(of.map(({ id, days }) => [id, [...days.values()].flat().map((block) => block.departure.id)]));

test('by guide: lists unassigned first, a block per guide, and neither cancelled departures nor past ones without a guide', () => {
  const lanes = buildLanes(
    plan({
      departures: [
        departure('unassigned'),
        departure('declined', { guides: [assignedGuide('Anna', { state: 'declined' })] }),
        departure('both', { guides: [assignedGuide('Anna'), assignedGuide('Bo', { role: 'assistant' })] }),
        departure('cancelled', { status: 'cancelled' }),
        departure('completed', { status: 'completed' }),
      ],
    }),
    'guide',
  );
  expect(lanes.map(({ id }) => id)).toEqual([UNASSIGNED, 'Anna', 'Bo']);
  expect(departuresByLane(lanes)).toEqual({ [UNASSIGNED]: ['unassigned', 'declined'], Anna: ['both'], Bo: ['both'] });
});

test('by tour: lists each departure once, unassigned first, with the conflicts of all its guides', () => {
  const conflict = { departureId: 'both', userId: 'Bo', kind: 'language' as const, otherId: null };
  const lanes = buildLanes(
    plan({
      departures: [
        departure('both', { guides: [assignedGuide('Anna'), assignedGuide('Bo')] }),
        departure('unassigned', { tourId: 'bike' }),
      ],
      conflicts: [conflict],
    }),
    'tour',
  );
  expect(departuresByLane(lanes)).toEqual({ [UNASSIGNED]: ['unassigned'], walk: ['both'], bike: [] });
  expect(lanes[1]!.days.get('2026-11-23')![0]!.conflicts).toEqual([conflict]);
});

test('positions blocks by the company’s clock, also past midnight', () => {
  const [lane] = buildLanes(plan({ departures: [departure('late', { day: 1, hour: 23, wallMinutes: 90 })] }), 'guide');
  expect(lane!.days.get('2026-11-24')![0]).toMatchObject({ from: 23 * 60, to: 24 * 60 + 30 });
});

test('computes the conflicts of each guide before an assignment', () => {
  const target = departure('wanted', { hour: 10, language: 'da' });
  const conflictsByGuide = conflictsForAllGuides(
    plan({
      guides: [
        guide('Anna'),
        guide('Bo', { languages: ['en'] }),
        guide('Cy', { hours: [[0, 9 * 60]] }),
        guide('Di', {
          timeOff: [
            { id: 'off', startsAt: '2026-11-22T23:00:00.000Z', endsAt: '2026-11-23T23:00:00.000Z', note: null },
          ],
        }),
        guide('Ed'),
      ],
      departures: [
        target,
        departure('overlapping', { hour: 11, guides: [assignedGuide('Ed')] }),
        departure('directly after', { hour: 12, guides: [assignedGuide('Bo')] }),
        departure('cancelled', { hour: 10, status: 'cancelled', guides: [assignedGuide('Anna')] }),
      ],
    }),
    target,
  );
  expect(
    Object.fromEntries([...conflictsByGuide].map(([id, conflicts]) => [id, conflicts.map(({ kind }) => kind)])),
  ).toEqual({
    Anna: [],
    Bo: ['travel', 'language'],
    Cy: ['hours'],
    Di: ['time_off'],
    Ed: ['overlap'],
  });
});
