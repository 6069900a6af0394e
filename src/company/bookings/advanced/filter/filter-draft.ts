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

export type FieldKind = 'words' | 'choice' | 'list' | 'dates' | 'times' | 'money' | 'count' | 'consent';
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
  phase: 'choice',
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
  code: 'list',
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
const CAN_BE_EMPTY = new Set<FilterField>([
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
  FIELDS[field] === 'consent' ? ['has', 'lacks'] : CAN_BE_EMPTY.has(field) ? OPERATORS : ['yes', 'no'];

export interface ConditionDraft {
  id: string;
  field: FilterField;
  operator: Operator;
  /** As typed: one text or several separated by commas. */
  text: string;
  selected: string[];
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
  condition: ReadonlyCondition;
}
export type ReadonlyCondition = Extract<BookingCondition, { field: Exclude<BookingField, FilterField> }>;
export type FilterDraft = ConditionDraft | ReadonlyConditionDraft | GroupDraft;
export const isGroup = (draft: FilterDraft): draft is GroupDraft => 'nodes' in draft;
/** Whether a group has no conditions, also none in the groups inside it. */
export const isEmptyGroup = (draft: FilterDraft): boolean => isGroup(draft) && draft.nodes.every(isEmptyGroup);
export const isReadonlyCondition = (draft: FilterDraft): draft is ReadonlyConditionDraft => 'condition' in draft;

export const emptyGroup = (of: 'all' | 'any' = 'all'): GroupDraft => ({
  id: crypto.randomUUID(),
  of,
  not: false,
  nodes: [],
});
export const emptyCondition = (field: FilterField = 'status'): ConditionDraft => ({
  id: crypto.randomUUID(),
  field,
  operator: operatorsFor(field)[0] ?? 'yes',
  text: '',
  selected: [],
  from: '',
  to: '',
});

interface Money {
  currency: string;
  locale: string;
}
const splitCodes = (text: string) =>
  text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');

/** Parses one end of a range: undefined if empty, null if invalid. */
function parseRangeEnd(text: string, kind: FieldKind, { currency, locale }: Money): string | number | undefined | null {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (kind === 'dates') return parseDateInput(trimmed);
  if (kind === 'times') return parseTimeInput(trimmed);
  if (kind === 'count') return /^\d{1,4}$/.test(trimmed) ? Number(trimmed) : null;
  return /^0+([.,]0{1,3})?$/.test(trimmed) ? 0 : parsePositiveMoney(trimmed, currency, locale);
}

/** Returns the condition, or null while it is incomplete. */
export function toCondition(draft: ConditionDraft, money: Money): BookingFilter | null {
  const { field, operator, text, selected } = draft;
  const kind = FIELDS[field];
  const not = operator === 'no' ? { not: true } : {};
  let node: object;
  if (operator === 'lacks' || operator === 'has') node = { field, empty: operator === 'lacks' };
  else if (kind === 'words') node = { field, has: text.trim(), ...not };
  else if (kind === 'choice') node = { field, in: selected, ...not };
  else if (kind === 'list') node = { field, in: splitCodes(text), ...not };
  else {
    const from = parseRangeEnd(draft.from, kind, money);
    const to = parseRangeEnd(draft.to, kind, money);
    if (from === null || to === null) return null;
    node = { field, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), ...not };
  }
  const parsed = v.safeParse(bookingFilter, node);
  return parsed.success ? parsed.output : null;
}

/** Returns the filter, or null if a condition is incomplete. Empty groups inside it are dropped. */
export function toFilter(draft: FilterDraft, money: Money): BookingFilter | null {
  if (isReadonlyCondition(draft)) return draft.condition;
  if (!isGroup(draft)) return toCondition(draft, money);
  const nodes: BookingFilter[] = [];
  for (const node of draft.nodes) {
    if (isEmptyGroup(node)) continue;
    const child = toFilter(node, money);
    if (child === null) return null;
    nodes.push(child);
  }
  const not = draft.not ? { not: true } : {};
  return draft.of === 'all' ? { all: nodes, ...not } : { any: nodes, ...not };
}

const isEditable = (filter: BookingCondition): filter is Exclude<BookingCondition, ReadonlyCondition> =>
  filter.field in FIELDS;

function conditionDraft(filter: BookingCondition, money: Money): ConditionDraft | ReadonlyConditionDraft {
  if (!isEditable(filter)) return { id: crypto.randomUUID(), condition: filter };
  const { field } = filter;
  const kind: FieldKind = FIELDS[field];
  const draft: ConditionDraft = { ...emptyCondition(field), operator: filter.not ? 'no' : 'yes' };
  if ('empty' in filter) return { ...draft, operator: filter.empty === (filter.not !== true) ? 'lacks' : 'has' };
  if ('has' in filter) return { ...draft, text: filter.has };
  if ('in' in filter)
    return kind === 'list' ? { ...draft, text: filter.in.join(', ') } : { ...draft, selected: [...filter.in] };
  const formatEnd = (end: string | number | undefined) =>
    end === undefined ? '' : kind === 'money' ? formatMoneyInput(Number(end), money) : String(end);
  return { ...draft, from: formatEnd(filter.from), to: formatEnd(filter.to) };
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
  return ('all' in filter ? filter.all : filter.any).reduce((sum, child) => sum + countConditions(child), 0);
}
