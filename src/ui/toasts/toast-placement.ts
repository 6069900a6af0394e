/** Where a pile of toasts may lie: at the bottom right, else wherever it covers nothing that must stay free. Pure. */
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
  /** A phone: the pile has its whole width. */
  phone: boolean;
  /** What a bar at the lower edge takes. */
  bar: number;
  /** What must not be covered: sheets, menus, the row just touched. */
  taken: readonly Box[];
}

/** Beside the edges of a phone, and between the pile and what it keeps away from. */
const EDGE = 8;
/** Under the frame's bar. */
const BELOW_TOP = 64;

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The pile's box for its height. */
export function placeToasts(height: number, room: ToastArea): Box {
  const width = room.phone ? room.width - 2 * EDGE : TOASTS.width;
  const at = (right: number, bottom: number): Box => ({ left: right - width, right, top: bottom - height, bottom });
  const right = room.width - (room.phone ? EDGE : TOASTS.offset);
  const bottom = room.height - (room.phone ? room.bar + EDGE / 2 : Math.max(TOASTS.offset, room.bar + EDGE));
  const places = [
    at(right, bottom),
    // Beside what stands at the right edge.
    ...(room.phone ? [] : room.taken.map((box) => at(box.left - TOASTS.gap, bottom))),
    at(right, BELOW_TOP + height),
    // Above what fills the rest of the screen.
    at(right, EDGE + height),
  ];
  const fits = (box: Box) => box.left >= 0 && box.top >= 0 && !room.taken.some((other) => overlap(box, other));
  return places.find(fits) ?? (places[0] as Box);
}
