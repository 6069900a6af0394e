/** Where the terms of whoever runs this installation stand; '' where there are none to agree to. Set at the build (docs/deploy.md). */
export const TERMS_URL = (import.meta.env['VITE_TERMS_URL'] as string | undefined) ?? '';
