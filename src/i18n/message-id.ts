import type en from '../../locales/en.json';

/** The id of a text; English is the list of all there are. */
export type MessageId = keyof typeof en;
