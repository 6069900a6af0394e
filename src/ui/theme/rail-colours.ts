/** The colours that tell tours apart: none of them says "here", "look" or "wrong", so no green, no amber, no red. */
import { hueOf } from './hue.ts';

/** Each at 3:1 on the rows of both modes. */
export const RAIL_COLOURS = ['#1f86b8', '#2f6fd0', '#6a62d6', '#9455cc', '#a94f9f', '#5f7285'] as const;
const GREY = '#5f7285';

const chosen = new Map<string, string>();

/** The rail of a tour whose company chose any colour at all: the nearest of ours. */
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
