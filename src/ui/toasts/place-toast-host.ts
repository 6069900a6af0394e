import { PHONE } from '../theme/breakpoints.ts';
import { lastTouched } from './last-touched.ts';
import { placeToasts, toastWidth, type Box, type ToastArea } from './toast-placement.ts';

/** Rows are lower than this many pixels. Taller elements, such as the page itself, may be covered. */
const MAX_ROW_HEIGHT_PX = 120;

const boxOf = (element: Element): Box => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom };
};

/**
 * Boxes that must stay visible: open overlays, detail panes, menus, elements with `data-keep-clear`, and the whole row
 * just touched. A full-screen page may be covered, except for its marked elements, such as the scan result.
 */
function obstacleBoxes(): Box[] {
  const open = [
    ...document.querySelectorAll(
      'dialog[open]:not([data-shape="page"]), [data-pane], [data-keep-clear], [role="menu"]',
    ),
  ].map(boxOf);
  const touched = lastTouched();
  const line = touched && boxOf(touched);
  return line && line.bottom - line.top < MAX_ROW_HEIGHT_PX
    ? [...open, { ...line, left: 0, right: window.innerWidth }]
    : open;
}

/** Height of a bar at the lower edge, such as a phone's navigation or the roll-call's actions. */
function barHeight(): number {
  const bars = [...document.querySelectorAll('[data-bottom-bar]')].map(boxOf);
  return Math.max(0, ...bars.filter((box) => box.bottom > box.top).map((box) => window.innerHeight - box.top));
}

/** Moves the toasts to where they cover nothing that must stay visible. */
export function placeToastHost(host: HTMLElement): void {
  const area: ToastArea = {
    width: window.innerWidth,
    height: window.innerHeight,
    phone: matchMedia(PHONE).matches,
    bar: barHeight(),
    obstacles: obstacleBoxes(),
  };
  // Before the height is measured: errors wrap.
  host.style.width = `${toastWidth(area)}px`;
  const box = placeToasts(host.offsetHeight, area);
  host.style.left = `${box.left}px`;
  // Anchored at the bottom, so that the newest toast keeps its place when an older one goes.
  host.style.bottom = `${window.innerHeight - box.bottom}px`;
}
