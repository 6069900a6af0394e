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

/** `expect.poll` and `expect.element` wait as long as `waitFor` of tests/support/wait-for.ts. */
const POLL_OPTIONS = { poll: { timeout: 10_000 } };

/** A worker runs its files in one process, because loading modules and compiling PGlite take longer than most tests. */
const SHARED_PROCESS = { isolate: false, testTimeout: 600_000, hookTimeout: 600_000 };

/** The limits only end a hang (tests/support/eventually.ts): a slow, busy machine stays below them. */
const JOURNEY = {
  testTimeout: 8 * EVENTUALLY_TIMEOUT_MS,
  hookTimeout: 5 * EVENTUALLY_TIMEOUT_MS,
  retry: 0,
  expect: { poll: { timeout: EVENTUALLY_TIMEOUT_MS } },
};

/**
 * Each file that mocks or reloads modules has its own process. All others share one per worker, because loading the
 * modules again takes longer than their tests.
 */
const unit = () => {
  const folders = ['build', 'src', 'supabase', 'tests/lint', 'tests/bench', 'tests/run'];
  const isolated = testsThatChangeModules(folders);
  // Ten times what the slowest test takes on a fast machine.
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
 * Three workers on two cores, because a journey waits for a third of its time. Each has its own backend and browser for
 * all of its files.
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

/** One screen at a time in a real page with fake data, in whichever Chromium is installed (ADR 016). */
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
      // Imported by workers or rarely: if Vite found them during a test, it would reload the page.
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
    // Projects do not inherit the number of workers.
    maxWorkers: 2,
    expect: { poll: { timeout: WAIT_TIMEOUT_MS } },
    browser: {
      enabled: true,
      headless: true,
      // The files of a worker share one page load, which takes several times as long as most files' tests.
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
 * Runs on PostgreSQL set up like the hosted one, with the real CLI and PostgREST, which npm has for Linux on x64; or on
 * the project at SUPABASE_URL (docs/deploy.md).
 */
const real = () => {
  if (!process.env['SUPABASE_URL'] && !(hasSupabaseCli() && hasPostgrest()))
    return project('real', ['tests/real/not-here.test.ts']);
  return project(
    'real',
    // The journey uses pages, Auth, PostgREST and Realtime. The others run only in the browser projects.
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
    // One for each core of a small machine.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new RunReporter()],
    projects: [
      ...unit(),
      components(),
      project('database', ['tests/database/**/*.test.ts'], SHARED_PROCESS),
      project('simulation', ['tests/simulation/**/*.test.ts'], { testTimeout: 600_000, hookTimeout: 600_000 }),
      project('functions', ['tests/functions/**/*.test.ts'], SHARED_PROCESS),
      // A worker's first file creates the databases that the others copy.
      project('local', ['tests/local/**/*.test.ts'], {
        ...SHARED_PROCESS,
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: POLL_OPTIONS,
      }),
      real(),
      // All journeys run in one browser; the smoke test runs in the other one, if there is one.
      journeys('browser', ['tests/browser/**/*.test.ts'], { browser: browsers.journeys, exclude: [SMOKE] }),
      journeys('browser-smoke', [SMOKE], { browser: browsers.smoke ?? browsers.journeys }),
      // In WebKit and Firefox, if installed.
      project('engines', ['tests/engines/**/*.test.ts'], {
        ...JOURNEY,
        fileParallelism: false,
        globalSetup: ['tests/engines/serve.ts'],
      }),
    ],
  },
});
