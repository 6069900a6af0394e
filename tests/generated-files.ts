/**
 * Checks the files that are generated from the migrated database: types and diagram. One module, so that nothing is
 * imported once the database server runs.
 */
import { checkDatabaseTypes } from './database-types.ts';
import { checkErDiagram } from './er-diagram.ts';
import type { CheckResult } from './support/check-result.ts';

export async function checkGeneratedFiles(): Promise<CheckResult> {
  const types = await checkDatabaseTypes();
  const diagram = await checkErDiagram();
  return { problems: [...types.problems, ...diagram.problems] };
}
