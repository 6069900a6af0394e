import type { ReferralLink } from '../../data/referrals.ts';
import { DEFAULT_LOCALE, type Locale } from '../../domain/locales.ts';

/**
 * Returns the URL of a link: the company's page in the partner's name and the given language, at the link's tour if it
 * has one.
 */
export function referralUrl({ companySlug, tour, code }: ReferralLink, organisation: string, locale: Locale): string {
  const prefix = locale === DEFAULT_LOCALE ? '' : `/${locale}`;
  const url = new URL(`${prefix}/booking/isolated/${organisation}/${companySlug}`, window.location.origin);
  if (tour) url.searchParams.set('tour', tour.slug);
  url.searchParams.set('ref', code);
  return url.href;
}
