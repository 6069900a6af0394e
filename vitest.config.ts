import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { texts } from './build/texts.ts';
import { stubGuestPages } from './tests/support/stub-guest-pages.ts';
import { selectBrowsers, launchOptionsFor, installedBrowser, type BrowserChoice } from './tests/support/browser.ts';
import { themes } from './build/themes.ts';
import { withoutSonnerStyles } from './build/without-sonner-styles.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { testsThatChangeModules } from './tests/support/module-state.ts';
import { replaceableModules } from './tests/support/replaceable-modules.ts';
import { WAIT_TIMEOUT_MS } from './tests/support/wait-for.ts';
import { hasPostgrest } from './tests/support/postgrest.ts';
import { RunReporter } from './tests/run/report.ts';
import { hasSupabaseCli } from './tests/support/supabase-cli.ts';
import { EVENTUALLY_TIMEOUT_MS } from './tests/support/eventually.ts';

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  test: { name, include, environment: 'node' as const, ...more },
});

/** What `waitFor` of tests/support/wait-for.ts waits, `expect.poll` and `expect.element` do, too. */
const POLL_OPTIONS = { poll: { timeout: 10_000 } };

/**
 * Each of the two workers goes through its files in one process: reading the modules and compiling PGlite costs a file
 * more than many a test.
 */
const OF_ONE_PROCESS = { isolate: false, testTimeout: 600_000, hookTimeout: 600_000 };

/** Limits that decide no result (tests/support/eventually.ts): a run on a slow machine beside other work passes. */
const JOURNEY = {
  testTimeout: 8 * EVENTUALLY_TIMEOUT_MS,
  hookTimeout: 5 * EVENTUALLY_TIMEOUT_MS,
  retry: 0,
  expect: { poll: { timeout: EVENTUALLY_TIMEOUT_MS } },
};

/**
 * Files that mock or reload modules have a process each. All others share one per worker: reading the modules again
 * costs more than their tests.
 */
const unit = () => {
  const folders = ['build', 'src', 'supabase', 'tests/lint', 'tests/bench', 'tests/run'];
  const isolated = testsThatChangeModules(folders);
  // Ten times what the slowest test takes on a fast machine: a limit that ends a hang and decides nothing else.
  const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: POLL_OPTIONS };
  return [
    project(
      'unit',
      folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
      { ...limits, exclude: isolated, isolate: false, setupFiles: ['tests/support/restore-globals.ts'] },
    ),
    project('unit-isolated', isolated, limits),
  ];
};

/**
 * Three lanes, as a journey waits for a third of its time: each takes the next file when it is free, has a backend and
 * a browser of its own, and keeps both for all of its files.
 */
const journeys = (name: string, include: string[], more: { browser: BrowserChoice; exclude?: string[] }) =>
  project(name, include, {
    ...JOURNEY,
    exclude: more.exclude ?? [],
    isolate: false,
    maxWorkers: 3,
    sequence: { groupOrder: 1 },
    globalSetup: ['tests/browser/serve.ts'],
    provide: { browser: more.browser },
  });

const SMOKE = 'tests/browser/smoke.test.ts';
const browsers = selectBrowsers();

/** One screen at a time in a real page, its data faked (ADR 016): in whichever Chromium is here. */
const components = () => ({
  plugins: [
    replaceableModules(),
    stubGuestPages(),
    texts({ includesBothApps: true }),
    themes(),
    withoutSonnerStyles(),
    react(),
  ],
  // Production builds of React and Fluent UI: the development builds take three times as long to render.
  oxc: { jsx: { development: false } },
  optimizeDeps: {
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } },
    include: [
      '@fluentui/react-components',
      '@fluentui/react-icons',
      'react-dom/client',
      'react-router',
      // What only workers or a rare way import is found late, and would reload the page under a test.
      'hucre/xlsx',
      'papaparse',
      '@jsquash/webp/codec/enc/webp_enc_simd.js',
      '@jsquash/webp/meta.js',
      'react-phone-number-input',
      'dexie-react-hooks',
    ],
  },
  test: {
    name: 'components',
    include: ['tests/components/**/*.test.tsx'],
    setupFiles: ['tests/components/clean-tab.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
    // Two pages: projects do not inherit the number of workers.
    maxWorkers: 2,
    expect: { poll: { timeout: WAIT_TIMEOUT_MS } },
    browser: {
      enabled: true,
      headless: true,
      // All files of a worker share one page load: it costs several times what most files' tests do.
      isolate: false,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: browsers.journeys === 'registry' || installedBrowser() !== null ? launchOptionsFor() : {},
        contextOptions: { reducedMotion: 'reduce' as const },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

/**
 * On PostgreSQL shaped like the hosted one with the real CLI and PostgREST, which the registry has for Linux on x64; or
 * on whichever project SUPABASE_URL names (docs/deploy.md).
 */
const real = () => {
  if (!process.env['SUPABASE_URL'] && !(hasSupabaseCli() && hasPostgrest()))
    return project('real', ['tests/real/not-here.test.ts']);
  return project(
    'real',
    // These journeys cross every part: pages, Auth, PostgREST, Realtime. The others are the browser projects'.
    ['tests/real/**/*.test.ts', 'tests/browser/roll-call-sync.test.ts'],
    {
      exclude: ['tests/real/not-here.test.ts'],
      ...JOURNEY,
      fileParallelism: false,
      globalSetup: ['tests/real/serve.ts'],
      provide: { browser: 'any' },
    },
  );
};

export default defineConfig({
  test: {
    // Two cores: databases and browsers must not fight for them.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new RunReporter()],
    projects: [
      ...unit(),
      components(),
      project('database', ['tests/database/**/*.test.ts'], OF_ONE_PROCESS),
      project('simulation', ['tests/simulation/**/*.test.ts'], { testTimeout: 600_000, hookTimeout: 600_000 }),
      project('functions', ['tests/functions/**/*.test.ts'], OF_ONE_PROCESS),
      // A worker's first file makes the databases that all others copy.
      project('local', ['tests/local/**/*.test.ts'], {
        ...OF_ONE_PROCESS,
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: POLL_OPTIONS,
      }),
      real(),
      // All journeys run in one browser; the smoke test runs in the other one, if there is one.
      journeys('browser', ['tests/browser/**/*.test.ts'], { browser: browsers.journeys, exclude: [SMOKE] }),
      journeys('browser-smoke', [SMOKE], { browser: browsers.smoke ?? browsers.journeys }),
      // Whatever of WebKit and Firefox is installed.
      project('engines', ['tests/engines/**/*.test.ts'], {
        ...JOURNEY,
        fileParallelism: false,
        globalSetup: ['tests/engines/serve.ts'],
      }),
    ],
  },
});
