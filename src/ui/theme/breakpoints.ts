/** The breakpoints and pointer types used by all layouts. */

/** The narrowest phones. */
export const NARROWEST = '(max-width: 339px)';
export const PHONE = '(max-width: 599px)';
/** A phone in landscape: as wide as a tablet but too low for stacked bars. */
export const LANDSCAPE_PHONE = '(min-width: 600px) and (max-width: 999px) and (max-height: 480px)';
/** List and detail fit side by side. */
export const WIDE = '(min-width: 1000px)';
/** A third pane fits beside them. */
export const WIDEST = '(min-width: 1280px)';
/** Touch screens, whatever their width. */
export const TOUCH = '(pointer: coarse)';
