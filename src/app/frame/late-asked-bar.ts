import { wantTexts } from '../../i18n/messages.ts';

/** `asked-bar.tsx` with its texts: without a network there is nothing to answer. */
export const lateAskedBar = () =>
  Promise.all([import('./asked-bar.tsx'), wantTexts('asked')]).then(([module]) => module.AskedBar);
