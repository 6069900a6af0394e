import type { Rule } from 'eslint';
export const oneClock: Rule.RuleModule;
