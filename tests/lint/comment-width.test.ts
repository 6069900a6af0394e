/** The rule that keeps comments as narrow as the formatted code. */
import { RuleTester } from 'eslint';
import { describe, it } from 'vitest';
import { commentWidth } from './comment-width.js';

RuleTester.describe = describe;
RuleTester.it = it;

const fits = 'x'.repeat(117);
const errors = [{ messageId: 'wide', data: { width: '121' } }];

new RuleTester().run('comments are at most 120 columns wide', commentWidth, {
  valid: [
    `// ${fits}`,
    `/*\n${'x'.repeat(120)}\n*/`,
    `// oxlint-disable-next-line ${fits}`,
    `// https://muster.test/${fits}`,
    `const a = '${fits}'; // short`,
  ],
  invalid: [
    { code: `// ${fits}x`, errors },
    { code: `/*\n${'x'.repeat(121)}\n*/`, errors },
    { code: `  /** ${'x'.repeat(112)} */`, errors },
  ],
});
