/** Largest party to choose from on the page of next departures. */
export const MAX_PARTY = 20;

/** Returns the party size in the address, two by default. */
export function parsePartySize(text: string | null | undefined): number {
  const wanted = Number(text);
  return Number.isInteger(wanted) && wanted >= 1 && wanted <= MAX_PARTY ? wanted : 2;
}
