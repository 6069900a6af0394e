/** What the sign-in page shows beside and after its form, as one part: of no use without a network. */
export { MfaPage } from './mfa-step.tsx';
export { ProviderButtons } from './provider-buttons.tsx';
