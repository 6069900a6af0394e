/** Records actions at the meeting point, each with a toast that offers undo for ten seconds. */
import { useMemo, useState } from 'react';
import { deviceNow } from '../../../lib/clock.ts';
import { useIntl } from 'react-intl';
import { recountValues } from './recount-values.ts';
import { latestHere, nextMissing, type GuestLine, type Party } from '../../../domain/attendance.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { ok, type Result } from '../../../domain/result.ts';
import {
  addNote,
  addWalkIn,
  checkIn,
  collect,
  depart,
  markNoShow,
  recordCount,
  reopen,
  restore,
  undo,
} from '../../../offline/outbox/record.ts';
import { FAILURE_TEXTS } from '../../../ui/format/failure-texts.ts';
import { dismissToast, showToast } from '../../../ui/toasts/toasts.ts';
import { announceError } from '../../../ui/toasts/announcer.tsx';
import { guestDisplayName } from './guest-texts.ts';
import type { RecordActions } from './roll-call-context.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';

/** Milliseconds that a toast offers undo. */
const UNDO_MS = 10_000;
/** Milliseconds in which a second tap is a double tap, not an undo. */
const DOUBLE_TAP_MS = 700;
/** Milliseconds until a stored action has certainly been rendered. */
const MAX_RENDER_MS = 500;

/** Recent taps. They outlive the handlers, which are recreated when texts load. */
const recentTaps = () => ({
  tapped: new Map<Uuid, number>(),
  /** Guests that the party buttons have just checked in or undone, perhaps not rendered yet. */
  checkingIn: new Set<Uuid>(),
  undoing: new Set<Uuid>(),
  /** Undone check-ins while their toast is visible; checking in again restores the original time. */
  undoneCheckIns: new Map<Uuid, { undo: Uuid; until: number }>(),
});

type Recorded = Result<{ actionIds: Uuid[] }>;

