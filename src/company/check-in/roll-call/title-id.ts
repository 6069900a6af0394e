/** Of the heading of an open departure: where the focus goes when it is opened. */
export const TITLE_ID = 'roll-call-title';
