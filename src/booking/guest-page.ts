/** Which of the guests' pages a path means. */
import { withoutLocale } from '../i18n/locale-choice.ts';

export type GuestPage =
  | { kind: 'operator'; operator: string; organisation: string | null }
  | { kind: 'next'; operator: string }
  | { kind: 'partner'; organisation: string }
  | { kind: 'view'; token: string; isAlone: boolean }
  | { kind: 'payment'; token: string }
  | { kind: 'letters'; token: string }
  | { kind: 'all' }
  | { kind: 'unknown' };

/** What stands where a partner's slug does, so that none may have it. As `private.is_reserved_slug`. */
export const RESERVED_SLUGS = ['view', 'next', 'payment', 'letters'] as const;
const isReserved = (word: string): word is (typeof RESERVED_SLUGS)[number] =>
  RESERVED_SLUGS.some((one) => one === word);

/** The page at a path, of any language variant. */
export function pageAt(path: string): GuestPage {
  const parts = withoutLocale(path).split('/').filter(Boolean).map(decoded);
  const [first, second, third, fourth] = parts;
  if (first === 'all' && parts.length === 1) return { kind: 'all' };
  if (first !== 'booking') return { kind: 'unknown' };
  if (second === 'view' && third && parts.length === 3) return { kind: 'view', token: third, isAlone: true };
  if (second !== 'isolated' || !third) return { kind: 'unknown' };
  if (parts.length === 3) return { kind: 'operator', operator: third, organisation: null };
  if (parts.length !== 4 || !fourth) return { kind: 'unknown' };
  if (isReserved(third)) {
    if (third === 'view') return { kind: third, token: fourth, isAlone: false };
    return third === 'next' ? { kind: third, operator: fourth } : { kind: third, token: fourth };
  }
  // In capitals, as no operator's slug is.
  if (fourth === 'BAK') return { kind: 'partner', organisation: third };
  return { kind: 'operator', operator: fourth, organisation: third };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
