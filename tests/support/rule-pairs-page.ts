/** Builds docs/rule-pairs.md from the list of rule pairs. */
import { join } from 'node:path';
import { ROOT, RULE_PAIRS, type RulePair } from './rule-pairs.ts';

export const RULE_PAIRS_PAGE = join(ROOT, 'docs/rule-pairs.md');

const code = (name: string) => `\`${name}\``;

function row({ rule, typescript, sql, test }: RulePair): string {
  const names = Object.entries(typescript).map(([file, declared]) => `${code(file)}: ${declared.map(code).join(', ')}`);
  return `| ${rule} | ${names.join('; ')} | ${sql.map(code).join(', ')} | ${code(test)} |`;
}

export const rulePairsPage = () => `# Rule pairs

Rules that exist in TypeScript and SQL, as [testing](testing.md#rules-that-exist-twice) describes.
Made by \`npm run rule-pairs\` from \`tests/support/rule-pairs.ts\`. Do not edit it.

| rule | TypeScript | SQL | test |
|---|---|---|---|
${RULE_PAIRS.map(row).join('\n')}
`;
