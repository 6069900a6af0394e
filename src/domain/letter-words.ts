/** A company's own words of a letter: text with named holes, filled in the browser's preview and in the letter alike. */
import { REGIONS, type Locale } from '../lib/locales.ts';
import { spacedCode } from './codes.ts';
import { visibleText } from './email-address.ts';
import { formatMoney } from './money.ts';

export const HOLES = ['name', 'tour', 'when', 'company', 'reference', 'place', 'guests', 'amount'] as const;
export type Hole = (typeof HOLES)[number];
export type HoleValues = Partial<Record<Hole, string>>;

export interface OwnWords {
  subject: string;
  body: string;
}

const HOLE = /\{([A-Za-z]+)\}/g;
export const isHole = (name: string): name is Hole => HOLES.includes(name as Hole);

function brace(text: string): string | null {
  const found = /.{0,10}[{}].{0,10}/u.exec(text)?.[0];
  return found === undefined ? null : visibleText(found);
}

/** The first thing in braces that is no hole of this letter's; null where all are. */
export function unknownHole(text: string, known: readonly string[]): string | null {
  for (const [, name = ''] of text.matchAll(HOLE)) if (!known.includes(name)) return name;
  return brace(text.replaceAll(HOLE, ''));
}

/** The first hole that the text must have and has not. */
export const missingHole = (body: string, needed: readonly string[]): string | null =>
  needed.find((name) => !body.includes(`{${name}}`)) ?? null;

/** What is put in is never read again: a guest called "{amount}" stays that. */
export const filled = (text: string, values: HoleValues): string =>
  text.replaceAll(HOLE, (hole, name: string) => (isHole(name) ? (values[name] ?? '') : hole));

/** Parted by empty lines. */
export const paragraphsOf = (body: string): string[] =>
  body
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);

/** What a letter knows of its booking. */
export interface LetterFacts {
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

export function holeValues(
  { name, tour, company, reference, meetingPoint, startsAt, timeZone, guests, refund, now, currency }: LetterFacts,
  locale: Locale,
): HoleValues {
  const when = new Intl.DateTimeFormat(REGIONS[locale], { dateStyle: 'full', timeStyle: 'short', timeZone });
  const amount = refund ?? now;
  return {
    name,
    tour,
    company,
    reference: spacedCode(reference),
    place: meetingPoint,
    when: when.format(new Date(startsAt)),
    ...(guests === undefined ? {} : { guests: String(guests) }),
    ...(amount === undefined || currency === undefined ? {} : { amount: formatMoney(amount, { currency, locale }) }),
  };
}
