/** Phones: language and colours go from the bar into the account menu. */
export const COMPACT = '(max-width: 639px)';
