/** Many devices, one departure, a foul network: at the end all are one. `npm run soak` runs more of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCrew, type Crew } from './crew.ts';
import { runSchedule, type Report } from './schedule.ts';

const SCHEDULES = 500;
let crew: Crew;
beforeAll(async () => {
  crew = await openCrew();
});
afterAll(() => crew?.close());

test(`${SCHEDULES} schedules of 3 to 8 devices lose nothing, double nothing and end equal`, async () => {
  const reports: Report[] = [];
  for (let seed = 1; seed <= SCHEDULES; seed += 1) reports.push(await runSchedule(crew, seed));
  const sum = (key: 'actions' | 'kills' | 'passes') => reports.reduce((total, report) => total + report[key], 0);
  // The schedules must have been worth it.
  expect(sum('actions')).toBeGreaterThan(SCHEDULES * 8);
  expect(sum('kills')).toBeGreaterThan(SCHEDULES);
  expect(sum('passes')).toBeGreaterThan(SCHEDULES * 4);
});
