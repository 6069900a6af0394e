/** What guides of walking tours are asked for most, as ISO 639; whatever else is said already is offered beside them. */
export const GUIDE_LANGUAGES = [
  'en',
  'es',
  'da',
  'it',
  'de',
  'fr',
  'nl',
  'sv',
  'nb',
  'fi',
  'pl',
  'pt',
  'zh',
  'ja',
  'ko',
  'ar',
] as const;
