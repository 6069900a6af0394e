/** `npm run soak -- 5000` runs that many schedules, `--seed S` repeats one, `--from S` starts elsewhere. */
import { openCrew } from './crew.ts';
import { runSchedule } from './schedule.ts';

const args = process.argv.slice(2);
const option = (name: string) => {
  const at = args.indexOf(name);
  return at < 0 ? null : Number(args[at + 1]);
};
const seed = option('--seed');
const from = seed ?? option('--from') ?? 1;
const count =
  seed !== null ? 1 : Number(args.find((arg, at) => /^\d+$/.test(arg) && !args[at - 1]?.startsWith('--')) ?? 500);

const crew = await openCrew();
const started = Date.now();
const totals = { schedules: 0, devices: 0, actions: 0, kills: 0, passes: 0 };
let failed = 0;
for (let at = from; at < from + count; at += 1) {
  try {
    const report = await runSchedule(crew, at);
    totals.schedules += 1;
    for (const key of ['devices', 'actions', 'kills', 'passes'] as const) totals[key] += report[key];
  } catch (error) {
    failed += 1;
    console.error(error instanceof Error ? error.message : error);
    if (seed !== null) console.error((error as Error).cause ?? '');
    console.error(`repeat it with: npm run soak -- --seed ${at}`);
  }
}
await crew.close();
console.log(`${JSON.stringify(totals)} in ${Math.round((Date.now() - started) / 1000)} s, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
