/** Id of an open departure's heading, which gets the focus. */
export const TITLE_ID = 'roll-call-title';
