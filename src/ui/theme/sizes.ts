/**
 * The five font sizes, two font weights, row and target heights, and spacing, on a 4 px grid. Heights and gutters are
 * variables of page.css, so that CSS alone adapts them to the pointer and the width.
 */

const size = (fontSize: number, lineHeight: number) => ({ fontSize: `${fontSize}px`, lineHeight: `${lineHeight}px` });

/**
 * For makeStyles: `...type.lead`. Text that grows on touch screens, such as the guest list, uses the theme's
 * `fontSizeBase200` and `fontSizeBase300` instead, which are one step larger there.
 */
export const type = {
  /** A page's title or its main figure. */
  hero: size(28, 36),
  title: size(20, 28),
  /** A name, a button, anything read while walking. */
  lead: size(16, 24),
  body: size(14, 20),
  note: size(12, 16),
} as const;

export const weight = { regular: 400, bold: 600 } as const;

/** For numbers in columns or numbers that change. */
export const tabular = { fontVariantNumeric: 'tabular-nums' } as const;

/** For a block that begins with a month, a weekday or a language, which many languages write in lower case. */
export const capitalised = { '::first-letter': { textTransform: 'uppercase' } } as const;

/** For text that must not wrap: a reference, a time, an amount. */
export const noWrap = { whiteSpace: 'nowrap' } as const;

/** For text that only screen readers need. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Pixels by pointer type; page.css has the same values. */
export const DENSITY = { touch: { row: 56, target: 48 }, desktop: { row: 40, target: 32 } } as const;

export const density = { row: 'var(--musterRow)', target: 'var(--musterTarget)' } as const;

/** Minimum hit target for a thumb, whatever the pointer type. */
export const touchTarget = `${DENSITY.touch.target}px`;
/** Height of a bar at an edge of the screen. */
export const barHeight = '56px';

/** 16 px on a phone, 24 px from 600 px. */
export const gutter = 'var(--musterGutter)';

export const MAX_CONTENT = '1200px';
