/** Colours that tell tours apart. No green, amber or red, which are state colours. */
import { hueOf } from './hue.ts';

/** Each has 3:1 contrast on rows of both colour modes. */
export const RAIL_COLOURS = ['#1f86b8', '#2f6fd0', '#6a62d6', '#9455cc', '#a94f9f', '#5f7285'] as const;
const GREY = '#5f7285';

const chosen = new Map<string, string>();

/** Returns the rail colour closest to a company's custom tour colour. */
export function railColour(colour: string): string {
  const known = chosen.get(colour);
  if (known) return known;
  const nearest = nearestTo(colour);
  chosen.set(colour, nearest);
  return nearest;
}

function nearestTo(colour: string): string {
  const wanted = hueOf(colour);
  if (wanted === null) return GREY;
  const apart = (one: string) => {
    const way = Math.abs((hueOf(one) ?? wanted + 180) - wanted);
    return Math.min(way, 360 - way);
  };
  return RAIL_COLOURS.filter((one) => one !== GREY).reduce((best, one) => (apart(one) < apart(best) ? one : best));
}
