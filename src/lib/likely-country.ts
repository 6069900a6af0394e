const OF_ZONES: Readonly<Record<string, string>> = {
  'Europe/Copenhagen': 'DK',
  'Europe/Madrid': 'ES',
  'Europe/Rome': 'IT',
  'Europe/London': 'GB',
  'Atlantic/Canary': 'ES',
};

/** Of a language as browsers name it; WebKit lists what the system says, which need not be a tag at all ("C"). */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}

/** The country (ISO 3166) where somebody who has not said so most likely is: by their clock, else by the region of their languages. */
export function likelyCountry(languages: readonly string[], timeZone: string): string | undefined {
  if (OF_ZONES[timeZone]) return OF_ZONES[timeZone];
  return languages.map(regionOf).find((region) => /^[A-Z]{2}$/.test(region ?? ''));
}
