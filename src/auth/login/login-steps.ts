/** Parts of the sign-in page beside and after its form, as one chunk; they need a network. */
export { MfaPage } from './mfa-step.tsx';
export { ProviderButtons } from './provider-buttons.tsx';
