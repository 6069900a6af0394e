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
  if (third === 'view') return { kind: 'view', token: fourth, isAlone: false };
  if (third === 'next') return { kind: 'next', operator: fourth };
  if (third === 'payment') return { kind: 'payment', token: fourth };
  if (third === 'letters') return { kind: 'letters', token: fourth };
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
