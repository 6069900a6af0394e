/** Formats a booking's history entry: what was done, and the old and new values of changed fields. */
import type { IntlShape } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import { BOOKING_REASONS } from '../../../domain/booking-reasons.ts';
import { OVERRIDDEN_RULES, PAYMENT_METHODS } from '../../../domain/bookings.ts';
import { BOOKING_STATUSES, PRICE_CATEGORY_TYPES } from '../../../domain/enums.ts';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import type { BookingContext } from '../booking-context.ts';
import { guestName } from './guest-name.ts';

export type HistoryEntry = BookingDetail['history'][number];
type Fields = Readonly<Record<string, unknown>>;

export interface FormattedHistoryEntry {
  title: string;
  /** Changed fields with old and new value, and side effects, one line each. */
  changes: string[];
  /** Free text that staff entered: the reason, and the reason for an override. */
  quotes: string[];
  /** Reference of the booking that was merged with or split from this one. */
  otherReference: string | null;
}

interface EntryContext {
  booking: BookingDetail;
  context: BookingContext;
  intl: IntlShape;
  formatPhone(phone: string): string;
}

const record = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const number = (value: unknown) => (typeof value === 'number' ? value : null);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const oneOf = <T extends string>(values: readonly T[], value: unknown) => values.find((item) => item === value) ?? null;

const formatMoney = (value: unknown, { booking, context }: EntryContext) =>
  context.formats.money(number(value) ?? 0, booking.money.currency);

/** Formats a field's value; null if there is nothing to show. */
function formatValue(
  name: string,
  value: unknown,
  { booking, context, intl, formatPhone }: EntryContext,
): string | null {
  switch (name) {
    case 'state': {
      const state = oneOf(BOOKING_STATUSES, value);
      return state && intl.formatMessage({ id: `bookings.state.${state}` });
    }
    case 'reason': {
      const reason = oneOf(BOOKING_REASONS, value);
      return reason && intl.formatMessage({ id: `bookings.reason.${reason}` });
    }
    case 'startsAt':
    case 'expiresAt':
      return text(value) && context.when(String(value));
    case 'total':
    case 'paid':
    case 'owed': {
      const total = number(value);
      return total === null ? null : context.formats.money(total, booking.money.currency);
    }
    case 'party': {
      const kinds = PRICE_CATEGORY_TYPES.flatMap((kind) => {
        const count = number(record(value)[kind]);
        return count === null ? [] : [`${count} × ${intl.formatMessage({ id: CATEGORY_TEXTS[kind] })}`];
      });
      return kinds.join(', ') || null;
    }
    case 'locale':
      return text(value) && context.formats.languageName(String(value));
    case 'phone':
      return text(value) && formatPhone(String(value));
    case 'names':
      return Object.values(record(value)).filter(Boolean).join(', ') || null;
    default:
      return text(value);
  }
}

const BOOKING_FIELDS = [
  'partner',
  'state',
  'startsAt',
  'party',
  'total',
  'paid',
  'owed',
  'expiresAt',
  'reason',
] as const;
const CONTACT_FIELDS = ['name', 'email', 'phone', 'country', 'locale', 'note', 'voucherNumber', 'names'] as const;

function formatChanges(
  names: readonly ((typeof BOOKING_FIELDS)[number] | (typeof CONTACT_FIELDS)[number])[],
  { before, after }: { before: Fields; after: Fields },
  entryContext: EntryContext,
): string[] {
  const { intl } = entryContext;
  return names.flatMap((name) => {
    const oldValue = formatValue(name, before[name], entryContext);
    const newValue = formatValue(name, after[name], entryContext);
    if (oldValue === null && newValue === null) return [];
    return intl.formatMessage(
      { id: 'bookings.change' },
      {
        fact: intl.formatMessage({ id: `bookings.fact.${name}` }),
        before: oldValue ?? '',
        after: newValue ?? '',
        kind: oldValue === null ? 'set' : newValue === null ? 'gone' : 'other',
      },
    );
  });
}

/** Returns the values for the texts of all titles; each text uses some of them. */
function titleValues({ after }: HistoryEntry, entryContext: EntryContext) {
  const { booking, intl } = entryContext;
  const details = record(after);
  const payload = record(details['payload']);
  const method = oneOf(PAYMENT_METHODS, details['method'] ?? payload['method']);
  const guest = text(details['guestId']);
  const undoneIds = list(details['undone']);
  return {
    amount: formatMoney(details['amount'] ?? details['refund'] ?? payload['amount'], entryContext),
    refund: number(details['refund']) ? 'some' : 'none',
    method: method ? intl.formatMessage({ id: `bookings.method.${method}` }) : '',
    other: text(details['other']) ?? '',
    code: text(details['code']) ?? '',
    template: text(details['template'])?.replace('booking-', '') ?? '',
    guest: guest === null ? booking.contactName : guestName(booking, guest, intl),
    tags: list(details['tags']).join(', ') || 'none',
    text: text(payload['text']) ?? '',
    // An undo names no other undo. The check keeps bad data from recursing without end.
    what: booking.history
      .filter(({ id, code }) => undoneIds.includes(id) && code !== 'roll_call_undo')
      .map((undone) => formatHistoryEntry(undone, entryContext).title)
      .join(', '),
  };
}

/** Formats effects besides the changed fields: on the partner's account, a mail, overridden rules. */
function formatSideEffects(after: Fields, entryContext: EntryContext): string[] {
  const { intl } = entryContext;
  const onAccount = number(after['onAccount']) ?? 0;
  const rules = list(after['overriddenRules']).flatMap((rule) => oneOf(OVERRIDDEN_RULES, rule) ?? []);
  const ruleTexts = rules.map((rule) => intl.formatMessage({ id: `bookings.overridden.${rule}` }));
  return [
    onAccount !== 0 &&
      intl.formatMessage(
        { id: 'bookings.account.effect' },
        { way: onAccount > 0 ? 'on' : 'off', amount: formatMoney(Math.abs(onAccount), entryContext) },
      ),
    after['mailed'] === true && intl.formatMessage({ id: 'bookings.mailed' }),
    rules.length > 0 && intl.formatMessage({ id: 'bookings.overridden' }, { what: intl.formatList(ruleTexts) }),
  ].filter((effect) => effect !== false);
}

export function formatHistoryEntry(entry: HistoryEntry, entryContext: EntryContext): FormattedHistoryEntry {
  const before = record(entry.before);
  const after = record(entry.after);
  const contacts = { before: record(before['contact']), after: record(after['contact']) };
  return {
    title: entryContext.intl.formatMessage({ id: `bookings.history.${entry.code}` }, titleValues(entry, entryContext)),
    changes: [
      ...formatChanges(BOOKING_FIELDS, { before, after }, entryContext),
      ...formatChanges(CONTACT_FIELDS, contacts, entryContext),
      ...formatSideEffects(after, entryContext),
    ],
    otherReference: text(after['other']),
    quotes: [text(after['reasonNote']), text(after['override'])].filter((quote) => quote !== null),
  };
}
