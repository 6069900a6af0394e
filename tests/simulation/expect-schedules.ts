/**
 * The body of the simulation's two test files, which share the work between two cores. A schedule is a random sequence
 * of actions and failures (`schedule.ts`), not a tour's.
 */
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

  test('random schedules lose and repeat nothing, and all devices converge', async () => {
    const reports: Report[] = [];
    const mean = (key: 'actions' | 'kills' | 'passes') =>
      reports.reduce((total, report) => total + report[key], 0) / reports.length;
    // Otherwise the schedules would prove too little.
    const isCovered = () => mean('actions') > 8 && mean('kills') > 1 && mean('passes') > 3;
    await runUntilCovered(isCovered, async (seed) => reports.push(await runSchedule(crew, seed)), caseCount(250));
    expect(reports).toSatisfy(isCovered);
  });
}
