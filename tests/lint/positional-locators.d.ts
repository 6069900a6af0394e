import type { Rule } from 'eslint';
export const noPositionalLocator: Rule.RuleModule;
export const noVitestWaitFor: Rule.RuleModule;
