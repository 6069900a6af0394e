/** TOTP (RFC 6238) with the defaults of authenticator apps: SHA-1, six digits, 30 seconds. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Tolerates one step of clock skew either way. */
const SKEW = [0, -1, 1];
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a 160-bit secret (RFC 4226) in base32, which can be typed. */
export const generateSecret = (): string => Array.from(randomBytes(32), (byte) => BASE32[byte & 31]).join('');

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const stepAt = (at: Date) => Math.floor(at.getTime() / 1000 / PERIOD_SECONDS);

/** Returns the code at a time. */
export const totpCode = (secret: string, at: Date = new Date()): string => codeOfStep(secret, stepAt(at));

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = mac[mac.length - 1]! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the time step of a code, or null if it is wrong. Steps up to `last` are used up, so codes work once. */
export function findTimeStep(input: string, secret: string, { at = new Date(), last = -1 } = {}): number | null {
  const typed = Buffer.from(input.padEnd(DIGITS).slice(0, DIGITS + 1));
  const step = SKEW.map((steps) => stepAt(at) + steps).find((candidate) => {
    const right = Buffer.from(codeOfStep(secret, candidate));
    return candidate > last && typed.length === right.length && timingSafeEqual(typed, right);
  });
  return step ?? null;
}

/** Returns the URL in the QR code. */
export function otpauthUrl(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = new URLSearchParams({
    algorithm: 'SHA1',
    digits: String(DIGITS),
    issuer,
    period: String(PERIOD_SECONDS),
    secret,
  });
  return `otpauth://totp/${label}?${parameters}`;
}
