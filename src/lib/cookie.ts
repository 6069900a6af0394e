export interface CookieOptions {
  days: number;
  secure?: boolean;
}

/** A cookie as `document.cookie` takes it: path /, SameSite lax. */
export function serializeCookie(name: string, value: string, { days, secure = false }: CookieOptions): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'path=/', `max-age=${days * 86_400}`, 'samesite=lax'];
  if (secure) parts.push('secure');
  return parts.join('; ');
}

/** The value of one cookie in a `document.cookie` text, or null. */
export function readCookie(cookies: string, name: string): string | null {
  for (const part of cookies.split(';')) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(part.slice(at + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}

/** A document's cookies; in a sandboxed frame there are none to be had, and asking throws. */
export function documentCookies(document: { readonly cookie: string }): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** Sets a cookie where one may be set. */
export function setCookie(document: { cookie: string }, text: string): void {
  try {
    document.cookie = text;
  } catch {
    // It lasts as long as the page does.
  }
}
