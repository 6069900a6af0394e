import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  test: { name, include, environment: 'node' as const, ...more },
});

export default defineConfig({
  test: {
    // Two cores: databases and browsers must not fight for them.
    maxWorkers: 2,
    projects: [
      project('unit', ['src/**/*.test.{ts,tsx}', 'supabase/**/*.test.ts']),
      project('database', ['tests/database/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
      project('simulation', ['tests/simulation/**/*.test.ts'], { testTimeout: 600_000, hookTimeout: 120_000 }),
      project('functions', ['tests/functions/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
      project('local', ['tests/local/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
      project('browser', ['tests/browser/**/*.test.ts'], {
        testTimeout: 120_000,
        hookTimeout: 180_000,
        fileParallelism: false,
        globalSetup: ['tests/browser/serve.ts'],
      }),
    ],
  },
});
