/** As many as may be chosen of on the page of the next departures. */
export const MAX_PARTY = 20;

/** How many the address means; two where it does not say. */
export function parsePartySize(text: string | null | undefined): number {
  const wanted = Number(text);
  return Number.isInteger(wanted) && wanted >= 1 && wanted <= MAX_PARTY ? wanted : 2;
}
