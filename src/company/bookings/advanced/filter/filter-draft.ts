/** Filter being edited, which may contain incomplete conditions. */
import * as v from 'valibot';
import {
  bookingFilter,
  type BookingCondition,
  type BookingField,
  type BookingFilter,
} from '../../../../domain/booking-filter.ts';
import { formatMoneyInput, parsePositiveMoney } from '../../../../domain/parse-money.ts';
import { parseDateInput, parseTimeInput } from '../../../../domain/parse-date-time.ts';

export type FieldKind = 'words' | 'choice' | 'typed' | 'dates' | 'times' | 'money' | 'count' | 'consent';
/** Kind of input for each field, in the order of the menu. */
export const FIELDS = {
  date: 'dates',
  time: 'times',
  tour: 'choice',
  status: 'choice',
  name: 'words',
  guest: 'words',
  email: 'words',
  phone: 'words',
  reference: 'words',
  voucher: 'words',
  note: 'words',
  tag: 'choice',
  guests: 'count',
  category: 'choice',
  attendance: 'choice',
  run: 'choice',
  total: 'money',
  paid: 'money',
  account: 'money',
  due: 'money',
  overpaid: 'money',
  owed: 'money',
  currency: 'choice',
  source: 'choice',
  partner: 'choice',
  guide: 'choice',
  language: 'choice',
  locale: 'choice',
  country: 'choice',
  reason: 'choice',
  referral: 'choice',
  code: 'typed',
  news: 'consent',
  created: 'dates',
  lead: 'count',
  expires: 'dates',
} as const satisfies Partial<Record<BookingField, FieldKind>>;
export type FilterField = keyof typeof FIELDS;
export const FILTER_FIELDS = Object.keys(FIELDS) as FilterField[];

/** `yes`/`no`: matches or does not match the value. `lacks`/`has`: is empty or not. */
export const OPERATORS = ['yes', 'no', 'lacks', 'has'] as const;
export type Operator = (typeof OPERATORS)[number];
const MAY_LACK = new Set<FilterField>([
  'email',
  'phone',
  'voucher',
  'note',
  'tag',
  'partner',
  'guide',
  'country',
  'referral',
  'code',
]);
export const operatorsFor = (field: FilterField): readonly Operator[] =>
  FIELDS[field] === 'consent' ? ['has', 'lacks'] : MAY_LACK.has(field) ? OPERATORS : ['yes', 'no'];

export interface ConditionDraft {
  id: string;
  field: FilterField;
  how: Operator;
  /** As typed: one text or several separated by commas. */
  words: string;
  chosen: string[];
  from: string;
  to: string;
}
export interface GroupDraft {
  id: string;
  of: 'all' | 'any';
  /** Negates the whole group. */
  not: boolean;
  nodes: FilterDraft[];
}
/** A condition that the editor cannot show (such as departures from a link); it can only be kept or removed. */
export interface ReadonlyConditionDraft {
  id: string;
  kept: ReadonlyCondition;
}
export type ReadonlyCondition = Extract<BookingCondition, { field: Exclude<BookingField, FilterField> }>;
export type FilterDraft = ConditionDraft | ReadonlyConditionDraft | GroupDraft;
export const isGroup = (draft: FilterDraft): draft is GroupDraft => 'nodes' in draft;
export const isReadonlyCondition = (draft: FilterDraft): draft is ReadonlyConditionDraft => 'kept' in draft;

export const emptyGroup = (of: 'all' | 'any' = 'all'): GroupDraft => ({
  id: crypto.randomUUID(),
  of,
  not: false,
  nodes: [],
});
export const emptyCondition = (field: FilterField = 'status'): ConditionDraft => ({
  id: crypto.randomUUID(),
  field,
  how: operatorsFor(field)[0] ?? 'yes',
  words: '',
  chosen: [],
  from: '',
  to: '',
});

interface Money {
  currency: string;
  locale: string;
}
const split = (words: string) =>
  words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Parses one end of a range: undefined if empty, null if invalid. */
