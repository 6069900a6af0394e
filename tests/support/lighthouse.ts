/** What is written of the tour that journeys make from nothing: the label of each field, and its English text. */
export const LIGHTHOUSE = [
  ['Title', 'Lighthouse at dusk'],
  ['In one sentence', 'Up the hill while the light comes on.'],
  ['Description', 'We walk up slowly and look at the sea.'],
  ['Meeting point', 'The red gate'],
] as const;
