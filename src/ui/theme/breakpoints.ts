/** Where a layout changes, and what is touched rather than pointed at. Everything that asks asks these. */

/** Below 340: the narrowest phones, on which a pill takes two lines. */
export const NARROWEST = '(max-width: 339px)';
/** Below 600: a phone. */
export const PHONE = '(max-width: 599px)';
/** A phone held sideways: as wide as a tablet, and too low for bars above each other. */
export const LANDSCAPE_PHONE = '(min-width: 600px) and (max-width: 999px) and (max-height: 480px)';
/** From 1,000: list and detail stand side by side. */
export const WIDE = '(min-width: 1000px)';
/** From 1,280: a third pane beside them. */
export const WIDEST = '(min-width: 1280px)';
/** A finger is large whatever the width of the screen is. */
export const TOUCH = '(pointer: coarse)';