export function useRecordActions(ids: { companyId: Uuid; departureId: Uuid }, formats: Formats): RecordActions {
  const intl = useIntl();
  const { companyId, departureId } = ids;
  const [recent] = useState(recentTaps);
  return useMemo(() => {
    const at = { companyId, departureId };
    const { tapped, checkingIn, undoing, undoneCheckIns } = recent;

    function showResult(
      result: Recorded,
      toast: { text: string; intent?: 'success' | 'info' | 'warning'; detail?: string; of?: readonly Uuid[] },
    ): boolean {
      if (!result.ok) {
        const text = intl.formatMessage({ id: FAILURE_TEXTS[result.code] });
        announceError(text);
        void showToast({ intent: 'error', text });
        return false;
      }
      const { actionIds } = result.data;
      const id = actionIds[0] ?? departureId;
      void showToast({
        intent: toast.intent ?? 'success',
        text: toast.text,
        ...(toast.detail === undefined ? {} : { detail: toast.detail }),
        id,
        duration: UNDO_MS,
        action: {
          label: intl.formatMessage({ id: 'checkIn.undo' }),
          onSelect: () => void undoActions(actionIds, intl.formatMessage({ id: 'checkIn.done.undone' }), toast.of),
        },
      });
      return true;
    }

    /**
     * Undoes actions; `of` are the guests whose check-ins they were. Undoing the undo restores the original actions.
     */
    async function undoActions(
      actions: readonly Uuid[],
      text: string,
      of: readonly Uuid[] | null = null,
    ): Promise<boolean> {
      const result = await undo({ ...at, actions });
      if (!result.ok) return showResult(result, { text });
      const [undoId] = result.data.actionIds;
      // Dismisses the undo toast of actions that were undone in another way.
      void dismissToast(actions[0] ?? departureId);
      if (of && undoId)
        for (const guest of of) undoneCheckIns.set(guest, { undo: undoId, until: deviceNow() + UNDO_MS });
      offerRestore(text, of ? undoId : undefined);
      return true;
    }

    function offerRestore(text: string, undoId: Uuid | undefined): void {
      void showToast({
        intent: 'info',
        text,
        ...(undoId === undefined
          ? {}
          : {
              id: undoId,
              duration: UNDO_MS,
              action: {
                label: intl.formatMessage({ id: 'checkIn.restore' }),
                onSelect: () => void restoreActions(undoId),
              },
            }),
      });
    }

    async function restoreActions(undoId: Uuid): Promise<boolean> {
      return showResult(await restore({ ...at, undo: undoId }), {
        text: intl.formatMessage({ id: 'checkIn.done.restored' }),
      });
    }

    /** Checks guests in; one who was just undone gets the original check-in back. */
    async function letIn(lines: readonly GuestLine[]): Promise<Recorded> {
      const now = deviceNow();
      const newLines: GuestLine[] = [];
      const toRestore = new Map<Uuid, Uuid[]>();
      for (const line of lines) {
        const undoneCheckIn = undoneCheckIns.get(line.guest.id);
        undoneCheckIns.delete(line.guest.id);
        if (undoneCheckIn && undoneCheckIn.until > now)
          toRestore.set(undoneCheckIn.undo, [...(toRestore.get(undoneCheckIn.undo) ?? []), line.guest.id]);
        else newLines.push(line);
      }
      const actionIds: Uuid[] = [];
      for (const [undoId, guests] of toRestore) {
        const result = await restore({ ...at, undo: undoId, guests });
        if (!result.ok) return result;
        void dismissToast(undoId);
        actionIds.push(...result.data.actionIds);
      }
      if (newLines.length === 0) return ok({ actionIds });
      const result = await checkIn({ ...at, guests: newLines.map(ref), method: lines.length > 1 ? 'party' : 'tap' });
      return result.ok ? ok({ actionIds: [...actionIds, ...result.data.actionIds] }) : result;
    }

    const ref = (line: GuestLine) => ({ guestId: line.guest.id, bookingId: line.guest.bookingId });
    const nameOf = (party: Party, line: GuestLine) => guestDisplayName(line, { party, intl });

    function checkedInText(party: Party, lines: readonly GuestLine[]): string {
      const [first] = lines;
      return lines.length === 1 && first
        ? intl.formatMessage({ id: 'checkIn.done.checkedIn' }, { name: nameOf(party, first) })
        : intl.formatMessage(
            { id: 'checkIn.done.partyCheckedIn' },
            { name: party.booking.contactName, count: lines.length },
          );
    }

    const idsOf = (lines: readonly GuestLine[]) => lines.map((line) => line.guest.id);
    /** Excludes the guest from further taps until the change is rendered. */
    async function during(underway: Set<Uuid>, { guest }: GuestLine, act: () => Promise<boolean>): Promise<boolean> {
      underway.add(guest.id);
      const isStored = await act();
      setTimeout(() => underway.delete(guest.id), isStored ? MAX_RENDER_MS : 0);
      return isStored;
    }

    /** Ignores second taps also while the check-in is being stored, because it may already be visible. */
    async function whileTapped<T>(guests: readonly Uuid[], record: () => Promise<T>): Promise<T> {
      for (const guestId of guests) tapped.set(guestId, Number.POSITIVE_INFINITY);
      try {
        return await record();
      } finally {
        const now = deviceNow();
        for (const guestId of guests) tapped.set(guestId, now);
      }
    }

    const actions: RecordActions = {
      async checkIn(party, lines) {
        const result = await whileTapped(idsOf(lines), () => letIn(lines));
        const due = party.due > 0 ? formats.money(party.due, party.booking.currency) : null;
        return showResult(result, {
          of: idsOf(lines),
          text: checkedInText(party, lines),
          ...(due === null ? {} : { detail: intl.formatMessage({ id: 'checkIn.done.stillDue' }, { amount: due }) }),
        });
      },
      async letInSigned({ bookingId, guests, ticket }, name) {
        const refs = guests.map((guestId) => ({ guestId, bookingId }));
        const result = await whileTapped(guests, () => checkIn({ ...at, guests: refs, method: 'signed', ticket }));
        return showResult(result, {
          of: guests,
          text: intl.formatMessage({ id: 'checkIn.done.partyCheckedIn' }, { name, count: guests.length }),
        });
      },
      async undoCheckIn(party, line) {
        if (deviceNow() - (tapped.get(line.guest.id) ?? 0) < DOUBLE_TAP_MS) return false;
        const actions = line.state.checkIns.map((action) => action.id);
        return undoActions(
          actions,
          intl.formatMessage({ id: 'checkIn.done.checkInUndone' }, { name: nameOf(party, line) }),
          idsOf([line]),
        );
      },
      async checkInNext(party) {
        const line = nextMissing(party, checkingIn);
        return line ? during(checkingIn, line, () => actions.checkIn(party, [line])) : false;
      },
      async undoLatest(party) {
        const line = latestHere(party, undoing);
        if (!line) return false;
        tapped.delete(line.guest.id);
        return during(undoing, line, () => actions.undoCheckIn(party, line));
      },
      async markNoShow(party, line) {
        const result = await markNoShow({ ...at, guests: [ref(line)] });
        return showResult(result, {
          intent: 'info',
          text: intl.formatMessage({ id: 'checkIn.done.noShow' }, { name: nameOf(party, line) }),
        });
      },
      undoNoShow: (_, line) =>
        undoActions(
          line.state.noShows.map((action) => action.id),
          intl.formatMessage({ id: 'checkIn.done.undone' }),
        ),
      undo: undoActions,
      async collect(party, { amount, method, checkIn: lines }) {
        const { currency } = party.booking;
        const result = await collect({
          ...at,
          bookingId: party.booking.id,
          amount,
          currency,
          method,
          guests: lines.map(ref),
        });
        const text = intl.formatMessage({ id: 'checkIn.done.collected' }, { amount: formats.money(amount, currency) });
        return showResult(result, lines.length === 0 ? { text } : { text: checkedInText(party, lines), detail: text });
      },
      async addNote(party, text) {
        const result = await addNote({ ...at, bookingId: party.booking.id, text });
        return showResult(result, { text: intl.formatMessage({ id: 'checkIn.done.noted' }) });
      },
      async addWalkIn(walkIn) {
        const result = await addWalkIn({ ...at, ...walkIn });
        return showResult(result, {
          text: intl.formatMessage(
            { id: 'checkIn.done.walkIn' },
            { name: walkIn.contactName, count: walkIn.guests.length },
          ),
        });
      },
      async recount(count, total) {
        const result = await recordCount({ ...at, ...count });
        return showResult(result, {
          intent: count.present === total && count.missing.length === 0 ? 'success' : 'warning',
          text: intl.formatMessage({ id: 'checkIn.done.counted' }, recountValues(count.present, total)),
        });
      },
      async depart(headCount) {
        const result = await depart({ ...at, headCount });
        return showResult(result, { text: intl.formatMessage({ id: 'checkIn.done.departed' }, { count: headCount }) });
      },
      async reopen() {
        const result = await reopen(at);
        if (!result.ok) return showResult(result, { text: '' });
        offerRestore(intl.formatMessage({ id: 'checkIn.done.reopened' }), result.data.actionIds[0]);
        return true;
      },
    };
    return actions;
  }, [companyId, departureId, formats, intl, recent]);
}
