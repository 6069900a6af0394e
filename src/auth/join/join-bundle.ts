/** Both pages of an invitation, as one chunk, since the first leads to the second. */
export { JoinPage } from './join-page.tsx';
export { ThanksForJoiningPage } from './thanks-for-joining-page.tsx';
