/**
 * Hides by response time whether an address has an account. `@supabase/lite` refuses an unknown address at once, but
 * hashes a password or writes a mail for a known one. Here both take the same time.
 */

/** Minimum in milliseconds; longer than a hash and a mail take. */
const MIN_MS = 200;
/** Slower responses on a busy machine raise the minimum, which then decays. */
const FADING_FACTOR = 0.98;
const MARGIN_FACTOR = 1.25;

const ABOUT_AN_ADDRESS = /^\/auth\/v1\/(?:signup|recover|resend|otp|magiclink)$/;

export class ConstantTimeResponses {
  readonly #slowest = new Map<string, number>();

  /** Waits until the response may be sent; `began` is a `performance.now()` value. */
  async hold(request: Request, response: Response, began: number): Promise<void> {
    const { pathname, searchParams } = new URL(request.url);
    // A correct password is answered at once; only refusals are delayed.
    const isRefusedPassword =
      pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password' && !response.ok;
    if (!isRefusedPassword && !ABOUT_AN_ADDRESS.test(pathname)) return;
    const lasted = performance.now() - began;
    const slowest = Math.max(lasted, (this.#slowest.get(pathname) ?? 0) * FADING_FACTOR);
    this.#slowest.set(pathname, slowest);
    const duration = Math.max(MIN_MS, slowest * MARGIN_FACTOR);
    await new Promise((resolve) => setTimeout(resolve, duration - lasted));
  }
}
