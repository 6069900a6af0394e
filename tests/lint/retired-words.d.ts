import type { Rule } from 'eslint';
export const noRetiredWords: Rule.RuleModule;
