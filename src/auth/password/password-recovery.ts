/**
 * That this tab came by a mail's link to choose a new password, so that a reload does not lose it. Any other tab, and whoever only finds the
 * device unlocked, has to know the old one.
 */
import { session } from '../../session/session.ts';

const MARK = 'muster-recovering';

export function startRecovery(): void {
  const state = session.getState();
  if (state.status === 'signed_in') sessionStorage.setItem(MARK, state.snapshot.identity.userId);
}

export const isRecovering = (userId: string): boolean => sessionStorage.getItem(MARK) === userId;

export const endRecovery = (): void => sessionStorage.removeItem(MARK);
