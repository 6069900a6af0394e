import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSources, writeSourcesHash } from '../../build/sources.ts';
import { isBuildOld } from './build-app.ts';

let dist = '';
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'muster-dist-'));
  mkdirSync(join(dist, '.vite'));
});
afterEach(() => rmSync(dist, { recursive: true }));

test('a missing or aborted build is old', () => {
  expect(isBuildOld(dist, {})).toBe(true);
});

test('a build of the same sources and settings is not old', () => {
  writeSourcesHash(dist, hashSources({ environment: {} }));
  expect(isBuildOld(dist, {})).toBe(false);
});

test('a build for a deployed project is old for npm start', () => {
  writeSourcesHash(dist, hashSources({ environment: { VITE_SUPABASE_URL: 'https://project.supabase.co' } }));
  expect(isBuildOld(dist, {})).toBe(true);
});
