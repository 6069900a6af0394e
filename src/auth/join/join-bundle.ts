/** Both pages of an invitation, as one chunk: who opens the first comes to the second. */
export { JoinPage } from './join-page.tsx';
export { ThanksForJoiningPage } from './thanks-for-joining-page.tsx';
