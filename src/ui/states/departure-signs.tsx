/**
 * Icons of a departure's states, each with its own shape. A month shows hundreds, so they are plain SVG: Fluent's icon
 * components read a context each and cost more than the rest of the row.
 */
import { tokens } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import type { CalendarAvailability } from '../../domain/calendar.ts';
import { stateColours } from '../theme/state-colours.ts';

const icon = (lines: ReactNode) => (
  <svg viewBox="0 0 12 12" width="1em" height="1em" fill="none" stroke="currentColor" aria-hidden>
    {lines}
  </svg>
);
const ring = <circle cx="6" cy="6" r="4.5" />;

export const AVAILABILITY_SIGNS: Record<CalendarAvailability, ReactElement> = {
  AVAILABLE: icon(ring),
  LIMITED: icon(
    <>
      {ring}
      <path d="M1.5 6a4.5 4.5 0 0 0 9 0z" fill="currentColor" />
    </>,
  ),
  SOLD_OUT: icon(<circle cx="6" cy="6" r="4.5" fill="currentColor" />),
  CLOSED: icon(
    <>
      <rect x="2.5" y="5.5" width="7" height="5" rx="1" />
      <path d="M4 5.5V4a2 2 0 1 1 4 0v1.5" />
    </>,
  ),
  OVER: icon(<path d="m2 6.5 2.5 2.5L10 3.5" />),
  CANCELLED: icon(
    <>
      {ring}
      <path d="m4.3 4.3 3.4 3.4m0-3.4L4.3 7.7" />
    </>,
  ),
};

/** State colours: green for available, amber for few seats, red for cancelled, grey for anything not bookable. */
export const AVAILABILITY_COLOURS: Record<CalendarAvailability, string> = {
  AVAILABLE: stateColours.ok.foreground,
  LIMITED: stateColours.attention.foreground,
  SOLD_OUT: stateColours.neutral.foreground,
  CLOSED: stateColours.neutral.foreground,
  OVER: tokens.colorNeutralForeground3,
  CANCELLED: stateColours.no.foreground,
};

/** Differs from its tour. */
export const DIFFERS_SIGN = icon(<path d="M2 4.5h8M2 7.5h8M4 10.5l4-9" />);

/** A crossed-out person. */
export const NO_GUIDE_SIGN = icon(
  <>
    <circle cx="6" cy="3.5" r="2" />
    <path d="M2 10.5c0-2 1.5-3.5 4-3.5s4 1.5 4 3.5M1.5 1.5l9 9" />
  </>,
);

/** Fewer guests than the minimum: a bar below a dashed line. */
export const BELOW_MINIMUM_SIGN = icon(
  <>
    <path d="M1 3h10" strokeDasharray="2 2" />
    <path d="M4 10.5V6.5h4v4z" fill="currentColor" />
  </>,
);

export const CHOSEN_SIGN = icon(
  <>
    <circle cx="6" cy="6" r="5" fill="currentColor" />
    <path d="m3.5 6.2 1.8 1.8 3.2-3.6" style={{ stroke: 'var(--colorNeutralBackground1)' }} />
  </>,
);
