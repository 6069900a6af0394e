/** Texts of the tour that journeys create from scratch: field labels and English texts. */
export const LIGHTHOUSE = [
  ['Title', 'Lighthouse at dusk'],
  ['One-sentence summary', 'Up the hill while the light comes on.'],
  ['Description', 'We walk up slowly and look at the sea.'],
  ['Meeting point', 'The red gate'],
] as const;
