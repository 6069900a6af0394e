/**
 * `npm run test:browser`: all journeys in one browser, the smoke test in the other if there is one. Behind `--`: the files that one wants, and
 * options of Vitest.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freshPatterns } from '../../supabase/local/patterns/patterns-page.ts';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { chooseBrowsers } from '../support/browser.ts';
import { inWords, type Noted } from '../support/slowest.ts';
import { freshBuilds } from './builds.ts';

const NOTED = join(REPOSITORY, 'tests/.output/browser.jsonl');
const { smoke } = chooseBrowsers();
const projects = ['browser', ...(smoke ? ['browser-smoke'] : [])];

await freshBuilds();
await freshPatterns();
rmSync(NOTED, { force: true });
const ended = await new Promise<string>((resolve) => {
  const child = spawn(
    process.execPath,
    [
      join(REPOSITORY, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit', env: { ...process.env, SLOWEST_TESTS: NOTED } },
  );
  child.on('close', (code, signal) => resolve(String(code ?? signal)));
});

const line = existsSync(NOTED) ? readFileSync(NOTED, 'utf8').trim() : '';
if (line === '') console.error(`The browser tests ended with ${ended} before they had a result.`);
else {
  const noted = JSON.parse(line) as Noted;
  if (noted.failed.length > 0) console.error(['\nFailed:', ...noted.failed].join('\n'));
  // The whole of `npm test` prints one list of the slowest tests for all of its parts.
  const whole = process.env['SLOWEST_TESTS'];
  if (whole) {
    mkdirSync(dirname(whole), { recursive: true });
    appendFileSync(whole, `${line}\n`);
  } else console.info(inWords({ ...noted, failed: [] }));
  console.info(`\nBrowser tests: ${noted.ran} ran, ${noted.failed.length} failed.`);
}
if (!smoke) console.info('The smoke test was left out: it runs in a second browser, and only one is here.');
process.exitCode = ended === '0' ? 0 : 1;
