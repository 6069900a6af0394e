import { withoutLocale } from '../i18n/locale-choice.ts';

export type GuestPage =
  | { kind: 'operator'; operator: string; organisation: string | null }
  | { kind: 'next'; operator: string }
  | { kind: 'partner'; organisation: string }
  | { kind: 'view'; token: string }
  | { kind: 'payment'; token: string }
  | { kind: 'unsubscribe'; token: string }
  | { kind: 'all' }
  | { kind: 'unknown' };

/**
 * Path segments in the place of a partner's slug, so no partner may have them. Must match `private.is_reserved_slug`.
 */
export const RESERVED_SLUGS = ['view', 'next', 'payment', 'unsubscribe'] as const;

/** Returns the page at a path in any language variant. */
export function pageAt(path: string): GuestPage {
  const segments = withoutLocale(path).split('/').filter(Boolean).map(decoded);
  const [first, second, third, fourth] = segments;
  if (first === 'all' && segments.length === 1) return { kind: 'all' };
  if (first !== 'booking') return { kind: 'unknown' };
  if (second === 'view' && third && segments.length === 3) return { kind: 'view', token: third };
  if (second !== 'isolated' || !third) return { kind: 'unknown' };
  if (segments.length === 3) return { kind: 'operator', operator: third, organisation: null };
  if (segments.length !== 4 || !fourth) return { kind: 'unknown' };
  if (third === 'view') return { kind: 'view', token: fourth };
  if (third === 'next') return { kind: 'next', operator: fourth };
  if (third === 'payment') return { kind: 'payment', token: fourth };
  if (third === 'unsubscribe') return { kind: 'unsubscribe', token: fourth };
  // Fixed by the specification; in capitals, which no operator's slug can have.
  if (fourth === 'BAK') return { kind: 'partner', organisation: third };
  return { kind: 'operator', operator: fourth, organisation: third };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
