/**
 * Colours of rails, the stripes that tell tours apart at the edge of rows and entries. No green, amber or red, which
 * are state colours.
 */
import { hueOf } from './hue.ts';

/** Each has 3:1 contrast on rows of both colour modes. */
export const RAIL_COLOURS = ['#1f86b8', '#2f6fd0', '#6a62d6', '#9455cc', '#a94f9f', '#5f7285'] as const;
const GREY = '#5f7285';

const cache = new Map<string, string>();

/** Returns the rail colour closest to a company's custom tour colour. */
export function railColour(colour: string): string {
  const cached = cache.get(colour);
  if (cached) return cached;
  const nearest = nearestTo(colour);
  cache.set(colour, nearest);
  return nearest;
}

function nearestTo(colour: string): string {
  const wantedHue = hueOf(colour);
  if (wantedHue === null) return GREY;
  const apart = (colour: string) => {
    const difference = Math.abs((hueOf(colour) ?? wantedHue + 180) - wantedHue);
    return Math.min(difference, 360 - difference);
  };
  return RAIL_COLOURS.filter((colour) => colour !== GREY).reduce((best, colour) =>
    apart(colour) < apart(best) ? colour : best,
  );
}
