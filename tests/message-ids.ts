/**
 * `npm run message-ids` writes src/i18n/message-id.ts from the folders of `locales`. With `--check` it writes nothing
 * and fails when the file is outdated.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'src/i18n/message-id.ts');

/** Returns the module that declares the ids of all app texts. The texts of mails belong to the functions. */
function messageIdModule(): string {
  const areas = readdirSync(join(ROOT, 'locales'))
    .filter((area) => area !== 'mail')
    .toSorted();
  const catalogues = areas.map((area) => `  typeof import('../../locales/${area}/en.json')`).join(' &\n');
  return `/** The id of a text in an English catalogue. Made by \`npm run message-ids\`; do not edit it. */
export type MessageId = keyof (
${catalogues}
);
`;
}

export function checkMessageIds(): CheckResult {
  const isCurrent = readFileSync(FILE, 'utf8') === messageIdModule();
  return { problems: isCurrent ? [] : ['src/i18n/message-id.ts is outdated: run npm run message-ids and commit it.'] };
}

if (runsAlone(import.meta)) {
  if (process.argv.includes('--check')) reportProblems(checkMessageIds());
  else writeFileSync(FILE, messageIdModule());
}
