/**
 * Two-factor authentication, which `@supabase/lite` lacks: the hosted Auth's `/factors` endpoints for TOTP, and the
 * restrictions for people who have a factor but have not used it.
 */
import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { renderSVG } from 'uqr';
import {
  claimsOf,
  assuranceLevelOf,
  recordAuthMethod,
  signToken,
  withFactors,
  type SessionClaims,
} from './assurance-level.ts';
import { otpauthUrl, generateSecret, findTimeStep } from './totp.ts';

const MAX_FACTORS = 10;
/** Validity of a challenge and of an unconfirmed factor, in seconds. */
const CHALLENGE_SECONDS = 300;
/** Most wrong codes of a person within a challenge's time. */
const MAX_WRONG_CODES = 10;

interface Factor {
  id: string;
  status: 'verified' | 'unverified';
  secret: string;
  /** Time step of the last used code. */
  last: number | null;
}

interface AuthenticatedUser {
  user: { id: string; email: string };
  claims: SessionClaims;
  isAal2: boolean;
}

interface Options {
  db: PGlite;
  jwtSecret: string;
  siteUrl: string;
  /** Forwards a request to `@supabase/lite`. */
  fetchAuth(request: Request): Promise<Response>;
}

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { status: 200, headers: { 'Content-Type': 'application/json' } });

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const refusal = ({ status, code, message }: Refused) =>
  new Response(JSON.stringify({ code: status, error_code: code, msg: message }), {
    status,
    headers: { 'Content-Type': 'application/json', 'x-sb-error-code': code },
  });

const ROUTE = /^\/auth\/v1\/factors(?:\/([0-9a-f-]{36})(?:\/(challenge|verify))?)?$/;
const AAL2_REQUIRED = 'AAL2 session is required to update email or password when MFA is enabled.';

export class MfaEndpoints {
  readonly #options: Options;
  readonly #db: PGlite;
  /** Times of wrong codes by person. */
  readonly #wrong = new Map<string, number[]>();

  constructor(options: Options) {
    this.#options = options;
    this.#db = options.db;
  }

  /** Returns the response, or null if lite handles the request. */
  async handle(request: Request): Promise<Response | null> {
    const { pathname } = new URL(request.url);
    const [isFactors, id, act] = ROUTE.exec(pathname) ?? [];
    const isUpdate = pathname === '/auth/v1/user' && request.method === 'PUT';
    if (!isFactors && !isUpdate) return null;
    try {
      const body = await bodyOf(request.clone());
      if (isUpdate && !body['password'] && !body['email']) return null;
      const caller = await this.#authenticate(request);
      if (caller instanceof Response) return caller;
      if (isUpdate) return await this.#guardUpdate(caller);
      if (!id && request.method === 'POST') return await this.#enrol(caller, body);
      const factor = id ? await this.#factorOf(caller, id) : null;
      if (factor && request.method === 'DELETE' && !act) return await this.#remove(caller, factor);
      if (factor && request.method === 'POST' && act === 'challenge') return await this.#challenge(factor);
      if (factor && request.method === 'POST' && act === 'verify') return await this.#verify(caller, factor, body);
      return null;
    } catch (failure) {
      if (failure instanceof Refused) return refusal(failure);
      throw failure;
    }
  }

  /** Returns the person according to lite, or lite's refusal. */
  async #authenticate(request: Request): Promise<AuthenticatedUser | Response> {
    const headers = new Headers(request.headers);
    for (const name of ['content-type', 'content-length']) headers.delete(name);
    const result = await this.#options.fetchAuth(new Request(new URL('/auth/v1/user', request.url), { headers }));
    if (!result.ok) return result;
    const claims = claimsOf((request.headers.get('authorization') ?? '').replace(/^Bearer /, ''));
    // The session's level, as the token may predate the removal of a factor.
    const { aal } = await assuranceLevelOf(this.#db, claims.session_id);
    return { user: (await result.json()) as AuthenticatedUser['user'], claims, isAal2: aal === 'aal2' };
  }

