import { expect, test } from 'vitest';

import { headersFile } from './headers-file.ts';
import { cacheControl, isBookingPage } from './headers.ts';

const rulesOf = (file: string) =>
  new Map(
    file
      .trim()
      .split('\n\n')
      .map((block) => [
        block.split('\n')[0],
        block
          .split('\n')
          .slice(1)
          .map((line) => line.trim()),
      ]),
  );

test('no site may frame the app; guest pages remove its headers before they set their own', () => {
  const file = headersFile({ supabaseOrigin: 'https://project.supabase.co', embedders: ['https://hotel.example'] });
  // An unindented line is the next path.
  expect(
    file
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('  '))
      .every((line) => line.startsWith('/')),
  ).toBe(true);
  const rules = rulesOf(file);
  const app = rules.get('/*') ?? [];
  expect(app.find((line) => line.startsWith('Content-Security-Policy:'))).toMatch(
    /connect-src 'self' https:\/\/project\.supabase\.co wss:\/\/project\.supabase\.co .*frame-ancestors 'none'$/,
  );
  for (const path of ['/booking/isolated/*', '/da/booking/view/*', '/booking.html']) {
    const lines = rules.get(path) ?? [];
    const taken = lines.indexOf('! Content-Security-Policy');
    const set = lines.findIndex((line) => line.startsWith('Content-Security-Policy:'));
    expect(taken).toBeGreaterThanOrEqual(0);
    expect(set).toBeGreaterThan(taken);
    expect(lines[set]).toMatch(/frame-ancestors 'self' https:\/\/hotel\.example$/);
    expect(lines).toContain('! X-Frame-Options');
    expect(lines).toContain('Referrer-Policy: no-referrer');
  }
  for (const path of ['/booking/view/*', '/es/booking/isolated/view/*', '/booking/isolated/payment/*'])
    expect(rules.get(path)).toContain('X-Robots-Tag: noindex');
  expect(file.match(/^\/\S+$/gm)).toHaveLength(rules.size);
  expect(rules.get('/assets/*')).toEqual(['! Cache-Control', 'Cache-Control: public, max-age=31536000, immutable']);
});

test('the tester’s foreign site loads scripts and frames from the other origin only, whose guest pages it may frame', () => {
  const policyOf = (file: string, path: string) =>
    rulesOf(file)
      .get(path)!
      .find((line) => line.startsWith('Content-Security-Policy:'))!;
  const file = headersFile({ otherOrigin: 'https://muster.pages.example' });
  const site = policyOf(file, '/other-site.html');
  expect(site).toContain(`script-src https://muster.pages.example; `);
  expect(site).toMatch(/frame-src https:\/\/muster\.pages\.example; .*frame-ancestors 'self'$/);
  expect(rulesOf(file).get('/other-site.html')).toContain('! X-Frame-Options');
  expect(policyOf(file, '/booking/isolated/*')).toMatch(/frame-ancestors 'self' https:\/\/muster\.pages\.example$/);
  expect(policyOf(headersFile({}), '/other-site.html')).toContain(`script-src 'self'; `);
});

test('every page and file of production has Strict-Transport-Security', () => {
  const rules = rulesOf(headersFile({}));
  expect(rules.get('/*')).toContain('Strict-Transport-Security: max-age=63072000');
  // No later rule removes it.
  expect([...rules.values()].flat().filter((line) => line.startsWith('!') && line.includes('Transport'))).toEqual([]);
});

test('only files named by their hash are kept for ever', () => {
  expect(cacheControl('/assets/index-DiwrgTda.js')).toContain('immutable');
  expect(cacheControl('/sw.js')).toBe('no-cache');
  expect(cacheControl('/icons/icon-192.png')).toBe('no-cache');
});

test('knows the guests’ pages in every language, and the tester as the app’s', () => {
  expect(['/booking/isolated/x', '/en/booking/isolated/next/x', '/it/booking/view/t'].every(isBookingPage)).toBe(true);
  expect(['/booking/tester', '/fr/booking/view/t', '/bookings', '/check-in'].some(isBookingPage)).toBe(false);
});
