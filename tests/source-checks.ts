/**
 * Our own checks of sources and build in one process, so that Node, TypeScript and the bundler load once: imports,
 * texts, docs, limits of SQL, the baseline migration, the write path, RPC contracts, commit subjects, generated files,
 * and the budgets of the journeys' build. Each is an npm script as well.
 */
import { checkBaseline } from './baseline.ts';
import { freshBuild } from './browser/builds.ts';
import { checkBudgets } from './budgets.ts';
import { checkCommitSubjects } from './commit-subjects.ts';
import { checkContract } from './contract.ts';
import { checkDependencies } from './dependencies.ts';
import { checkDocs } from './docs.ts';
import { checkLocales } from './locales.ts';
import { checkMessageIds } from './message-ids.ts';
import { checkSqlLimits } from './sql-limits.ts';
import { checkWritePath } from './write-path.ts';

const CHECKS = {
  deps: checkDependencies,
  locales: checkLocales,
  'message ids': checkMessageIds,
  docs: checkDocs,
  'SQL limits': checkSqlLimits,
  baseline: checkBaseline,
  'write path': checkWritePath,
  contract: checkContract,
  commits: checkCommitSubjects,
  budgets: async () => checkBudgets(await freshBuild('app')),
  // Loaded last, because it starts the database server.
  'generated files': async () => (await import('./generated-files.ts')).checkGeneratedFiles(),
};

// In case the process ends before all checks are through.
process.exitCode = 1;
// Node does not wait for the bundler's threads.
setInterval(() => undefined, 60_000);
let isPassed = true;
for (const [name, check] of Object.entries(CHECKS)) {
  const { problems } = await check();
  if (problems.length === 0) continue;
  isPassed = false;
  console.error([`${name}:`, ...problems].join('\n'));
}
process.exit(isPassed ? 0 : 1);
