/** Keys of this process, each derived from the stored secret so that none reveals another. */
import { createHmac } from 'node:crypto';

export const deriveKey = (jwtSecret: string, purpose: string): string =>
  createHmac('sha256', jwtSecret).update(`muster:${purpose}`).digest('base64');

/** Returns the service role's key in the hosted service's format. */
export const serviceKey = (jwtSecret: string): string =>
  `sb_secret_${deriveKey(jwtSecret, 'service role').replace(/[^a-z0-9]/gi, '')}`;
