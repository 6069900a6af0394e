/**
 * On a tablet whose clock was a day fast, code that read the device's clock showed tomorrow's departures as today's.
 */
import { RuleTester } from 'eslint';
import { describe, it } from 'vitest';
import { oneClock } from './one-clock.js';

RuleTester.describe = describe;
RuleTester.it = it;
const errors = [{ messageId: 'device' }];

new RuleTester().run('one-clock', oneClock, {
  valid: [
    'now()',
    'new Date(now())',
    'new Date(at).toISOString()',
    'Date.parse(text)',
    'Date.UTC(2026, 1)',
    'clock.now()',
    'performance.now()',
  ],
  invalid: [
    { code: 'Date.now()', errors },
    { code: 'globalThis.Date.now()', errors },
    { code: "Date['now']()", errors },
    { code: 'useState(Date.now)', errors },
    { code: 'const at = new Date()', errors },
    { code: 'new Date', errors },
    { code: 'new window.Date()', errors },
    { code: 'Date()', errors },
  ],
});
