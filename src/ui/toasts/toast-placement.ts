/** Finds a place for the toasts: at the bottom right, or else where they cover nothing that must stay visible. Pure. */
import { TOASTS } from './toasts.ts';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface ToastArea {
  width: number;
  height: number;
  /** On a phone toasts take the full width. */
  phone: boolean;
  /** Height of a bar at the lower edge. */
  bar: number;
  /** Boxes that must not be covered: sheets, menus, the row just touched. */
  obstacles: readonly Box[];
}

/** Distance in pixels to the edges of a phone, and to what must not be covered. */
const EDGE_PX = 8;
/** Distance in pixels from the top, below the frame's bar. */
const TOP_PX = 64;

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export const toastWidth = (room: ToastArea) => (room.phone ? room.width - 2 * EDGE_PX : TOASTS.width);

/** Returns the box for toasts of the given total height. */
export function placeToasts(height: number, room: ToastArea): Box {
  const width = toastWidth(room);
  const at = (right: number, bottom: number): Box => ({ left: right - width, right, top: bottom - height, bottom });
  const right = room.width - (room.phone ? EDGE_PX : TOASTS.offset);
  const bottom = room.height - (room.phone ? room.bar + EDGE_PX / 2 : Math.max(TOASTS.offset, room.bar + EDGE_PX));
  const candidates = [
    at(right, bottom),
    // Beside a panel at the right edge.
    ...(room.phone ? [] : room.obstacles.map((box) => at(box.left - TOASTS.gap, bottom))),
    at(right, TOP_PX + height),
    // Above a sheet that fills the rest of the screen.
    at(right, EDGE_PX + height),
  ];
  const fits = (box: Box) => box.left >= 0 && box.top >= 0 && !room.obstacles.some((other) => overlap(box, other));
  return candidates.find(fits) ?? (candidates[0] as Box);
}
