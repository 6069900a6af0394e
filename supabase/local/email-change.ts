/**
 * Email changes that both addresses must confirm. `@supabase/lite` only asks the old one; the hosted Auth asks both in
 * any order and answers the first without session or user.
 */
import type { PGlite } from '@electric-sql/pglite';

const COLUMNS = ['email_change_token_current', 'email_change_token_new'] as const;

export const isVerifying = (request: Request, pathname: string): boolean =>
  request.method === 'POST' && pathname === '/auth/v1/verify';

/** Returns Auth's response to the first confirmation, or null if lite should handle the request as the last one. */
export async function acceptFirstConfirmation(request: Request, db: PGlite): Promise<Response | null> {
  const { type, token_hash: hash } = (await request.json()) as { type?: string; token_hash?: unknown };
  if (type !== 'email_change' || typeof hash !== 'string' || hash === '') return null;
  const { rows } = await db.query<{ id: string; column: (typeof COLUMNS)[number]; other: string | null }>(
    `select id, case when email_change_token_current = $1 then 'email_change_token_current' else 'email_change_token_new' end as column,
       nullif(case when email_change_token_current = $1 then email_change_token_new else email_change_token_current end, '') as other
     from auth.users where $1 in (email_change_token_current, email_change_token_new)
       and email_change_sent_at > now() - interval '1 hour'`,
    [hash],
  );
  const [found] = rows;
  if (!found) return null;
  if (found.other === null) {
    // Lite expects the token in the column of the old address.
    await db.query(
      'update auth.users set email_change_token_current = $2, email_change_token_new = null where id = $1',
      [found.id, hash],
    );
    return null;
  }
  await db.query(`update auth.users set ${found.column} = null, email_change_confirm_status = 1 where id = $1`, [
    found.id,
  ]);
  const msg = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
  return new Response(JSON.stringify({ msg, code: '200' }), {
    status: 200,
    headers: { 'Content-Type': 'application/json' },
  });
}
