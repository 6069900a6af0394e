/** A company's own words of its letters to guests, what fills their holes, and where a review is asked for. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { OwnWords } from '../domain/letter-words.ts';
import { LOCALES, type Locale } from '../lib/locales.ts';
import { rpc } from './rpc.ts';

/** Those that a company may put in its own words, as `private.letter_holes` has them. */
export const LETTERS = [
  'booking-held',
  'booking-confirmed',
  'booking-requested',
  'booking-rejected',
  'booking-changed',
  'booking-cancelled',
  'booking-refunded',
  'booking-reminder',
  'booking-thanks',
] as const;
export type LetterName = (typeof LETTERS)[number];

const words = v.object({ locale: v.picklist(LOCALES), subject: v.string(), body: v.string(), version: v.number() });
const letter = v.object({
  template: v.picklist(LETTERS),
  known: v.array(v.string()),
  needed: v.array(v.string()),
  words: v.array(words),
});
/** Of the last booking that stands, in each language. */
const sample = v.object({
  locale: v.picklist(LOCALES),
  name: v.string(),
  tour: v.string(),
  company: v.string(),
  reference: v.string(),
  meetingPoint: v.string(),
  startsAt: v.string(),
  timeZone: v.string(),
  guests: v.number(),
  amount: v.number(),
  currency: v.string(),
});
const ANSWER = v.object({ reviewUrl: v.string(), letters: v.array(letter), sample: v.nullable(v.array(sample)) });
export type Letters = v.InferOutput<typeof ANSWER>;
export type CompanyLetter = v.InferOutput<typeof letter>;
export type LetterSample = v.InferOutput<typeof sample>;

export const readLetters = (company: Uuid, signal?: AbortSignal) =>
  rpc('read_letters', { company }, { signal, answer: ANSWER });

const hole = v.object({ hole: v.string() });
const HOLES = { unknown_hole: hole, missing_hole: hole };
const STALE = v.object({ version: v.number(), subject: v.string(), body: v.string() });

export interface Written extends OwnWords {
  company: Uuid;
  template: LetterName;
  locale: Locale;
}
type HoleRefusal = { status: 'unknown_hole' | 'missing_hole'; hole: string };
export type LetterRefusal = HoleRefusal | ({ status: 'stale' } & v.InferOutput<typeof STALE>);
export type TestRefusal = HoleRefusal | { status: 'no_booking' };

/** Both texts empty: in our words again. */
export const saveLetter = (written: Written & { version: number }) =>
  rpc('save_letter', { ...written }, { answer: ANSWER, refusals: { ...HOLES, stale: STALE } });

/** To whoever asks, once a request. */
export const sendTestLetter = (written: Written, request: Uuid) =>
  rpc(
    'send_test_letter',
    { request, ...written },
    { answer: v.object({ recipient: v.string() }), refusals: { ...HOLES, no_booking: v.object({}) } },
  );

export const saveReviewLink = (args: { company: Uuid; url: string }) =>
  rpc('save_review_link', args, { answer: ANSWER });
