/**
 * `npm run contract` writes supabase/contract.json from the declarations in src/data: the JSON schema of each RPC's
 * answers by status. With `--check` it writes nothing and fails when the file is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';
import { CONTRACT_FILE } from './support/answer-check.ts';
import { readContracts, type Contracts } from './support/rpc-contracts.ts';

/** Writes one line for each schema. */
function contractText({ definitions, failures, rpcs }: Contracts): string {
  const lines = (entries: object, indent: string) =>
    Object.entries(entries)
      .map(([name, schema]) => `${indent}"${name}": ${JSON.stringify(schema)}`)
      .join(',\n');
  const answers = Object.entries(rpcs).map(([name, of]) => `    "${name}": {\n${lines(of, '      ')}\n    }`);
  return [
    '{',
    `  "definitions": {\n${lines(definitions, '    ')}\n  },`,
    `  "failures": {\n${lines(failures, '    ')}\n  },`,
    `  "rpcs": {\n${answers.join(',\n')}\n  }`,
    '}',
    '',
  ].join('\n');
}

export async function checkContract(): Promise<CheckResult> {
  const { contracts, problems } = await readContracts();
  const isCurrent = readFileSync(CONTRACT_FILE, 'utf8') === contractText(contracts);
  const outdated = 'supabase/contract.json is outdated: run npm run contract and commit it.';
  return { problems: isCurrent ? problems : [...problems, outdated] };
}

if (runsAlone(import.meta)) {
  if (process.argv.includes('--check')) reportProblems(await checkContract());
  else {
    const { contracts, problems } = await readContracts();
    writeFileSync(CONTRACT_FILE, contractText(contracts));
    reportProblems({ problems });
  }
}
