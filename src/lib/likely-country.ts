const OF_ZONES: Readonly<Record<string, string>> = {
  'Europe/Copenhagen': 'DK',
  'Europe/Madrid': 'ES',
  'Europe/Rome': 'IT',
  'Europe/London': 'GB',
  'Atlantic/Canary': 'ES',
};

/** The country (ISO 3166) where somebody who has not said so most likely is: by their clock, else by the region of their languages. */
export function likelyCountry(languages: readonly string[], timeZone: string): string | undefined {
  if (OF_ZONES[timeZone]) return OF_ZONES[timeZone];
  return languages
    .map((language) => new Intl.Locale(language).region)
    .find((region) => /^[A-Z]{2}$/.test(region ?? ''));
}
