/** Small facts on one line; what is missing leaves no dot behind. */
export const joinWithDots = (...facts: (string | null | false | undefined)[]): string =>
  facts.filter(Boolean).join(' · ');
