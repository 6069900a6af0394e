/** Actions on guests: checking in, no-show, and undoing either. */
import { deviceNow } from '../../../lib/clock.ts';
import { latestHere, nextMissing, type GuestLine, type Party } from '../../../domain/attendance.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { ok } from '../../../domain/result.ts';
import { checkIn, markNoShow, restore } from '../../../offline/outbox/record.ts';
import { dismissToast } from '../../../ui/toasts/toasts.ts';
import { guestDisplayName } from './guest-texts.ts';
import { during, isDoubleTap, whileTapped } from './recent-taps.ts';
import type { RecordActions } from './roll-call-context.ts';
import { showResult, undoActions, type RecordContext, type Recorded } from './undo-toasts.ts';

export const ref = (line: GuestLine) => ({ guestId: line.guest.id, bookingId: line.guest.bookingId });

const idsOf = (lines: readonly GuestLine[]) => lines.map((line) => line.guest.id);

export function checkedInText({ intl }: RecordContext, party: Party, lines: readonly GuestLine[]): string {
  const [first] = lines;
  return lines.length === 1 && first
    ? intl.formatMessage({ id: 'checkIn.done.checkedIn' }, { name: guestDisplayName(first, { party, intl }) })
    : intl.formatMessage(
        { id: 'checkIn.done.partyCheckedIn' },
        { name: party.booking.contactName, count: lines.length },
      );
}

/** Checks guests in; one who was just undone gets the original check-in back. */
async function letIn({ at, recent }: RecordContext, lines: readonly GuestLine[]): Promise<Recorded> {
  const { undoneCheckIns } = recent;
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

export function checkInActions(context: RecordContext): Pick<RecordActions, 'checkIn' | 'letInSigned' | 'checkInNext'> {
  const { at, recent, formats, intl } = context;
  async function checkInLines(party: Party, lines: readonly GuestLine[]): Promise<boolean> {
    const guests = idsOf(lines);
    const result = await whileTapped(recent, guests, () => letIn(context, lines));
    const due = party.due > 0 ? formats.money(party.due, party.booking.currency) : null;
    return showResult(context, result, {
      of: guests,
      text: checkedInText(context, party, lines),
      ...(due === null ? {} : { detail: intl.formatMessage({ id: 'checkIn.done.stillDue' }, { amount: due }) }),
    });
  }
  return {
    checkIn: checkInLines,
    async letInSigned({ bookingId, guests, ticket }, name) {
      const refs = guests.map((guestId) => ({ guestId, bookingId }));
      const result = await whileTapped(recent, guests, () =>
        checkIn({ ...at, guests: refs, method: 'signed', ticket }),
      );
      return showResult(context, result, {
        of: guests,
        text: intl.formatMessage({ id: 'checkIn.done.partyCheckedIn' }, { name, count: guests.length }),
      });
    },
    async checkInNext(party) {
      const line = nextMissing(party, recent.checkingIn);
      return line ? during(recent.checkingIn, line, () => checkInLines(party, [line])) : false;
    },
  };
}

export function undoActionsOf(
  context: RecordContext,
): Pick<RecordActions, 'undoCheckIn' | 'undoLatest' | 'markNoShow' | 'undoNoShow' | 'undo'> {
  const { at, recent, intl } = context;
  const nameOf = (party: Party, line: GuestLine) => guestDisplayName(line, { party, intl });
  async function undoCheckIn(party: Party, line: GuestLine): Promise<boolean> {
    if (isDoubleTap(recent, line.guest.id)) return false;
    const actions = line.state.checkIns.map((action) => action.id);
    return undoActions(context, actions, {
      text: intl.formatMessage({ id: 'checkIn.done.checkInUndone' }, { name: nameOf(party, line) }),
      of: idsOf([line]),
    });
  }
  return {
    undoCheckIn,
    async undoLatest(party) {
      const line = latestHere(party, recent.undoing);
      if (!line) return false;
      // Check-in has another button, so this is no double tap.
      recent.tapped.delete(line.guest.id);
      return during(recent.undoing, line, () => undoCheckIn(party, line));
    },
    async markNoShow(party, line) {
      const result = await markNoShow({ ...at, guests: [ref(line)] });
      return showResult(context, result, {
        intent: 'info',
        text: intl.formatMessage({ id: 'checkIn.done.noShow' }, { name: nameOf(party, line) }),
      });
    },
    undoNoShow: (_, line) =>
      undoActions(
        context,
        line.state.noShows.map((action) => action.id),
        { text: intl.formatMessage({ id: 'checkIn.done.undone' }) },
      ),
    undo: (actions, text) => undoActions(context, actions, { text }),
  };
}
