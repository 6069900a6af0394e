/** The body of the simulation's test files; there are two of them so that two cores share the work. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCrew, type Crew } from './crew.ts';
import { runSchedule, type Report } from './schedule.ts';

export function expectSchedules(from: number, to: number): void {
  let crew: Crew;
  beforeAll(async () => {
    crew = await openCrew();
  });
  afterAll(() => crew?.close());

  // Minutes on a core of its own, several times as many on a machine that is busy otherwise.
  test(
    `schedules ${from} to ${to}: nothing lost, nothing doubled, all devices end equal`,
    { timeout: 1_800_000 },
    async () => {
      const reports: Report[] = [];
      for (let seed = from; seed <= to; seed += 1) reports.push(await runSchedule(crew, seed));
      const sum = (key: 'actions' | 'kills' | 'passes') => reports.reduce((total, report) => total + report[key], 0);
      // The schedules must have been worth it.
      expect(sum('actions')).toBeGreaterThan(reports.length * 8);
      expect(sum('kills')).toBeGreaterThan(reports.length);
      expect(sum('passes')).toBeGreaterThan(reports.length * 3);
    },
  );
}
