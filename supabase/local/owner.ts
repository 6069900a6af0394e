/** `npm run owner -- EMAIL "COMPANY"`: creates a company and its owner, and prints the password once. */
import { randomBytes } from 'node:crypto';
import { isEmailAddress } from '../../src/domain/email-address.ts';
import { slugFromTitle } from '../../src/domain/tour-form.ts';
import { PUBLISHABLE_KEY } from './database.ts';
import { formatError, UserError } from './user-error.ts';
import { checkNode, readSettings } from './settings.ts';

const USAGE = 'npm run owner -- you@example.com "Name of the company"';

async function main(): Promise<void> {
  checkNode(process.version);
  const [email = '', name = ''] = process.argv.slice(2).map((word) => word.trim());
  if (!isEmailAddress(email)) throw new UserError('The first argument is not an email address.', `Usage: ${USAGE}`);
  const slug = slugFromTitle(name);
  if (slug === '') throw new UserError('The company name is missing.', `Usage: ${USAGE}`);

  const { createLocalBackend } = await import('./backend.ts');
  const backend = await createLocalBackend({
    dataDir: readSettings(process.env).dataFolder,
    demo: 'none',
    port: null,
    dist: null,
  });
  try {
    const { rows: taken } = await backend.db.query('select from public.companies where slug = $1', [slug]);
    if (taken.length > 0) throw new UserError(`The company "${slug}" already exists.`, 'Choose another name.');
    // Auth's response is the same for an existing account.
    const { rows: known } = await backend.db.query('select from auth.users where email = $1', [email.toLowerCase()]);
    if (known.length > 0) throw new UserError(`${email} already has an account.`, 'Choose another address.');
    const password = randomBytes(12).toString('base64url');
    const response = await backend.fetch(
      new Request('http://127.0.0.1/auth/v1/signup', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', apikey: PUBLISHABLE_KEY },
        body: JSON.stringify({ email, password }),
      }),
    );
    if (!response.ok)
      throw new UserError(`${email} could not be registered.`, 'Auth rejected the address: choose another one.');
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await backend.db.transaction(async (sql) => {
      await sql.query('update auth.users set email_confirmed_at = now() where email = $1', [email.toLowerCase()]);
      const { rows } = await sql.query<{ response: { status: string } }>(
        'select private.create_company_with_owner($1, $2, $3, $4) as response',
        [email, name, slug, timeZone],
      );
      if (rows[0]?.response.status !== 'ok')
        throw new UserError(`${email} already has an account.`, 'Choose another address.');
    });
    console.log(
      `\n  ${email} now owns ${name} and signs in with the password ${password}\n  The password is shown only once. Start Muster with MUSTER_DEMO=0 npm start.\n`,
    );
  } finally {
    await backend.close();
  }
}

main().then(
  () => process.exit(0),
  (failure: unknown) => {
    console.error(`\n${formatError(failure)}\n`);
    process.exit(1);
  },
);
