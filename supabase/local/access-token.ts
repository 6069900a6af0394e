/** Verifies session JWTs as the hosted service does: HS256, our secret, not expired. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Claims {
  sub: string;
  role: string;
  /** Unix time in seconds. */
  exp: number;
}

/** Returns the claims, or null unless it is a valid token of a signed-in person. */
export function verifyAccessToken(token: unknown, secret: string): Claims | null {
  if (typeof token !== 'string') return null;
  const [header = '', body = '', signature = '', ...more] = token.split('.');
  if (more.length > 0) return null;
  const expected = createHmac('sha256', secret).update(`${header}.${body}`).digest();
  const actual = Buffer.from(signature, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg?: string };
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Partial<Claims>;
    if (alg !== 'HS256' || typeof claims.sub !== 'string' || typeof claims.exp !== 'number') return null;
    if (claims.role !== 'authenticated' || claims.exp * 1000 <= Date.now()) return null;
    return { sub: claims.sub, role: claims.role, exp: claims.exp };
  } catch {
    return null;
  }
}
