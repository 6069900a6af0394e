/** Actions on bookings and on the departure: payments, notes, walk-ins, head counts, departing and reopening. */
import { addNote, addWalkIn, collect, depart, recordCount, reopen } from '../../../offline/outbox/record.ts';
import { checkedInText, ref } from './attendance-actions.ts';
import { recountValues } from './recount-values.ts';
import type { RecordActions } from './roll-call-context.ts';
import { offerRestore, showResult, type RecordContext } from './undo-toasts.ts';

export function bookingActions(context: RecordContext): Pick<RecordActions, 'collect' | 'addNote' | 'addWalkIn'> {
  const { at, formats, intl } = context;
  return {
    async collect(party, { amount, method, checkIn: lines }) {
      const { id: bookingId, currency } = party.booking;
      const result = await collect({ ...at, bookingId, amount, currency, method, guests: lines.map(ref) });
      const text = intl.formatMessage({ id: 'checkIn.done.collected' }, { amount: formats.money(amount, currency) });
      return showResult(
        context,
        result,
        lines.length === 0 ? { text } : { text: checkedInText(context, party, lines), detail: text },
      );
    },
    async addNote(party, text) {
      const result = await addNote({ ...at, bookingId: party.booking.id, text });
      return showResult(context, result, { text: intl.formatMessage({ id: 'checkIn.done.noted' }) });
    },
    async addWalkIn(walkIn) {
      const result = await addWalkIn({ ...at, ...walkIn });
      return showResult(context, result, {
        text: intl.formatMessage(
          { id: 'checkIn.done.walkIn' },
          { name: walkIn.contactName, count: walkIn.guests.length },
        ),
      });
    },
  };
}

export function departureActions(context: RecordContext): Pick<RecordActions, 'recount' | 'depart' | 'reopen'> {
  const { at, intl } = context;
  return {
    async recount(count, total) {
      const result = await recordCount({ ...at, ...count });
      return showResult(context, result, {
        intent: count.present === total && count.missing.length === 0 ? 'success' : 'warning',
        text: intl.formatMessage({ id: 'checkIn.done.counted' }, recountValues(count.present, total)),
      });
    },
    async depart(headCount) {
      const result = await depart({ ...at, headCount });
      return showResult(context, result, {
        text: intl.formatMessage({ id: 'checkIn.done.departed' }, { count: headCount }),
      });
    },
    async reopen() {
      const result = await reopen(at);
      if (!result.ok) return showResult(context, result, { text: '' });
      offerRestore(context, intl.formatMessage({ id: 'checkIn.done.reopened' }), result.data.actionIds[0]);
      return true;
    },
  };
}
