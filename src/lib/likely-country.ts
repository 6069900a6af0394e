const OF_ZONES: Readonly<Record<string, string>> = {
  'Europe/Copenhagen': 'DK',
  'Europe/Madrid': 'ES',
  'Europe/Rome': 'IT',
  'Europe/London': 'GB',
  'Atlantic/Canary': 'ES',
};

/** Returns the region of a language tag; WebKit also lists system locales that are not valid tags ("C"). */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}

/**
 * Guesses the user's country (ISO 3166-1 alpha-2) from the time zone, else from the region of the first language that
 * has one.
 */
export function likelyCountry(languages: readonly string[], timeZone: string): string | undefined {
  if (OF_ZONES[timeZone]) return OF_ZONES[timeZone];
  return languages.map(regionOf).find((region) => /^[A-Z]{2}$/.test(region ?? ''));
}
