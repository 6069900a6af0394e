/** The address of a map that looks for a place, by its words or its coordinates; opens on any device. */
export const mapSearchUrl = (place: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
