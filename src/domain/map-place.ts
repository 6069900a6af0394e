/** Parses places from map links or coordinates, using only the text and no network. */

export interface MapPlace {
  /** Degrees; north and east are positive. */
  latitude: number;
  longitude: number;
}

const NUMBER = String.raw`([-+]?\d{1,3}(?:\.\d+)?)`;
const PAIR = new RegExp(String.raw`^(?:geo:|loc:)?\s*${NUMBER}\s*[,;\s]\s*${NUMBER}(?:[;?,].*)?$`);
/** Numbers with a decimal comma need another separator. */
const COMMA_PAIR = /^([-+]?\d{1,3},\d+)\s*[;\s]\s*([-+]?\d{1,3},\d+)$/;
const SHORT = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|maps\.apple|osm\.org)$/;
/** Query parameters with the place, in order of precedence: the pin before the map's centre. */
const QUERIES = ['q', 'query', 'll', 'coordinate', 'destination', 'daddr', 'sll', 'center'];

function toMapPlace(latitude: string | undefined, longitude: string | undefined): MapPlace | null {
  if (latitude === undefined || longitude === undefined) return null;
  const place = { latitude: Number(latitude.replace(',', '.')), longitude: Number(longitude.replace(',', '.')) };
  // 0, 0 means that a link lost its coordinates; there are no meeting points in the Gulf of Guinea.
  if (place.latitude === 0 && place.longitude === 0) return null;
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

function matchIn(text: string | null | undefined, pattern: RegExp): MapPlace | null {
  const match = text ? pattern.exec(text) : null;
  return match && toMapPlace(match[1], match[2]);
}

function parseMapLink(url: URL): MapPlace | null {
  const { searchParams: query, hash } = url;
  let path = url.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    // An invalid escape: use the path undecoded.
  }
  return (
    toMapPlace(query.get('mlat') ?? undefined, query.get('mlon') ?? undefined) ??
    matchIn(path, new RegExp(`!3d${NUMBER}!4d${NUMBER}`)) ??
    QUERIES.reduce<MapPlace | null>((earlier, name) => earlier ?? matchIn(query.get(name)?.trim(), PAIR), null) ??
    matchIn(path, new RegExp(String.raw`/(?:search|place|dir)/(?:/)?${NUMBER},[\s+]*${NUMBER}`)) ??
    matchIn(path, new RegExp(`@${NUMBER},${NUMBER}`)) ??
    matchIn(hash, new RegExp(String.raw`map=[\d.]+/${NUMBER}/${NUMBER}`))
  );
}

/**
 * Parses coordinates, or a link to Google, Apple or OpenStreetMap maps. Returns `short` for a short link that only its
 * host can resolve, and null if there is no place.
 */
export function parseMapPlace(text: string): MapPlace | 'short' | null {
  const bare = text.trim();
  const pair = matchIn(bare, PAIR) ?? matchIn(bare, COMMA_PAIR);
  if (pair) return pair;
  const link = /^[a-z]+\.[a-z.]+\//i.test(bare) ? `https://${bare}` : bare;
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return parseMapLink(url) ?? (SHORT.test(url.hostname) ? 'short' : null);
}

/** Formats a place with a precision of about a metre: `55.67610, 12.56830`; '' for null. */
export const formatMapPlace = (place: MapPlace | null): string =>
  place === null ? '' : `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`;

/** Returns an OpenStreetMap URL with a pin at the place; it opens on any device. */
export const mapPinUrl = ({ latitude, longitude }: MapPlace): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
