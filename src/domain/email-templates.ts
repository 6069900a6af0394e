/** A company's own email templates: text with placeholders, filled alike in the browser's preview and in the mail. */
import { formatDateTime } from '../lib/format-date-time.ts';
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

/** Returns the first unknown placeholder or stray brace of a text; null if there is none. */
export function findUnknownPlaceholder(text: string, placeholders: readonly string[]): string | null {
  for (const [, name = ''] of text.matchAll(PLACEHOLDER_PATTERN)) if (!placeholders.includes(name)) return name;
  return findBrace(text.replaceAll(PLACEHOLDER_PATTERN, ''));
}

/** Returns the first required placeholder that the text lacks, or null. */
export const findMissingPlaceholder = (body: string, required: readonly string[]): string | null =>
  required.find((name) => !body.includes(`{${name}}`)) ?? null;

/** Fills the placeholders. Values are not parsed again: a guest named "{amount}" keeps that name. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(PLACEHOLDER_PATTERN, (placeholder, name: string) =>
    isPlaceholder(name) ? (values[name] ?? '') : placeholder,
  );

/** Splits a text at blank lines. */
export const splitParagraphs = (body: string): string[] =>
  body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

/** The data of a booking that fills a template. */
export interface TemplateData {
  name: string;
  tour: string;
  company: string;
  reference: string;
  meetingPoint: string;
  startsAt: string;
  timeZone: string;
  guests?: number | undefined;
  /** In minor units. */
  refund?: number | undefined;
  /** The amount to pay online now. */
  now?: number | undefined;
  currency?: string | undefined;
}

export function placeholderValues(
  { name, tour, company, reference, meetingPoint, startsAt, timeZone, guests, refund, now, currency }: TemplateData,
  locale: Locale,
): PlaceholderValues {
  const amount = refund ?? now;
  return {
    name,
    tour,
    company,
    reference: formatCode(reference),
    place: meetingPoint,
    when: formatDateTime(startsAt, { locale: REGIONS[locale], timeZone, dateStyle: 'full' }),
    ...(guests === undefined ? {} : { guests: String(guests) }),
    ...(amount === undefined || currency === undefined ? {} : { amount: formatMoney(amount, { currency, locale }) }),
  };
}
