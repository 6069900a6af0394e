/**
 * Reveals only to people with the right password that an address is unconfirmed. `@supabase/lite` reveals it to
 * everyone; the hosted Auth checks the password first.
 */
import type { PGlite } from '@electric-sql/pglite';

export const isPasswordSignIn = (request: Request): boolean => {
  const { pathname, searchParams } = new URL(request.url);
  return request.method === 'POST' && pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password';
};

/** Returns Auth's response: asks lite again as if the address were confirmed, in a transaction that is rolled back. */
export async function checkPasswordFirst(
  request: Request,
  response: Response,
  { db, fetchAuth }: { db: PGlite; fetchAuth(request: Request): Promise<Response> },
): Promise<Response> {
  const { error_code: code } = (await response.clone().json()) as { error_code?: string };
  if (code !== 'email_not_confirmed') return response;
  const { email } = (await request.clone().json()) as { email?: unknown };
  await db.exec('begin');
  try {
    await db.query('update auth.users set email_confirmed_at = now() where email = lower($1)', [String(email)]);
    const result = await fetchAuth(request);
    return result.ok ? response : result;
  } finally {
    await db.exec('rollback');
  }
}
