import type { Rule } from 'eslint';
export const noExpressionBody: Rule.RuleModule;
