/** The project's own rules, loaded by oxlint (.oxlintrc.json). */
import { commentWidth } from './comment-width.js';
import { oneClock } from './one-clock.js';
import { noPositionalLocator, noVitestWaitFor } from './positional-locators.js';
import { listensBeforePaint, noExpressionBody, noStateByTexts } from './react-callbacks.js';
import { noRetiredWords } from './retired-words.js';

export default {
  meta: { name: 'muster' },
  rules: {
    'comment-width': commentWidth,
    'listens-before-paint': listensBeforePaint,
    'no-expression-body': noExpressionBody,
    'no-positional-locator': noPositionalLocator,
    'no-retired-words': noRetiredWords,
    'no-state-by-texts': noStateByTexts,
    'no-vitest-wait-for': noVitestWaitFor,
    'one-clock': oneClock,
  },
};
