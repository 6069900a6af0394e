/** Tests of the rules for tests: elements by role or name, and waits that tolerate a loaded machine. */
import { RuleTester } from 'eslint';
import { describe, it } from 'vitest';
import { noPositionalLocator, noVitestWaitFor } from './positional-locators.js';

RuleTester.describe = describe;
RuleTester.it = it;
const tester = new RuleTester();

const position = [{ messageId: 'position' }];
tester.run('no-positional-locator', noPositionalLocator, {
  valid: [
    'await page.getByRole("button", { name: "Save" }).click()',
    'await page.getByText("Late").first().waitFor()',
    'const box = await rows.first().boundingBox()',
    'expect(list.at(-1)).toBe(1)',
    'await show(rows.first())',
  ],
  invalid: [
    { code: 'await rows.nth(2).click()', errors: position },
    { code: 'const row = rows.last()', errors: position },
    { code: 'await rows.first().click()', errors: position },
    { code: 'const row = rows.first()', errors: position },
  ],
});

const impatient = [{ messageId: 'impatient' }];
tester.run('no-vitest-wait-for', noVitestWaitFor, {
  valid: ['await waitFor(() => seen)', 'await page.waitFor()'],
  invalid: [
    { code: 'await vi.waitFor(() => seen)', errors: impatient },
    { code: 'const { length } = vi.waitFor', errors: impatient },
  ],
});
