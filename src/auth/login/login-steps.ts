/** What the sign-in page shows beside and after its form, as one part: of no use without a network. */
export { FactorPage } from './factor-step.tsx';
export { ProviderButtons } from './provider-buttons.tsx';
