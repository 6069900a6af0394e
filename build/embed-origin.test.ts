import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withOrigin, writeEmbedOrigin } from './embed-origin.ts';

const SCRIPT = readFileSync(new URL('../public/embed.js', import.meta.url), 'utf8');

test.each([
  ['https://app.example.com', 'https://app.example.com'],
  ['https://app.example.com/', 'https://app.example.com'],
  [undefined, '%MUSTER_ORIGIN%'],
])('a build for %j names the origin %s in embed.js', (appUrl, origin) => {
  const folder = mkdtempSync(join(tmpdir(), 'embed-'));
  writeFileSync(join(folder, 'embed.js'), SCRIPT);
  writeEmbedOrigin(folder, appUrl);
  expect(readFileSync(join(folder, 'embed.js'), 'utf8')).toContain(`var HOME = '${origin}';`);
});

test('embed.js has the placeholder once', () => {
  expect(SCRIPT.split('%MUSTER_ORIGIN%')).toHaveLength(2);
  expect(withOrigin(SCRIPT, 'https://a.test')).not.toContain('%MUSTER_ORIGIN%');
});
