/**
 * The five sizes and two weights of type, the heights of rows and targets, and the room around. Rooms lie on a grid of 4 px.
 * Heights and gutters are variables of page.css, so that the pointer and the width choose them and no script does.
 */

const size = (fontSize: number, lineHeight: number) => ({ fontSize: `${fontSize}px`, lineHeight: `${lineHeight}px` });

/** For makeStyles: `...type.lead`. What grows under a thumb, as the list of guests, takes the theme's `fontSizeBase200` and `300` instead: the same sizes, one step up there. */
export const type = {
  /** A page's title, the figure one came for. */
  hero: size(28, 36),
  title: size(20, 28),
  /** A name, a button, what is read while walking. */
  lead: size(16, 24),
  body: size(14, 20),
  note: size(12, 16),
} as const;

export const weight = { regular: 400, bold: 600 } as const;

/** For numbers that stand under each other or change. */
export const tabular = { fontVariantNumeric: 'tabular-nums' } as const;

/** What must not be torn apart: a reference, a time, an amount. */
export const noWrap = { whiteSpace: 'nowrap' } as const;

/** For who listens only. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Pixels by pointer; page.css says the same. */
export const DENSITY = { touch: { row: 56, target: 48 }, desktop: { row: 40, target: 32 } } as const;

export const density = { row: 'var(--musterRow)', target: 'var(--musterTarget)' } as const;

/** What a thumb hits without looking, whatever the pointer is. */
export const touchTarget = `${DENSITY.touch.target}px`;
/** A bar at an edge of the screen, and what is as high as one. */
export const barHeight = '56px';

/** 16 on a phone, 24 from 600. */
export const gutter = 'var(--musterGutter)';

export const MAX_CONTENT = '1200px';
