/**
 * Colours of the states, each with 7:1 contrast on its own background and on the page, in both modes. "ok" is a leaf
 * green, far from the brand's sea green, so that done is not mistaken for the next step. Amber needs attention; red is
 * wrong or refused.
 */

const STATES = ['ok', 'attention', 'no', 'waiting', 'neutral'] as const;
export type StateName = (typeof STATES)[number];

/**
 * `foreground` is for text on `background` or the page: rows, badges, messages. Its low contrast lets finished rows
 * recede. `strong` is a solid background with `onStrong` text, for scan results and bars, never in a list.
 */
export interface StateColours {
  foreground: string;
  background: string;
  border: string;
  strong: string;
  onStrong: string;
}

export const lightStates: Record<StateName, StateColours> = {
  ok: { foreground: '#265206', background: '#e9f5dc', border: '#a3c97f', strong: '#2a5f0f', onStrong: '#ffffff' },
  attention: {
    foreground: '#6b3900',
    background: '#fff2dc',
    border: '#e0ac5c',
    strong: '#ffc24d',
    onStrong: '#2b1700',
  },
  no: { foreground: '#8a1020', background: '#fdeaec', border: '#e59aa3', strong: '#9c1224', onStrong: '#ffffff' },
  waiting: { foreground: '#1b4472', background: '#e6f0fb', border: '#91b5de', strong: '#1d4f86', onStrong: '#ffffff' },
  neutral: { foreground: '#3f4a47', background: '#eef2f1', border: '#b9c4c1', strong: '#4a5552', onStrong: '#ffffff' },
};

export const darkStates: Record<StateName, StateColours> = {
  ok: { foreground: '#b4e08f', background: '#1e2f15', border: '#4a6b2f', strong: '#a9dd8a', onStrong: '#12240a' },
  attention: {
    foreground: '#ffd58a',
    background: '#3a2a0c',
    border: '#8a651f',
    strong: '#ffc24d',
    onStrong: '#2b1700',
  },
  no: { foreground: '#ffb9c0', background: '#421820', border: '#99404d', strong: '#ffb3bb', onStrong: '#3d0a12' },
  waiting: { foreground: '#b3d4f8', background: '#16304c', border: '#3f6ea2', strong: '#b3d4f8', onStrong: '#0b2138' },
  neutral: { foreground: '#ccd6d3', background: '#26302d', border: '#4c5a56', strong: '#ccd6d3', onStrong: '#141b19' },
};

const variable = (state: StateName, part: keyof StateColours) => `musterState-${state}-${part}`;

/** Returns the states as theme tokens, which the build turns into CSS variables. */
export function stateTokens(states: Record<StateName, StateColours>): Record<string, string> {
  return Object.fromEntries(
    STATES.flatMap((state) =>
      Object.entries(states[state]).map(([part, colour]) => [variable(state, part as keyof StateColours), colour]),
    ),
  );
}

const references = (state: StateName): StateColours => ({
  foreground: `var(--${variable(state, 'foreground')})`,
  background: `var(--${variable(state, 'background')})`,
  border: `var(--${variable(state, 'border')})`,
  strong: `var(--${variable(state, 'strong')})`,
  onStrong: `var(--${variable(state, 'onStrong')})`,
});

/** For makeStyles: `stateColours.ok.foreground`. */
export const stateColours: Record<StateName, StateColours> = {
  ok: references('ok'),
  attention: references('attention'),
  no: references('no'),
  waiting: references('waiting'),
  neutral: references('neutral'),
};

/** For makeStyles: text colour, background and border of a state. */
export const tone = (state: StateName) => ({
  color: stateColours[state].foreground,
  backgroundColor: stateColours[state].background,
  border: `1px solid ${stateColours[state].border}`,
});
