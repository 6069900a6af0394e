/**
 * The benchmarks' fake responses parse like the server's: otherwise a benchmark would wait for a screen that never
 * renders.
 */
import { expect, test, vi } from 'vitest';
import { readCalendar } from '../../src/data/calendar.ts';
import { readFigures } from '../../src/data/dashboard.ts';
import { readPlanner } from '../../src/data/guides.ts';
import { ok } from '../../src/domain/result.ts';
import { fakeFigures as figures } from './charts-figures.ts';
import { fakePlanner as planner } from './planner-figures.ts';
import { fakeCalendar as month } from './month-figures.ts';

const fakeResponse = vi.hoisted(() => ({ now: {} as unknown }));
vi.mock('../../src/data/call.ts', async (whole) => ({
  ...(await whole<object>()),
  callRawRpc: (_: string, __: unknown, { read }: { read(data: unknown): unknown }) =>
    Promise.resolve(ok(read(fakeResponse.now))),
}));

const COMPANY = '00000000-0000-4000-8000-000000000001';
const RANGE = { from: '2031-05-12', to: '2031-05-18' };
const [from_date, to_date] = [RANGE.from, RANGE.to];

test.each([
  ['a month', month({ from_date, to_date }), () => readCalendar(COMPANY, RANGE)],
  ['the planner', planner(from_date), () => readPlanner(COMPANY, RANGE)],
  ['the figures', figures({ from_date, to_date }), () => readFigures(COMPANY, RANGE)],
])('the app accepts %s of a benchmark as a server response', async (_, response, read) => {
  fakeResponse.now = response;
  expect(await read()).toMatchObject({ ok: true });
});
