/** `npm run deploy:check`: prints what a project lacks and how to fix it. Read-only. */
import { formatError } from '../local/user-error.ts';
import { checkNode } from '../local/settings.ts';
import { CHECKS, checkProject } from './checks.ts';
import { openProject } from './project.ts';

async function main(): Promise<number> {
  checkNode(process.version);
  const { project, close } = openProject(process.env);
  try {
    const failed = await checkProject(project, (line) => console.log(line));
    console.log(
      failed === 0 ? '\nNo check found a problem.' : `\n${failed} of ${CHECKS.length} checks found a problem.`,
    );
    return failed === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

main().then(
  (code) => process.exit(code),
  (failure: unknown) => {
    console.error(`\n${formatError(failure)}\n`);
    process.exit(1);
  },
);
