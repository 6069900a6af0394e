/** Reports the result of an action with a toast that offers to undo it, or to restore what was undone. */
import type { IntlShape } from 'react-intl';
import { deviceNow } from '../../../lib/clock.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { Result } from '../../../domain/result.ts';
import { restore, undo } from '../../../offline/outbox/record.ts';
import { FAILURE_TEXTS } from '../../../ui/format/failure-texts.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { announceError } from '../../../ui/toasts/announcer.tsx';
import { dismissToast, showToast } from '../../../ui/toasts/toasts.ts';
import type { RecentTaps } from './recent-taps.ts';

/** Milliseconds that a toast offers undo. */
const UNDO_MS = 10_000;

/** Where actions are recorded, and how they are reported. */
export interface RecordContext {
  at: { companyId: Uuid; departureId: Uuid };
  recent: RecentTaps;
  formats: Formats;
  intl: IntlShape;
}

export type Recorded = Result<{ actionIds: Uuid[] }>;

interface ActionToast {
  text: string;
  intent?: 'success' | 'info' | 'warning';
  detail?: string;
  /** Guests whose check-ins these actions are. */
  of?: readonly Uuid[];
}

/** Returns whether the action was stored. */
export function showResult(context: RecordContext, result: Recorded, toast: ActionToast): boolean {
  const { at, intl } = context;
  if (!result.ok) {
    const text = intl.formatMessage({ id: FAILURE_TEXTS[result.code] });
    announceError(text);
    void showToast({ intent: 'error', text });
    return false;
  }
  const { actionIds } = result.data;
  void showToast({
    intent: toast.intent ?? 'success',
    text: toast.text,
    ...(toast.detail === undefined ? {} : { detail: toast.detail }),
    id: actionIds[0] ?? at.departureId,
    duration: UNDO_MS,
    action: {
      label: intl.formatMessage({ id: 'checkIn.undo' }),
      onSelect: () =>
        void undoActions(context, actionIds, {
          text: intl.formatMessage({ id: 'checkIn.done.undone' }),
          ...(toast.of ? { of: toast.of } : {}),
        }),
    },
  });
  return true;
}

/**
 * Undoes actions; `of` are the guests whose check-ins they were. Offers to restore only those, with their original
 * times: other actions can be recorded again, and a walk-in cannot be restored (ADR 018).
 */
export async function undoActions(
  context: RecordContext,
  actions: readonly Uuid[],
  { text, of }: Pick<ActionToast, 'text' | 'of'>,
): Promise<boolean> {
  const { at, recent } = context;
  const result = await undo({ ...at, actions });
  if (!result.ok) return showResult(context, result, { text });
  const [undoId] = result.data.actionIds;
  // Dismisses the undo toast of actions that were undone in another way.
  void dismissToast(actions[0] ?? at.departureId);
  if (of && undoId)
    for (const guest of of) recent.undoneCheckIns.set(guest, { undo: undoId, until: deviceNow() + UNDO_MS });
  offerRestore(context, text, of ? undoId : undefined);
  return true;
}

export function offerRestore(context: RecordContext, text: string, undoId: Uuid | undefined): void {
  void showToast({
    intent: 'info',
    text,
    ...(undoId === undefined
      ? {}
      : {
          id: undoId,
          duration: UNDO_MS,
          action: {
            label: context.intl.formatMessage({ id: 'checkIn.restore' }),
            onSelect: () => void restoreActions(context, undoId),
          },
        }),
  });
}

async function restoreActions(context: RecordContext, undoId: Uuid): Promise<boolean> {
  return showResult(context, await restore({ ...context.at, undo: undoId }), {
    text: context.intl.formatMessage({ id: 'checkIn.done.restored' }),
  });
}
