import type { Rule } from 'eslint';
export const noExpressionBody: Rule.RuleModule;
export const noStateByTexts: Rule.RuleModule;
export const listensBeforePaint: Rule.RuleModule;
