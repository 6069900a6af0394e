/** Largest party to choose from on the page of next departures. */
export const MAX_PARTY = 20;

/** Returns the party size in the address, two by default. */
export function parsePartySize(text: string | null | undefined): number {
  const party = Number(text);
  return Number.isInteger(party) && party >= 1 && party <= MAX_PARTY ? party : 2;
}
