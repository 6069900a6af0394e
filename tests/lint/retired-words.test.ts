/** Tests of the rule against replaced words. */
import { RuleTester } from 'eslint';
import { describe, it } from 'vitest';
import { noRetiredWords } from './retired-words.js';

RuleTester.describe = describe;
RuleTester.it = it;

const retired = (...words: string[]) => words.length;

new RuleTester().run('names use the words of the glossary', noRetiredWords, {
  valid: [
    'const result = tell(told);',
    'const letter = row.hint;',
    'const f = ({ answer: reply, onAnswer }) => ({ answer: reply, onAnswer });',
    'export const scanResult = evaluateTicket();',
    'export function holder() {}',
    { filename: 'src/domain/scan-result.ts', code: 'export {}' },
  ],
  invalid: [
    { code: 'const told = 1;', errors: retired('told') },
    { code: 'const [{ asked, x: wasAsked }, ...heard] = rows;', errors: retired('asked', 'asked', 'heard') },
    { code: 'const answer = await read();', errors: retired('answer') },
    { code: 'function send({ given = 1 }, answer) {}', errors: retired('given', 'answer') },
    { code: 'rows.map((standing) => standing);', errors: retired('standing') },
    { code: 'class Sheet { keeps = 1; judge() {} }', errors: retired('keeps', 'judge') },
    { code: 'export const toldOf = 1;', errors: retired('told') },
    { code: 'export function judge() {}', errors: retired('judge') },
    { code: 'export const HINT_RULES = 1, TROUBLE = 2;', errors: retired('hint', 'trouble') },
    { code: 'export const LEAST_SEATS = 1;', errors: retired('least') },
    { filename: 'src/domain/verdict.ts', code: 'export {}', errors: retired('verdict') },
    { filename: 'src/domain/letter-words.test.ts', code: '', errors: retired('letter') },
  ],
});
