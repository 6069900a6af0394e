/** URL of the operator's terms; '' if there are none. Set at build time (docs/deploy.md). */
export const TERMS_URL = (import.meta.env['VITE_TERMS_URL'] as string | undefined) ?? '';
