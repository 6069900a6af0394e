/** The body of the simulation's test files; there are two of them so that two cores share the work. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseCount, runUntilCovered } from '../../src/lib/testing/random-cases.ts';
import { openCrew, type Crew } from './crew.ts';
import { runSchedule, type Report } from './schedule.ts';

export function expectSchedules(): void {
  let crew: Crew;
  beforeAll(async () => {
    crew = await openCrew();
  });
  afterAll(() => crew?.close());

  test('random schedules lose nothing, double nothing and leave all devices equal', async () => {
    const reports: Report[] = [];
    const mean = (key: 'actions' | 'kills' | 'passes') =>
      reports.reduce((total, report) => total + report[key], 0) / reports.length;
    // The schedules must have been worth it.
    const isCovered = () => mean('actions') > 8 && mean('kills') > 1 && mean('passes') > 3;
    await runUntilCovered(isCovered, async (seed) => reports.push(await runSchedule(crew, seed)), caseCount(250));
    expect(reports).toSatisfy(isCovered);
  });
}
