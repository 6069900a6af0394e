/**
 * Marks this tab as opened by a recovery link, so that a reload keeps it. Any other tab has to enter the current
 * password, in case someone found the device unlocked.
 */
import { session } from '../../session/session.ts';

const MARK = 'muster-recovering';

export function startRecovery(): void {
  const state = session.getState();
  if (state.status === 'signed_in') sessionStorage.setItem(MARK, state.snapshot.identity.userId);
}

export const isRecovering = (userId: string): boolean => sessionStorage.getItem(MARK) === userId;

export const endRecovery = (): void => sessionStorage.removeItem(MARK);