  async #verifiedOf(person: string): Promise<number> {
    const { rows } = await this.#db.query<{ count: number }>(
      `select count(*)::int as count from auth.mfa_factors where user_id = $1 and status = 'verified'`,
      [person],
    );
    return rows[0]!.count;
  }

  async #guardUpdate({ user, isAal2 }: AuthenticatedUser): Promise<null> {
    if (!isAal2 && (await this.#verifiedOf(user.id)) > 0) throw new Refused(401, 'insufficient_aal', AAL2_REQUIRED);
    return null;
  }

  async #enrol({ user, isAal2 }: AuthenticatedUser, body: Record<string, unknown>): Promise<Response> {
    if (body['factor_type'] !== 'totp')
      throw new Refused(422, `mfa_${String(body['factor_type'])}_enroll_not_enabled`, 'MFA enroll is disabled');
    await this.#db.query(
      `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < now() - make_interval(secs => $2)`,
      [user.id, CHALLENGE_SECONDS],
    );
    const { rows } = await this.#db.query<{ friendly_name: string | null }>(
      'select friendly_name from auth.mfa_factors where user_id = $1',
      [user.id],
    );
    const name = String(body['friendly_name'] ?? '').trim();
    if (rows.length >= MAX_FACTORS)
      throw new Refused(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      );
    if (name !== '' && rows.some(({ friendly_name: other }) => other === name))
      throw new Refused(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${name}" for this user already exists`,
      );
    if (!isAal2 && (await this.#verifiedOf(user.id)) > 0)
      throw new Refused(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    const id = randomUUID();
    const secret = generateSecret();
    await this.#db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret) values ($1, $2, $3, 'totp', 'unverified', $4)`,
      [id, user.id, name, secret],
    );
    const issuer = String(body['issuer'] ?? '') || new URL(this.#options.siteUrl).host;
    const uri = otpauthUrl(secret, { issuer, account: user.email });
    return json({ id, type: 'totp', friendly_name: name, totp: { qr_code: renderSVG(uri), secret, uri } });
  }

  async #factorOf({ user }: AuthenticatedUser, id: string): Promise<Factor> {
    const { rows } = await this.#db.query<Factor>(
      `select f.id, f.status, f.secret, s.step::float8 as last
       from auth.mfa_factors f left join muster_local.factor_steps s on s.factor_id = f.id where f.id = $1 and f.user_id = $2`,
      [id, user.id],
    );
    if (!rows[0]) throw new Refused(404, 'mfa_factor_not_found', 'Factor not found');
    return rows[0];
  }

  async #challenge(factor: Factor): Promise<Response> {
    const { rows } = await this.#db.query<{ id: string }>(
      'insert into auth.mfa_challenges (factor_id) values ($1) returning id',
      [factor.id],
    );
    await this.#db.query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [factor.id]);
    return json({ id: rows[0]!.id, type: 'totp', expires_at: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS });
  }

  async #verify({ user, claims }: AuthenticatedUser, factor: Factor, body: Record<string, unknown>): Promise<Response> {
    const lately = (this.#wrong.get(user.id) ?? []).filter((at) => at > Date.now() - CHALLENGE_SECONDS * 1000);
    if (lately.length >= MAX_WRONG_CODES)
      throw new Refused(429, 'over_request_rate_limit', 'Request rate limit reached');
    const { rows } = await this.#db.query<{ over: boolean }>(
      `select verified_at is not null or created_at < now() - make_interval(secs => $3) as over
       from auth.mfa_challenges where id::text = $1 and factor_id = $2`,
      [String(body['challenge_id']), factor.id, CHALLENGE_SECONDS],
    );
    if (!rows[0]) throw new Refused(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
    if (rows[0].over)
      throw new Refused(422, 'mfa_challenge_expired', 'MFA challenge has expired, create a new challenge.');
    const step = findTimeStep(String(body['code'] ?? ''), factor.secret, { last: factor.last ?? -1 });
    if (step === null) {
      this.#wrong.set(user.id, [...lately, Date.now()]);
      throw new Refused(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    this.#wrong.delete(user.id);
    const session = claims.session_id;
    await this.#db.transaction(async (tx) => {
      await tx.query('update auth.mfa_challenges set verified_at = now() where id::text = $1', [body['challenge_id']]);
      await tx.query(
        'insert into muster_local.factor_steps values ($1, $2) on conflict (factor_id) do update set step = excluded.step',
        [factor.id, step],
      );
      await tx.query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [factor.id]);
      await tx.query(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [session, factor.id]);
      // Ends sessions with the password only, and deletes unconfirmed factors.
      await tx.query(`delete from auth.sessions where user_id = $1 and coalesce(aal, 'aal1') = 'aal1'`, [user.id]);
      await tx.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [user.id]);
    });
    await recordAuthMethod(this.#db, session, 'totp');
    return json(await this.#sessionOf(user, claims));
  }

  /** Returns the session in the shape of a sign-in response. */
  async #sessionOf(user: AuthenticatedUser['user'], claims: SessionClaims) {
    const now = Math.floor(Date.now() / 1000);
    const lasts = claims.exp - (claims.iat ?? claims.exp - 3600);
    const { rows } = await this.#db.query<{ token: string }>(
      'select token from auth.refresh_tokens where session_id = $1 and not revoked order by created_at desc limit 1',
      [claims.session_id],
    );
    const level = await assuranceLevelOf(this.#db, claims.session_id);
    return {
      access_token: signToken({ ...claims, ...level, iat: now, exp: now + lasts }, this.#options.jwtSecret),
      token_type: 'bearer',
      expires_in: lasts,
      expires_at: now + lasts,
      refresh_token: rows[0]?.token,
      user: await withFactors(this.#db, user),
    };
  }

  async #remove({ user, isAal2 }: AuthenticatedUser, factor: Factor): Promise<Response> {
    if (factor.status === 'verified' && !isAal2)
      throw new Refused(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    await this.#db.query('delete from auth.mfa_factors where id = $1', [factor.id]);
    await this.#db.query(
      `update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1 and factor_id = $2`,
      [user.id, factor.id],
    );
    await this.#db.query(
      `delete from auth.mfa_amr_claims a using auth.sessions s where s.id = a.session_id and s.user_id = $1 and s.aal = 'aal1'
         and a.authentication_method = 'totp'`,
      [user.id],
    );
    return json({ id: factor.id });
  }
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'DELETE') return {};
  try {
    const body: unknown = JSON.parse(await request.text());
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    throw new Refused(400, 'bad_json', 'Could not read the request');
  }
}
