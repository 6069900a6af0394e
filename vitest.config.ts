import { defineConfig } from 'vitest/config';
import { installedBrowser, type BrowserChoice } from './tests/support/browser.ts';
import { SlowestTests } from './tests/support/slowest.ts';

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  test: { name, include, environment: 'node' as const, ...more },
});

/** The journeys, once in each Chromium that is there: `browser` in npm's, `browser-installed` in this machine's. */
const journeys = (name: string, browser: BrowserChoice, exclude: string[] = []) =>
  project(name, ['tests/browser/**/*.test.ts'], {
    exclude,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    globalSetup: ['tests/browser/serve.ts'],
    provide: { browser },
  });

const installed = installedBrowser() !== null;
const fromNpm = process.platform === 'linux' && process.arch === 'x64';

export default defineConfig({
  test: {
    // Two cores: databases and browsers must not fight for them.
    maxWorkers: 2,
    reporters: ['default', new SlowestTests()],
    projects: [
      project('unit', ['src/**/*.test.{ts,tsx}', 'supabase/**/*.test.ts', 'tests/lint/**/*.test.ts']),
      project('database', ['tests/database/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
      project('simulation', ['tests/simulation/**/*.test.ts'], { testTimeout: 600_000, hookTimeout: 120_000 }),
      project('functions', ['tests/functions/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
      project('local', ['tests/local/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
      // What axe finds hangs on our markup, not on the engine's version: looked at once.
      ...(fromNpm ? [journeys('browser', 'registry', installed ? ['tests/browser/access.test.ts'] : [])] : []),
      // Not part of `npm test`: whatever of WebKit and Firefox is installed.
      project('engines', ['tests/engines/**/*.test.ts'], {
        testTimeout: 120_000,
        hookTimeout: 180_000,
        fileParallelism: false,
        globalSetup: ['tests/browser/serve.ts'],
      }),
      ...(installed || !fromNpm ? [journeys('browser-installed', 'installed')] : []),
    ],
  },
});
