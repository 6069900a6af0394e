/** Returns a Google Maps search URL for an address or coordinates; it opens on any device. */
export const mapSearchUrl = (query: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
