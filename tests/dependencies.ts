/** Checks imports against the rules of .dependency-cruiser.cjs. */
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTypeScriptConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';

const root = join(import.meta.dirname, '..');

export async function checkDependencies(): Promise<CheckResult> {
  const options = await extractOptions(join(root, '.dependency-cruiser.cjs'));
  const { output, exitCode } = await cruise(
    ['src', 'supabase/functions'],
    { ...options, baseDir: root, validate: true, outputType: 'err' },
    undefined,
    { tsConfig: extractTypeScriptConfig(join(root, 'tsconfig.json')) },
  );
  const text = String(output).trim();
  return exitCode === 0 ? { problems: [], report: text } : { problems: [text] };
}

if (runsAlone(import.meta)) reportProblems(await checkDependencies());
