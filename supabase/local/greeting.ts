import { DEMO_PASSWORD, emailOf, PEOPLE } from '../seed/people.ts';
import { COMPANIES, ORGANISATIONS } from '../seed/people.ts';

/** What the terminal shows once everything runs: the address, and in the demo who can sign in. */
export function greeting({ url, demo, dataFolder }: { url: string; demo: boolean; dataFolder: string }): string {
  const lines = ['', `  Muster runs at ${url}`, ''];
  if (demo) {
    const rows = PEOPLE.filter(({ shown }) => shown).map(({ login, name, role, company, organisation }) => [
      emailOf(login),
      role.replace('_', ' '),
      company ? COMPANIES[company].name : organisation ? ORGANISATIONS[organisation].name : 'the whole platform',
      name,
    ]);
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
    lines.push(`  Sign in with the password ${DEMO_PASSWORD} as`);
    for (const row of rows) lines.push(`    ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()}`);
    lines.push('', `  Codes to scan: ${url}/local/codes`);
  }
  lines.push(`  Mail:          ${url}/local/inbox`, `  Data:          ${dataFolder}`, '', '  Ctrl-C ends it.', '');
  return lines.join('\n');
}
