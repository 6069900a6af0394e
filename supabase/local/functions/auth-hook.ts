/**
 * Send-email hook, which `@supabase/lite` lacks: its mails are captured here and passed to our function in the hosted
 * service's format.
 */
import type { PGlite } from '@electric-sql/pglite';
import { Webhook } from 'standardwebhooks';

interface AuthAction {
  action: 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication';
  userId: string;
  token: string;
  tokenHash: string;
  /** Token of the old address if both must agree, despite its name (Auth's); `tokenHash` is then the new one's. */
  tokenHashNew: string;
  newEmail?: string | undefined;
}

export interface CapturedMail extends AuthAction {
  email: string;
  metadata: unknown;
  redirectTo: string;
}

interface Meta {
  userId: string;
  tokenNew?: string;
  tokenHashNew?: string;
  tokenHash?: string;
  newEmail?: string;
}

/** Replaces lite's mailer and collects the mails of one request. */
export class AuthMailListener {
  #captured: AuthAction[] = [];

  #capture(action: AuthAction['action'], { token, hash, meta }: { token: string; hash: string; meta: Meta }) {
    const { userId, newEmail } = meta;
    // Lite passes the old address's pair first, the hosted service the new one's.
    const bothMustAgree = action === 'email_change' && meta.tokenHashNew !== undefined;
    this.#captured.push({
      action,
      userId,
      newEmail,
      token,
      tokenHash: bothMustAgree ? meta.tokenHashNew! : hash,
      tokenHashNew: bothMustAgree ? hash : '',
    });
  }

  sendConfirmation = async (_to: string, hash: string, token: string, meta: Meta) =>
    this.#capture('signup', { token, hash, meta });
  sendRecovery = async (_to: string, hash: string, token: string, meta: Meta) =>
    this.#capture('recovery', { token, hash, meta });
  sendMagicLink = async (_to: string, hash: string, token: string, meta: Meta) =>
    this.#capture('magiclink', { token, hash, meta });
  sendEmailChange = async (_to: string, hash: string, token: string, meta: Meta) =>
    this.#capture('email_change', { token, hash, meta });
  sendReauthentication = async (_to: string, token: string, meta: Meta) =>
    this.#capture('reauthentication', { token, hash: meta.tokenHash ?? '', meta });

  /** Returns the mails of the request that just ended, with the people's current data. */
  async take(db: PGlite, redirectTo: string): Promise<CapturedMail[]> {
    const mails: CapturedMail[] = [];
    for (const action of this.#captured.splice(0)) {
      const { rows } = await db.query<{ email: string; raw_user_meta_data: unknown }>(
        'select email, raw_user_meta_data from auth.users where id = $1',
        [action.userId],
      );
      const [user] = rows;
      if (user) mails.push({ ...action, email: user.email, metadata: parsedJson(user.raw_user_meta_data), redirectTo });
    }
    return mails;
  }
}

const parsedJson = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

/** Returns the request that the hosted Auth would make. */
export function signedHookRequest(
  received: CapturedMail,
  { id, secret, now }: { id: string; secret: string; now: Date },
): RequestInit {
  const { action, userId, email, newEmail, metadata, token, tokenHash, tokenHashNew, redirectTo } = received;
  const body = JSON.stringify({
    user: { id: userId, email, ...(newEmail ? { new_email: newEmail } : {}), user_metadata: metadata ?? {} },
    email_data: {
      email_action_type: action,
      token,
      token_hash: tokenHash,
      token_hash_new: tokenHashNew,
      token_new: '',
      redirect_to: redirectTo,
    },
  });
  const signature = new Webhook(secret.replace(/^v1,/, '')).sign(id, now, body);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    },
  };
}
