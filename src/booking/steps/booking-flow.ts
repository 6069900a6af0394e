/**
 * What belongs to one booking that is being made: the token of its link, the ids of what was asked, and what was typed. It lives in this
 * page's memory and in the history's entries, which a reload keeps even where storage is blocked, and which no link carries along.
 */
import { now } from '../../lib/clock.ts';
import * as v from 'valibot';
import { useSyncExternalStore } from 'react';
import type { PublicBooking } from '../../data/public-booking.ts';
import { LOCALES } from '../../lib/locales.ts';
import { createStore } from '../../lib/store.ts';
import { saveToHistoryEntry } from '../history-entry.ts';

const flowShape = v.object({
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43,86}$/)),
  /** By what was asked, so that the same again has the same id. */
  requests: v.record(v.string(), v.string()),
  typed: v.object({
    name: v.string(),
    email: v.string(),
    phone: v.string(),
    /** Of the number, ISO 3166; '' for not known. */
    country: v.string(),
    /** Of the mails; '' for that of the page. */
    language: v.picklist(['', ...LOCALES]),
    note: v.string(),
    /** Wants to hear more. */
    news: v.boolean(),
    /** Of those who come, by their place in the party; who was not typed is not in it. */
    names: v.optional(v.record(v.string(), v.string()), {}),
  }),
});
export type BookingFlow = v.InferOutput<typeof flowShape>;
export type FlowInput = BookingFlow['typed'];

function makeToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

const NOTHING = {
  name: '',
  email: '',
  phone: '',
  country: '',
  language: '',
  note: '',
  news: false,
  names: {},
} as const;
const emptyFlow = (): BookingFlow => ({ token: makeToken(), requests: {}, typed: NOTHING });

function fromHistory(): BookingFlow | null {
  const read = v.safeParse(v.object({ flow: flowShape }), window.history.state);
  return read.success ? read.output.flow : null;
}

const flow = createStore<BookingFlow>(fromHistory() ?? emptyFlow());

function keep(next: BookingFlow, options?: { soon: boolean }): void {
  flow.set(next);
  saveToHistoryEntry({ flow: next }, options);
}
// What one goes back to knows of what came after it.
window.addEventListener('popstate', () => saveToHistoryEntry({ flow: flow.get() }));
keep(flow.get());

export const getFlow = flow.get;
/** The token under which seats may be held already; null as long as nothing was asked for. */
export const holdToken = (): string | null => (Object.keys(flow.get().requests).length > 0 ? flow.get().token : null);
export const useBookingFlow = (): BookingFlow => useSyncExternalStore(flow.subscribe, flow.get);

export function updateFlowInput(typed: Partial<FlowInput>): void {
  keep({ ...flow.get(), typed: { ...flow.get().typed, ...typed } }, { soon: true });
}

/** The id for asking just this: the same as long as it is the same, so that a repeat has no second effect. */
export function idempotencyKeyFor(input: string): string {
  const known = flow.get().requests[input];
  if (known !== undefined) return known;
  const request = crypto.randomUUID();
  keep({ ...flow.get(), requests: { ...flow.get().requests, [input]: request } });
  return request;
}

/** What was asked has ended: asked again, it is something new. */
export function resetIdempotencyKey(input: string): void {
  const { [input]: _, ...requests } = flow.get().requests;
  keep({ ...flow.get(), requests });
}

/** Another booking, by the same person. */
export function startNewBooking(): void {
  held.set(null);
  keep({ ...emptyFlow(), typed: { ...flow.get().typed, note: '', news: false, names: {} } });
}

/** The hold as it was last told, and when (`now()`). */
export interface CurrentHold {
  booking: PublicBooking;
  at: number;
  /** It cannot be extended, as it holds many of the last seats. */
  isFinal?: true;
}
const held = createStore<CurrentHold | null>(null);
export const useCurrentHold = (): CurrentHold | null => useSyncExternalStore(held.subscribe, held.get);
export const setCurrentHold = (booking: PublicBooking): void => held.set({ booking, at: now() });
export function markHoldFinal(): void {
  const known = held.get();
  if (known) held.set({ ...known, isFinal: true });
}
