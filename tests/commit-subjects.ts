/** Checks the subjects of commits: "area: imperative", at most 72 characters. Alone: `npm run commits`. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';

const root = join(import.meta.dirname, '..');
const MAX_CHARACTERS = 72;
const SHAPE = /^[\p{L}\p{N}][\p{L}\p{N} ,./_-]*: \S/u;
/** Verb forms that are not imperative. */
const NOT_IMPERATIVE =
  /^(?:add|chang|fix|improv|mov|refactor|remov|renam|rewrit|test|updat)(?:s|es|ed|ing)$|^(?:changes|improves|moves|removes|renames|rewrites|updates|wrote|rewrote)$/i;

/** Returns what is wrong with a commit's subject, or null. */
export function subjectProblem(subject: string): string | null {
  const length = [...subject].length;
  if (length > MAX_CHARACTERS) return `${length} characters (${MAX_CHARACTERS})`;
  if (!SHAPE.test(subject)) return 'write "area: imperative sentence"';
  if (subject.endsWith('.')) return 'no full stop at the end';
  const verb = /: (\S+)/.exec(subject)![1]!;
  return NOT_IMPERATIVE.test(verb) ? `"${verb}" is not imperative` : null;
}

/** Returns the output of git, or null where git or the ref does not exist. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/**
 * Checks the commits since this check was added. Those of `origin/main` are not left out: in a fresh clone, as in CI,
 * it is the commit under test itself.
 */
export function checkCommitSubjects(): CheckResult {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', 'tests/commit-subjects.ts')?.split('\n').at(-1);
  if (!added) return { problems: [], report: 'The history does not reach back to this check.' };
  const commits = (git('log', '--no-merges', '--format=%h %s', `${added}..HEAD`) ?? '').split('\n').filter(Boolean);
  const problems = commits.flatMap((commit) => {
    const [hash, subject] = [commit.slice(0, commit.indexOf(' ')), commit.slice(commit.indexOf(' ') + 1)];
    const problem = subjectProblem(subject);
    return problem === null ? [] : [`${hash} ${subject}: ${problem}`];
  });
  return { problems, report: `${commits.length} commits, all subjects in order` };
}

if (runsAlone(import.meta)) reportProblems(checkCommitSubjects());
