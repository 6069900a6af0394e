/** Bulk actions, their input, and the change that they make to each booking. */
import type { BookingActionChange } from '../../../../data/bookings/actions.ts';
import type { ListedBooking } from '../../../../data/bookings/list.ts';
import { PAYMENT_METHODS, parseTags } from '../../../../domain/bookings.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import { toMessageOption } from '../../actions/message-field.tsx';
import { toReasonPayload, type Reason } from '../../actions/reason-fields.tsx';

export const BULK_ACTIONS = ['confirm', 'cancel', 'move', 'tag', 'partner', 'paid', 'resend'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const REFUNDS = ['policy', 'full', 'none'] as const;
/** Without `on_account`, which a booking without a partner's account would refuse. */
export const METHODS = PAYMENT_METHODS.filter((method) => method !== 'moved' && method !== 'on_account');

/** Longer input, which is kept as a draft. */
export interface BulkText {
  reason: Reason;
  /** Mail about a cancellation; null: none. */
  guestMessage: string | null;
  /** Message of a mail that is sent again. */
  message: string;
}
export interface BulkSelection {
  refund: (typeof REFUNDS)[number];
  /** Tags as typed. */
  addedTags: string;
  removedTags: string;
  /** '' for none. */
  partner: string;
  /** Departure to which the bookings are moved. */
  target: Uuid | null;
  method: (typeof METHODS)[number];
  /** Whether guests are mailed about a confirmation or a move. */
  sendsMail: boolean;
}
export const EMPTY_TEXT: BulkText = {
  reason: { reason: 'guest_request', note: '' },
  guestMessage: null,
  message: '',
};
export const DEFAULT_SELECTION: BulkSelection = {
  refund: 'policy',
  addedTags: '',
  removedTags: '',
  partner: '',
  target: null,
  method: 'bank',
  sendsMail: true,
};

export type BulkChange = (booking: Pick<ListedBooking, 'currency'>) => BookingActionChange;

function tagChange({ addedTags, removedTags }: BulkSelection): BulkChange | null {
  const change = { add: parseTags(addedTags), remove: parseTags(removedTags) };
  const all = [...change.add, ...change.remove];
  const isValid = all.length > 0 && all.length <= 20 && all.every((tag) => tag.length <= 40);
  return isValid ? () => ({ name: 'tag_booking', change }) : null;
}

/** Returns the change of an action; null while required input is missing. */
export function bulkChange(
  action: BulkAction,
  { text, selection }: { text: BulkText; selection: BulkSelection },
): BulkChange | null {
  const { target, method, refund, partner } = selection;
  const reason = toReasonPayload(text.reason);
  const mailOption = selection.sendsMail ? {} : { mail: false };
  switch (action) {
    case 'confirm':
      return () => ({ name: 'confirm_booking', change: mailOption });
    case 'cancel':
      return () => ({ name: 'cancel_booking', change: { ...reason, ...toMessageOption(text.guestMessage), refund } });
    case 'move':
      return target === null
        ? null
        : () => ({ name: 'move_booking', change: { departureId: target, ...reason, ...mailOption } });
    case 'tag':
      return tagChange(selection);
    case 'partner':
      return () => ({ name: 'assign_partner', change: { organisationId: partner || null } });
    case 'paid':
      // The server takes the amount due at that moment, which may differ from the list.
      return ({ currency }) => ({ name: 'record_payment', change: { amount: 'due', currency, method } });
    case 'resend': {
      const message = text.message.trim();
      return () => ({ name: 'resend_booking', change: message === '' ? {} : { message } });
    }
  }
}
