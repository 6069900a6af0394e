/**
 * Whether an address has an account is not told by how long an answer takes. `@supabase/lite` says no at once to an address that it does not
 * know, and reckons a password's hash or writes a mail for one that it does. Here both are answered after the same time.
 */

/** Milliseconds: more than a hash and a mail take. */
const LEAST = 200;
/** What is slower on a busy machine is remembered, and forgotten with the answers that come after it. */
const FADES = 0.98;
const ROOM = 1.25;

const ABOUT_AN_ADDRESS = /^\/auth\/v1\/(?:signup|recover|resend|otp|magiclink)$/;

export class ConstantTimeResponses {
  readonly #slowest = new Map<string, number>();

  /** Waits until an answer of that kind may be given; `began` is of `performance.now()`. */
  async hold(request: Request, answer: Response, began: number): Promise<void> {
    const { pathname, searchParams } = new URL(request.url);
    // Who has the right password is told so, and nobody else is.
    const isRefusedPassword =
      pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password' && !answer.ok;
    if (!isRefusedPassword && !ABOUT_AN_ADDRESS.test(pathname)) return;
    const lasted = performance.now() - began;
    const slowest = Math.max(lasted, (this.#slowest.get(pathname) ?? 0) * FADES);
    this.#slowest.set(pathname, slowest);
    const wanted = Math.max(LEAST, slowest * ROOM);
    await new Promise((resolve) => setTimeout(resolve, wanted - lasted));
  }
}
