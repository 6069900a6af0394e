export interface CookieOptions {
  days: number;
  secure?: boolean;
}

/** Formats a cookie for `document.cookie`, with path=/ and SameSite=Lax. */
export function serializeCookie(name: string, value: string, { days, secure = false }: CookieOptions): string {
  const attributes = [`${name}=${encodeURIComponent(value)}`, 'path=/', `max-age=${days * 86_400}`, 'samesite=lax'];
  if (secure) attributes.push('secure');
  return attributes.join('; ');
}

/** Returns the decoded value of a cookie in a `document.cookie` text, or null. */
export function readCookie(cookies: string, name: string): string | null {
  for (const cookie of cookies.split(';')) {
    const at = cookie.indexOf('=');
    if (at < 0 || cookie.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(cookie.slice(at + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}

/** Returns the document's cookies; '' in a sandboxed frame, where reading them throws. */
export function documentCookies(document: { readonly cookie: string }): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** Sets a cookie; does nothing where the document may not. */
export function setCookie(document: { cookie: string }, text: string): void {
  try {
    document.cookie = text;
  } catch {
    // Without cookies the choice lasts until the page closes.
  }
}
