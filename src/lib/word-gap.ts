/** Between two words that stand beside each other on a screen, so that they are two for whoever hears or copies them. */
export const WORD_GAP = ' ';
