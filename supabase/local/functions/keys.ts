/** Keys that only this process needs, each made from the one that the data folder keeps, so that none gives another away. */
import { createHmac } from 'node:crypto';

export const derivedKey = (jwtSecret: string, purpose: string): string =>
  createHmac('sha256', jwtSecret).update(`muster:${purpose}`).digest('base64');

/** What opens the database to functions; in the form of the hosted service's keys. */
export const serviceKey = (jwtSecret: string): string =>
  `sb_secret_${derivedKey(jwtSecret, 'service role').replace(/[^a-z0-9]/gi, '')}`;
