/**
/**
 * `npm run contract` writes JSON schemas from the declarations in src/data: of each RPC's responses by status to
 * supabase/contract.json, and of its input to the chapter of form schemas. With `--check` it writes nothing and fails
 * when a file is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';
import { CONTRACT_FILE } from './support/response-check.ts';
import { FORM_SCHEMAS_FILE, formSchemasSql } from './support/form-schemas.ts';
import { readContracts, type Contracts } from './support/rpc-contracts.ts';

/** Writes one line for each schema. */
function contractText({ definitions, failures, rpcs }: Contracts): string {
  const lines = (entries: object, indent: string) =>
    Object.entries(entries)
      .map(([name, schema]) => `${indent}"${name}": ${JSON.stringify(schema)}`)
      .join(',\n');
  const responses = Object.entries(rpcs).map(([name, of]) => `    "${name}": {\n${lines(of, '      ')}\n    }`);
  return [
    '{',
    `  "definitions": {\n${lines(definitions, '    ')}\n  },`,
    `  "failures": {\n${lines(failures, '    ')}\n  },`,
    `  "rpcs": {\n${responses.join(',\n')}\n  }`,
    '}',
    '',
  ].join('\n');
}

async function generated(): Promise<{ files: Record<string, string>; problems: string[] }> {
  const { contracts, forms, problems } = await readContracts();
  return {
    files: { [CONTRACT_FILE]: contractText(contracts), [FORM_SCHEMAS_FILE]: formSchemasSql(forms) },
    problems,
  };
}

export async function checkContract(): Promise<CheckResult> {
  const { files, problems } = await generated();
  const outdated = Object.entries(files).filter(([file, text]) => readFileSync(file, 'utf8') !== text);
  return {
    problems: [...problems, ...outdated.map(([file]) => `${file} is outdated: run npm run contract and commit it.`)],
  };
}

if (runsAlone(import.meta)) {
  if (process.argv.includes('--check')) reportProblems(await checkContract());
  else {
    const { files, problems } = await generated();
    for (const [file, text] of Object.entries(files)) writeFileSync(file, text);
    reportProblems({ problems });
  }
}
