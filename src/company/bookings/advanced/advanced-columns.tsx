/** Every field of a booking as a column: as people read it in the list, and as a spreadsheet takes it. */
import { FormattedMessage, type IntlShape } from 'react-intl';
import type { ListedBooking } from '../../../data/booking-list.ts';
import { spacedCode } from '../../../domain/codes.ts';
import type { Instant } from '../../../domain/ids.ts';
import { inUnits } from '../../../domain/money.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { clockIn } from '../../../lib/local-date.ts';
import { CATEGORY_TEXTS } from '../../../ui/category-texts.ts';
import type { TableColumn } from '../../../ui/data-table/table-column.ts';
import type { BookingScope } from '../booking-scope.ts';
import { BookingStateBadge } from '../../../parts/booking-state.tsx';

export interface AdvancedColumn extends TableColumn<ListedBooking> {
  /** The same in a file. Money is in the currency's own units, a time what the company's clock says (`wallTime`). */
  plain(booking: ListedBooking): string | number;
  /** What a number in `plain` is; a mere number if not said. */
  kind?: 'money' | 'time';
}

interface Field extends Omit<AdvancedColumn, 'cell' | 'header'> {
  text: MessageId;
  cell?: AdvancedColumn['cell'];
}

/** What a zone's clock says at an instant, minutes exact, as the milliseconds at which a clock in Greenwich says it. */
export function wallTime(zone: string, instant: Instant): number {
  const { date, minute } = clockIn(zone, Date.parse(instant));
  return Date.parse(`${date}T00:00:00Z`) + minute * 60_000;
}

/** The columns of a file: those that are shown, and beside amounts what they are amounts of. */
export function fileColumns(shown: readonly AdvancedColumn[], all: readonly AdvancedColumn[]): AdvancedColumn[] {
  const last = shown.findLastIndex(({ kind }) => kind === 'money');
  const currency = all.find(({ id }) => id === 'currency');
  if (last === -1 || currency === undefined || shown.includes(currency)) return [...shown];
  return shown.toSpliced(last + 1, 0, currency);
}

