/** Joins the truthy facts with " · ". */
export const joinWithDots = (...facts: (string | null | false | undefined)[]): string =>
  facts.filter(Boolean).join(' · ');
