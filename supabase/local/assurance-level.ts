/**
 * The claims `aal` and `amr` of session tokens, as the hosted Auth writes them. `@supabase/lite` writes neither, so its
 * responses are completed here, together with the person's factors.
 */
import { createHmac } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';

/**
 * Tables named as in the hosted Auth; `auth.mfa_factors` is in platform.sql, as our migrations read it. Only
 * factor_steps, with the last used time step, is our own.
 */
export const FACTOR_TABLES = `
  create table if not exists auth.mfa_challenges (
    id uuid primary key default gen_random_uuid(),
    factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
    created_at timestamptz not null default now(),
    verified_at timestamptz
  );
  create table if not exists auth.mfa_amr_claims (
    session_id uuid not null references auth.sessions (id) on delete cascade,
    authentication_method text not null,
    created_at timestamptz not null default now(),
    primary key (session_id, authentication_method)
  );
  create table if not exists muster_local.factor_steps (
    factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
    step bigint not null
  );`;

export interface SessionClaims extends Record<string, unknown> {
  sub: string;
  session_id: string;
  exp: number;
  iat?: number;
  aal?: string;
}

const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the claims of a token that the caller has verified. */
export const claimsOf = (token: string): SessionClaims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as SessionClaims;

export function signToken(claims: object, secret: string): string {
  const unsigned = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}

/** Returns a session's `aal` and `amr`. */
export async function assuranceLevelOf(db: PGlite, session: string) {
  const { rows } = await db.query<{ aal: string; amr: { method: string; timestamp: number }[] }>(
    `select coalesce(s.aal, 'aal1') as aal, coalesce((
       select json_agg(json_build_object('method', a.authentication_method, 'timestamp', extract(epoch from a.created_at)::bigint)
         order by a.created_at desc)
       from auth.mfa_amr_claims a where a.session_id = s.id), '[]') as amr
     from auth.sessions s where s.id = $1`,
    [session],
  );
  return rows[0] ?? { aal: 'aal1', amr: [] };
}

export const recordAuthMethod = (db: PGlite, session: string, method: string) =>
  db.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) select id, $2 from auth.sessions where id = $1
     on conflict (session_id, authentication_method) do update set created_at = now()`,
    [session, method],
  );

/** Adds a person's factors, if there are any. */
export async function withFactors<User extends { id: string }>(db: PGlite, user: User): Promise<User> {
  const { rows } = await db.query(
    `select id, created_at, updated_at, status, friendly_name, factor_type from auth.mfa_factors where user_id = $1 order by created_at, id`,
    [user.id],
  );
  return rows.length === 0 ? user : { ...user, factors: rows };
}

interface AuthResponse {
  access_token?: string;
  user?: { id: string };
  id?: string;
}

/** Returns the method that began a session, or null if the request begins none. */
function methodOf(request: Request, pathname: string): string | null {
  if (pathname === '/auth/v1/verify') return 'otp';
  if (pathname === '/auth/v1/signup') return 'password';
  const grant = new URL(request.url).searchParams.get('grant_type');
  return grant === 'password' ? 'password' : grant === 'pkce' ? 'oauth' : null;
}

const PATHS = /^\/auth\/v1\/(?:token|verify|signup|user)$/;

/** Completes lite's response with assurance level and factors. */
export async function withAssuranceLevel(
  request: Request,
  response: Response,
  { db, jwtSecret }: { db: PGlite; jwtSecret: string },
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!response.ok || !PATHS.test(pathname) || !/json/.test(response.headers.get('content-type') ?? ''))
    return response;
  const result = (await response.json()) as AuthResponse;
  if (result.access_token) {
    const claims = claimsOf(result.access_token);
    const method = methodOf(request, pathname);
    if (method) await recordAuthMethod(db, claims.session_id, method);
    result.access_token = signToken({ ...claims, ...(await assuranceLevelOf(db, claims.session_id)) }, jwtSecret);
  }
  if (result.user) result.user = await withFactors(db, result.user);
  const complete =
    pathname === '/auth/v1/user' && result.id ? await withFactors(db, { ...result, id: result.id }) : result;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(complete), { status: response.status, headers });
}
