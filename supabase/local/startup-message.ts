import { COMPANIES } from '../seed/people.ts';
import { dayIn } from '../seed/local-dates.ts';
import { demoPeople } from './demo-people.ts';

export interface StartupMessageOptions {
  url: string;
  demo: boolean;
  dataFolder: string;
  demoMadeAt: Date | null;
}

/** Returns the message after the start: the URL, and the demo's accounts. */
export function startupMessage({ url, demo, dataFolder, demoMadeAt }: StartupMessageOptions): string {
  const lines = ['', `  Muster runs at ${url}`, ''];
  if (demo) {
    const { people, password } = demoPeople();
    const rows = people.map(({ email, name, role, place }) => [
      email,
      role.replace('_', ' '),
      place ?? 'the whole platform',
      name,
    ]);
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
    lines.push(`  Sign in with the password ${password} as`);
    for (const row of rows)
      lines.push(
        `    ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}`,
      );
    const zone = COMPANIES.copenhagen.time_zone;
    if (demoMadeAt && dayIn(demoMadeAt, zone) !== dayIn(new Date(), zone)) {
      lines.push(
        '',
        `  The demo dates from ${dayIn(demoMadeAt, zone)}; npm run demo:reset recreates it for today (and deletes your changes).`,
      );
    }
    lines.push('', `  Codes to scan: ${url}/local/codes`);
  }
  if (!demo)
    lines.push(
      '  Nobody can sign in yet. Stop Muster and create the first owner with',
      '    npm run owner -- you@example.com "Name of the company"',
      '',
    );
  lines.push(
    `  Mail:          ${url}/local/inbox`,
    `  Data:          ${dataFolder}`,
    '',
    '  Press Ctrl-C to stop.',
    '',
  );
  return lines.join('\n');
}
