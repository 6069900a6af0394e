/** Space between adjacent inline elements, so that screen readers and copied text do not join their words. */
export const WORD_GAP = ' ';
