/** Common guide languages (ISO 639) that forms offer; languages in use are offered in addition. */
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