function readEnd(text: string, kind: FieldKind, { currency, locale }: Money): string | number | undefined | null {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (kind === 'dates') return parseDateInput(typed);
  if (kind === 'times') return parseTimeInput(typed);
  if (kind === 'count') return /^\d{1,4}$/.test(typed) ? Number(typed) : null;
  return /^0+([.,]0{1,3})?$/.test(typed) ? 0 : parsePositiveMoney(typed, currency, locale);
}

/** Returns the condition, or null while it is incomplete. */
export function toCondition(draft: ConditionDraft, money: Money): BookingFilter | null {
  const { field, how, words, chosen } = draft;
  const kind = FIELDS[field];
  const not = how === 'no' ? { not: true } : {};
  let node: object;
  if (how === 'lacks' || how === 'has') node = { field, empty: how === 'lacks' };
  else if (kind === 'words') node = { field, has: words.trim(), ...not };
  else if (kind === 'choice') node = { field, in: chosen, ...not };
  else if (kind === 'typed') node = { field, in: split(words), ...not };
  else {
    const from = readEnd(draft.from, kind, money);
    const to = readEnd(draft.to, kind, money);
    if (from === null || to === null) return null;
    node = { field, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), ...not };
  }
  const read = v.safeParse(bookingFilter, node);
  return read.success ? read.output : null;
}

/** Returns the filter, or null if a condition is incomplete. Empty groups are dropped. */
export function toFilter(draft: FilterDraft, money: Money): BookingFilter | null {
  if (isReadonlyCondition(draft)) return draft.kept;
  if (!isGroup(draft)) return toCondition(draft, money);
  const nodes: BookingFilter[] = [];
  for (const node of draft.nodes) {
    if (isGroup(node) && node.nodes.length === 0) continue;
    const read = toFilter(node, money);
    if (read === null) return null;
    nodes.push(read);
  }
  const not = draft.not ? { not: true } : {};
  return draft.of === 'all' ? { all: nodes, ...not } : { any: nodes, ...not };
}

const isTyped = (filter: BookingCondition): filter is Exclude<BookingCondition, ReadonlyCondition> =>
  filter.field in FIELDS;

function conditionDraft(filter: BookingCondition, money: Money): ConditionDraft | ReadonlyConditionDraft {
  if (!isTyped(filter)) return { id: crypto.randomUUID(), kept: filter };
  const { field } = filter;
  const kind: FieldKind = FIELDS[field];
  const draft: ConditionDraft = { ...emptyCondition(field), how: filter.not ? 'no' : 'yes' };
  if ('empty' in filter) return { ...draft, how: filter.empty === (filter.not !== true) ? 'lacks' : 'has' };
  if ('has' in filter) return { ...draft, words: filter.has };
  if ('in' in filter)
    return kind === 'typed' ? { ...draft, words: filter.in.join(', ') } : { ...draft, chosen: [...filter.in] };
  const shown = (end: string | number | undefined) =>
    end === undefined ? '' : kind === 'money' ? formatMoneyInput(Number(end), money) : String(end);
  return { ...draft, from: shown(filter.from), to: shown(filter.to) };
}

export function toFilterDraft(filter: BookingFilter | null, money: Money): GroupDraft {
  if (filter === null) return emptyGroup();
  const node = toDraft(filter, money);
  return isGroup(node) ? node : { ...emptyGroup(), nodes: [node] };
}

function toDraft(filter: BookingFilter, money: Money): FilterDraft {
  if ('field' in filter) return conditionDraft(filter, money);
  const children = 'all' in filter ? filter.all : filter.any;
  return {
    ...emptyGroup('all' in filter ? 'all' : 'any'),
    not: filter.not === true,
    nodes: children.map((child) => toDraft(child, money)),
  };
}

export function countConditions(filter: BookingFilter | null): number {
  if (filter === null) return 0;
  if ('field' in filter) return 1;
  return ('all' in filter ? filter.all : filter.any).reduce((sum, one) => sum + countConditions(one), 0);
}
