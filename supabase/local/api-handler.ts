import type { PGlite } from '@electric-sql/pglite';
import type { App } from '@supabase/lite';

import { withAssuranceLevel } from './assurance-level.ts';
import { captureConsole } from './capture-console.ts';
import { acceptFirstConfirmation, isVerifying } from './email-change.ts';
import type { AuthMailListener, CapturedMail } from './functions/auth-hook.ts';
import { isLoopbackOrigin } from './loopback.ts';
import { MailLimit, mailLimitResponse, wouldSendMail } from './mail-limit.ts';
import { MfaEndpoints } from './mfa-endpoints.ts';
import { limitToPostgrestRelations } from './postgrest-relations.ts';
import { handleRepeatedSignUp, isRepeatable } from './repeated-sign-up.ts';
import { checkPasswordFirst, isPasswordSignIn } from './unconfirmed-sign-in.ts';

export interface ApiHandlerOptions {
  app: Pick<App, 'fetch'>;
  connection: Parameters<typeof limitToPostgrestRelations>[0];
  db: PGlite;
  authMail: AuthMailListener;
  jwtSecret: string;
  siteUrl: string;
  mailsPerHour: number;
}

export interface ApiResponse {
  result: Response;
  /** Auth's mails, which are sent before the response. */
  mails: CapturedMail[];
}

/** Serves /rest/v1 and /auth/v1 by `@supabase/lite`, corrected where the hosted project behaves differently. */
export class ApiHandler {
  readonly #options: ApiHandlerOptions;
  readonly #relations: ReturnType<typeof limitToPostgrestRelations>;
  readonly #mfa: MfaEndpoints;
  readonly #mailLimit: MailLimit;

  constructor(options: ApiHandlerOptions) {
    const { connection, db, jwtSecret, siteUrl, mailsPerHour } = options;
    this.#options = options;
    this.#relations = limitToPostgrestRelations(connection);
    this.#mfa = new MfaEndpoints({ db, jwtSecret, siteUrl, fetchAuth: (request) => this.#fetchQuietly(request) });
    this.#mailLimit = new MailLimit(mailsPerHour);
  }

  /** Handles one request, whose body is in memory. Must not run concurrently. */
  async handle(request: Request): Promise<ApiResponse> {
    const { db, jwtSecret, siteUrl, authMail } = this.#options;
    const { pathname } = new URL(request.url);
    this.#relations.serving(request.url);
    const ownResponse = await this.#ownResponse(request, pathname);
    if (ownResponse) return { result: ownResponse, mails: [] };
    const retryable = isRepeatable(pathname) || isPasswordSignIn(request) ? request.clone() : null;
    const { result, lines } = await captureConsole(() => this.#fetch(request));
    if (result.status >= 500) console.error(`${request.method} ${pathname}: ${lines[0] ?? result.status}`);
    const response = retryable ? await this.#correctRefusal(retryable, pathname, result) : result;
    const withLevel = await withAssuranceLevel(request, response, { db, jwtSecret });
    const mails = await authMail.take(db, redirectTarget(request.url) ?? siteUrl);
    this.#mailLimit.take(mails.length);
    return { result: withLevel, mails };
  }

  #fetch(request: Request): Promise<Response> {
    return this.#options.app.fetch(request, { peerAddress: '127.0.0.1' });
  }

  async #fetchQuietly(request: Request): Promise<Response> {
    return (await captureConsole(() => this.#fetch(request))).result;
  }

  /** Returns the response to requests that lite must not see; null for others. */
  async #ownResponse(request: Request, pathname: string): Promise<Response | null> {
    const { db } = this.#options;
    const firstConfirmation = isVerifying(request, pathname)
      ? await acceptFirstConfirmation(request.clone(), db)
      : null;
    if (firstConfirmation) return firstConfirmation;
    if (this.#mailLimit.checkReached() && (await wouldSendMail(request.clone(), db))) return mailLimitResponse();
    return this.#mfa.handle(request);
  }

  /** Replaces refusals of lite where the hosted Auth answers differently. */
  async #correctRefusal(request: Request, pathname: string, response: Response): Promise<Response> {
    const { db, authMail } = this.#options;
    if (isPasswordSignIn(request))
      return response.ok
        ? response
        : checkPasswordFirst(request, response, { db, fetchAuth: (retry) => this.#fetchQuietly(retry) });
    return response.status === 429 ? handleRepeatedSignUp({ request, pathname, response, db, authMail }) : response;
  }
}

/** Returns where an Auth mail's link leads. The link signs in at its target, which must be this host. */
function redirectTarget(url: string): string | null {
  const { pathname, searchParams } = new URL(url);
  const redirectTo = pathname.startsWith('/auth/v1/') ? searchParams.get('redirect_to') : null;
  return redirectTo !== null && isLoopbackOrigin(redirectTo) ? redirectTo : null;
}
