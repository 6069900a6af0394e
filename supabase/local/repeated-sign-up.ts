/**
 * Repeated sign-ups and resent mails. `@supabase/lite` refuses both; the hosted Auth answers an existing account like a
 * new one, and resends an unconfirmed one's mail after a minute.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import type { AuthMailListener } from './functions/auth-hook.ts';

const MIN_INTERVAL_SECONDS = 60;

interface SignUpRequest {
  request: Request;
  pathname: string;
  /** Response of `@supabase/lite`. */
  response: Response;
  db: PGlite;
  authMail: AuthMailListener;
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

export const isRepeatable = (pathname: string): boolean => /^\/auth\/v1\/(?:signup|resend)$/.test(pathname);

/** Returns Auth's response where lite responds 429. */
export async function handleRepeatedSignUp({
  request,
  pathname,
  response,
  db,
  authMail,
}: SignUpRequest): Promise<Response> {
  const isSignUp = pathname === '/auth/v1/signup';
  const body = (await request.json()) as { type?: string; email?: string; data?: unknown };
  const email = String(body.email).toLowerCase();
  const { rows } = await db.query<{ id: string; confirmed: boolean; is_recent: boolean }>(
    `select id, email_confirmed_at is not null as confirmed,
       coalesce(confirmation_sent_at > now() - make_interval(secs => $2), false) as is_recent
     from auth.users where email = $1`,
    [email, MIN_INTERVAL_SECONDS],
  );
  const [user] = rows;
  if (!user || (!isSignUp && body.type !== 'signup')) return response;
  if (!user.confirmed) {
    if (user.is_recent) return response;
    const token = String(randomInt(1_000_000)).padStart(6, '0');
    const hash = createHash('sha256')
      .update(email + token)
      .digest('hex');
    await db.query('update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1', [
      user.id,
      hash,
    ]);
    await authMail.sendConfirmation(email, hash, token, { userId: user.id });
  }
  // A repeated sign-up changes nothing about the account, neither its password nor its metadata.
  return isSignUp ? json(200, somebodyNew(email, body.data)) : json(200, {});
}

/** Returns a made-up account in the shape of a new one. */
function somebodyNew(email: string, metadata: unknown) {
  const now = new Date().toISOString();
  const id = randomUUID();
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata ?? {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
