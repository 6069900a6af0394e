/** A company's own words of a letter: text with named holes, filled in the browser's preview and in the letter alike. */
import { REGIONS, type Locale } from '../lib/locales.ts';
import { formatCode } from './codes.ts';
import { visibleText } from './email-address.ts';
import { formatMoney } from './money.ts';

export const PLACEHOLDERS = ['name', 'tour', 'when', 'company', 'reference', 'place', 'guests', 'amount'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type PlaceholderValues = Partial<Record<Placeholder, string>>;

export interface TemplateText {
  subject: string;
  body: string;
}

const PLACEHOLDER_PATTERN = /\{([A-Za-z]+)\}/g;
export const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDERS.includes(name as Placeholder);

function findBrace(text: string): string | null {
  const found = /.{0,10}[{}].{0,10}/u.exec(text)?.[0];
  return found === undefined ? null : visibleText(found);
}

/** The first thing in braces that is no hole of this letter's; null where all are. */
export function findUnknownPlaceholder(text: string, known: readonly string[]): string | null {
  for (const [, name = ''] of text.matchAll(PLACEHOLDER_PATTERN)) if (!known.includes(name)) return name;
  return findBrace(text.replaceAll(PLACEHOLDER_PATTERN, ''));
}

/** The first hole that the text must have and has not. */
export const findMissingPlaceholder = (body: string, needed: readonly string[]): string | null =>
  needed.find((name) => !body.includes(`{${name}}`)) ?? null;

/** What is put in is never read again: a guest called "{amount}" stays that. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(PLACEHOLDER_PATTERN, (placeholder, name: string) =>
    isPlaceholder(name) ? (values[name] ?? '') : placeholder,
  );

/** Parted by empty lines. */
export const splitParagraphs = (body: string): string[] =>
  body
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);

/** What a letter knows of its booking. */
export interface TemplateData {
  name: string;
  tour: string;
  company: string;
  reference: string;
  meetingPoint: string;
  startsAt: string;
  timeZone: string;
  guests?: number | undefined;
  /** Minor units. */
  refund?: number | undefined;
  /** What is to be paid online at once. */
  now?: number | undefined;
  currency?: string | undefined;
}

export function placeholderValues(
  { name, tour, company, reference, meetingPoint, startsAt, timeZone, guests, refund, now, currency }: TemplateData,
  locale: Locale,
): PlaceholderValues {
  const when = new Intl.DateTimeFormat(REGIONS[locale], { dateStyle: 'full', timeStyle: 'short', timeZone });
  const amount = refund ?? now;
  return {
    name,
    tour,
    company,
    reference: formatCode(reference),
    place: meetingPoint,
    when: when.format(new Date(startsAt)),
    ...(guests === undefined ? {} : { guests: String(guests) }),
    ...(amount === undefined || currency === undefined ? {} : { amount: formatMoney(amount, { currency, locale }) }),
  };
}
