/**
 * `npm run test:browser`: all journeys in one browser, and the smoke test in the other one if there is one. After `--`:
 * files, and Vitest options, such as a single `--project`.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildPatterns } from '../../supabase/local/patterns/patterns-page.ts';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { noteLeftOut } from '../run/report.ts';
import { selectBrowsers } from '../support/browser.ts';
import { freshBuilds } from './builds.ts';

const options = process.argv.slice(2);
const projects = options.includes('--project') ? [] : ['browser', 'browser-smoke'];

await freshBuilds();
if (process.env['SCREENS']) await buildPatterns();
if (!selectBrowsers().smoke) noteLeftOut('The smoke test in a second browser: only one is installed.');
const vitest = spawn(
  process.execPath,
  [
    join(REPOSITORY, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...options,
  ],
  { stdio: 'inherit' },
);
process.exitCode = await new Promise<number>((resolve) => vitest.on('close', (code) => resolve(code ?? 1)));
