/** A place as people have it at hand: a map's link, or coordinates. Nothing is asked of anybody: what the text does not say is not known. */

export interface MapPlace {
  /** Degrees, north and east positive. */
  latitude: number;
  longitude: number;
}

const NUMBER = String.raw`([-+]?\d{1,3}(?:\.\d+)?)`;
const PAIR = new RegExp(String.raw`^(?:geo:|loc:)?\s*${NUMBER}\s*[,;\s]\s*${NUMBER}(?:[;?,].*)?$`);
/** Decimals with a comma need another sign between the two. */
const COMMA_PAIR = /^([-+]?\d{1,3},\d+)\s*[;\s]\s*([-+]?\d{1,3},\d+)$/;
const SHORT = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|maps\.apple|osm\.org)$/;
/** What the maps call the point that a link is about, the pin before the middle of the picture. */
const QUERIES = ['q', 'query', 'll', 'coordinate', 'destination', 'daddr', 'sll', 'center'];

function placeOf(latitude: string | undefined, longitude: string | undefined): MapPlace | null {
  if (latitude === undefined || longitude === undefined) return null;
  const place = { latitude: Number(latitude.replace(',', '.')), longitude: Number(longitude.replace(',', '.')) };
  // No meeting point is in the Gulf of Guinea: that is where links lead whose place was lost.
  if (place.latitude === 0 && place.longitude === 0) return null;
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

function found(text: string | null | undefined, pattern: RegExp): MapPlace | null {
  const match = text ? pattern.exec(text) : null;
  return match && placeOf(match[1], match[2]);
}

function placeOfLink(url: URL): MapPlace | null {
  const { searchParams: query, hash } = url;
  let path = url.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    // A stray per cent sign: as it stands.
  }
  return (
    placeOf(query.get('mlat') ?? undefined, query.get('mlon') ?? undefined) ??
    found(path, new RegExp(`!3d${NUMBER}!4d${NUMBER}`)) ??
    QUERIES.reduce<MapPlace | null>((known, name) => known ?? found(query.get(name)?.trim(), PAIR), null) ??
    found(path, new RegExp(String.raw`/(?:search|place|dir)/(?:/)?${NUMBER},[\s+]*${NUMBER}`)) ??
    found(path, new RegExp(`@${NUMBER},${NUMBER}`)) ??
    found(hash, new RegExp(String.raw`map=[\d.]+/${NUMBER}/${NUMBER}`))
  );
}

/**
 * What a text says: coordinates, or the link of Google's, Apple's or OpenStreetMap's maps. `short`: a link that only its host can
 * tell the place of; null: there is no place in it.
 */
export function parseMapPlace(text: string): MapPlace | 'short' | null {
  const bare = text.trim();
  const pair = found(bare, PAIR) ?? found(bare, COMMA_PAIR);
  if (pair) return pair;
  const link = /^[a-z]+\.[a-z.]+\//i.test(bare) ? `https://${bare}` : bare;
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return placeOfLink(url) ?? (SHORT.test(url.hostname) ? 'short' : null);
}

/** As a field shows it, to a metre: `55.67610, 12.56830`; '' for none. */
export const formatMapPlace = (place: MapPlace | null): string =>
  place === null ? '' : `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`;

/** A plain link to a map with a pin at the place, which opens on any device. */
export const mapPinUrl = ({ latitude, longitude }: MapPlace): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