export function advancedColumns(intl: IntlShape, scope: BookingScope): AdvancedColumn[] {
  const money = (
    id: 'due' | 'total' | 'paid' | 'onAccount' | 'overpaid' | 'owed',
    text: MessageId,
    more: Partial<Field> = {},
  ): Field => ({
    id,
    text,
    width: 112,
    isNumber: true,
    kind: 'money',
    plain: (booking) => inUnits(booking[id], booking.currency),
    // Nothing due, nothing paid too much: nothing to read.
    cell: (booking) =>
      booking[id] === 0 && id !== 'total' && id !== 'paid' ? '' : scope.formats.money(booking[id], booking.currency),
    ...more,
  });
  const fields: Field[] = [
    { id: 'name', text: 'bookings.column.name', width: 184, isFixed: true, sorts: true, plain: (b) => b.contact.name },
    {
      id: 'departure',
      text: 'bookings.column.departure',
      width: 152,
      sorts: true,
      card: 'meta',
      kind: 'time',
      plain: (b) => wallTime(scope.zone, b.departure.startsAt),
      cell: (b) => scope.when(b.departure.startsAt),
    },
    { id: 'tour', text: 'bookings.tour', width: 184, card: 'meta', plain: (b) => scope.title(b.title) },
    {
      id: 'party',
      text: 'bookings.column.party',
      width: 152,
      plain: ({ party }) =>
        party.map(({ type, count }) => `${count} × ${intl.formatMessage({ id: CATEGORY_TEXTS[type] })}`).join(', '),
    },
    {
      id: 'guests',
      text: 'advanced.field.guests',
      width: 88,
      isNumber: true,
      sorts: true,
      startsHidden: true,
      plain: (b) => b.guests,
    },
    {
      id: 'status',
      text: 'bookings.column.status',
      width: 160,
      card: 'status',
      plain: ({ status }) => intl.formatMessage({ id: `bookings.state.${status}` }),
      cell: ({ status }) =>
        status === 'CONFIRMED' ? (
          <FormattedMessage id="bookings.state.CONFIRMED" />
        ) : (
          <BookingStateBadge state={status} />
        ),
    },
    {
      id: 'attendance',
      text: 'advanced.field.attendance',
      width: 128,
      startsHidden: true,
      plain: ({ attendance }) =>
        attendance === null ? '' : intl.formatMessage({ id: `advanced.attendance.${attendance}` }),
    },
    money('total', 'bookings.column.total', { sorts: true }),
    money('paid', 'advanced.field.paid', { sorts: true, startsHidden: true }),
    money('onAccount', 'bookings.method.on_account', { startsHidden: true }),
    money('due', 'advanced.field.due', { sorts: true }),
    money('overpaid', 'bookings.filter.overpaid', { startsHidden: true }),
    money('owed', 'bookings.fact.owed', { startsHidden: true }),
    { id: 'currency', text: 'advanced.field.currency', width: 88, startsHidden: true, plain: (b) => b.currency },
    {
      id: 'reference',
      text: 'bookings.column.reference',
      width: 104,
      sorts: true,
      plain: (b) => b.reference,
      cell: (b) => spacedCode(b.reference),
    },
    {
      id: 'source',
      text: 'bookings.column.source',
      width: 104,
      plain: ({ source }) => intl.formatMessage({ id: `bookings.source.${source}` }),
    },
    {
      id: 'partner',
      text: 'bookings.filter.partner',
      width: 144,
      startsHidden: true,
      plain: (b) => b.partner?.name ?? '',
    },
    {
      id: 'referral',
      text: 'advanced.field.referral',
      width: 144,
      startsHidden: true,
      plain: (b) => b.referral ?? '',
    },
    { id: 'code', text: 'advanced.field.code', width: 120, startsHidden: true, plain: (b) => b.discount ?? '' },
    {
      id: 'reason',
      text: 'bookings.fact.reason',
      width: 160,
      startsHidden: true,
      plain: ({ reason }) => (reason === null ? '' : intl.formatMessage({ id: `bookings.reason.${reason}` })),
    },
    { id: 'tags', text: 'advanced.field.tags', width: 144, plain: (b) => b.tags.join(', ') },
    {
      id: 'voucher',
      text: 'bookings.fact.externalReference',
      width: 128,
      startsHidden: true,
      plain: (b) => b.voucher ?? '',
    },
    { id: 'phone', text: 'bookings.column.phone', width: 144, startsHidden: true, plain: (b) => b.contact.phone ?? '' },
    { id: 'email', text: 'bookings.fact.email', width: 184, startsHidden: true, plain: (b) => b.contact.email ?? '' },
    {
      id: 'country',
      text: 'bookings.fact.country',
      width: 120,
      startsHidden: true,
      plain: ({ contact: { country } }) =>
        country ? (intl.formatDisplayName(country, { type: 'region' }) ?? country) : '',
    },
    {
      id: 'locale',
      text: 'bookings.fact.locale',
      width: 112,
      startsHidden: true,
      plain: (b) => scope.formats.language(b.contact.locale),
    },
    {
      id: 'language',
      text: 'bookings.filter.language',
      width: 128,
      startsHidden: true,
      plain: (b) => scope.formats.language(b.departure.language),
    },
    {
      id: 'guides',
      text: 'bookings.filter.guide',
      width: 144,
      startsHidden: true,
      plain: (b) => b.departure.guides.join(', '),
    },
    {
      id: 'news',
      text: 'advanced.field.news',
      width: 120,
      startsHidden: true,
      plain: (b) => (b.wantsNews ? intl.formatMessage({ id: 'advanced.how.consented' }) : ''),
    },
    { id: 'note', text: 'bookings.column.note', width: 200, startsHidden: true, plain: (b) => b.note ?? '' },
    {
      id: 'created',
      text: 'bookings.column.created',
      width: 144,
      sorts: true,
      startsHidden: true,
      kind: 'time',
      plain: (b) => wallTime(scope.zone, b.createdAt),
      cell: (b) => scope.when(b.createdAt),
    },
    {
      id: 'expires',
      text: 'bookings.fact.expiresAt',
      width: 144,
      startsHidden: true,
      kind: 'time',
      plain: (b) => (b.expiresAt === null ? '' : wallTime(scope.zone, b.expiresAt)),
      cell: (b) => (b.expiresAt === null ? '' : scope.when(b.expiresAt)),
    },
  ];
  return fields.map(({ text, cell, ...field }) => ({
    card: field.id === 'name' ? ('title' as const) : ('none' as const),
    ...field,
    header: intl.formatMessage({ id: text }),
    cell: cell ?? field.plain,
  }));
}
