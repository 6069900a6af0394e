/**
 * State of a booking in progress: the token of its link, idempotency keys, and input. It lives in memory and in history
 * entries, which survive a reload even without storage, and which links don't include.
 */
import { now } from '../../lib/clock.ts';
import * as v from 'valibot';
import { useSyncExternalStore } from 'react';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { LOCALES } from '../../lib/locales.ts';
import { createStore } from '../../lib/store.ts';
import { saveToHistoryEntry } from '../history-entry.ts';
import { makeRandomToken } from '../random-token.ts';

const flowShape = v.object({
  /** In the format that the server accepts; tokens made here have 43 characters. */
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43,86}$/)),
  /** Idempotency keys by request, so that a repeated request has the same key. */
  requests: v.record(v.string(), v.string()),
  typed: v.object({
    name: v.string(),
    email: v.string(),
    phone: v.string(),
    /** Country of the phone number, ISO 3166; '' if unknown. */
    country: v.string(),
    /** Language of mails; '' for the page's. */
    language: v.picklist(['', ...LOCALES]),
    note: v.string(),
    /** Whether the guest subscribes to the newsletter. */
    news: v.boolean(),
    /** Guest names by their index in the party; only those that were typed. */
    names: v.optional(v.record(v.string(), v.string()), {}),
  }),
});
export type BookingFlow = v.InferOutput<typeof flowShape>;
export type FlowInput = BookingFlow['typed'];

const EMPTY_INPUT = {
  name: '',
  email: '',
  phone: '',
  country: '',
  language: '',
  note: '',
  news: false,
  names: {},
} as const;
const emptyFlow = (): BookingFlow => ({ token: makeRandomToken(), requests: {}, typed: EMPTY_INPUT });

function fromHistory(): BookingFlow | null {
  const read = v.safeParse(v.object({ flow: flowShape }), window.history.state);
  return read.success ? read.output.flow : null;
}

const flow = createStore<BookingFlow>(fromHistory() ?? emptyFlow());

function keep(next: BookingFlow, options?: { soon: boolean }): void {
  flow.set(next);
  saveToHistoryEntry({ flow: next }, options);
}
// Earlier entries get the current state on back navigation.
window.addEventListener('popstate', () => saveToHistoryEntry({ flow: flow.get() }));
keep(flow.get());

export const getFlow = flow.get;
/** Returns the token that may hold seats; null if nothing was requested yet. */
export const holdToken = (): string | null => (Object.keys(flow.get().requests).length > 0 ? flow.get().token : null);
export const useBookingFlow = (): BookingFlow => useSyncExternalStore(flow.subscribe, flow.get);

export function updateFlowInput(input: Partial<FlowInput>): void {
  keep({ ...flow.get(), typed: { ...flow.get().typed, ...input } }, { soon: true });
}

/** Returns the idempotency key of a request; the same for the same input. */
export function idempotencyKeyFor(input: string): string {
  const existingKey = flow.get().requests[input];
  if (existingKey !== undefined) return existingKey;
  const request = crypto.randomUUID();
  keep({ ...flow.get(), requests: { ...flow.get().requests, [input]: request } });
  return request;
}

/** Drops a key whose request has ended, so that repeating it is a new request. */
export function resetIdempotencyKey(input: string): void {
  const { [input]: _, ...requests } = flow.get().requests;
  keep({ ...flow.get(), requests });
}

/** Starts another booking by the same person. */
export function startNewBooking(): void {
  currentHold.set(null);
  keep({ ...emptyFlow(), typed: { ...flow.get().typed, note: '', news: false, names: {} } });
}

/** The hold as last sent by the server, and when (`now()`). */
export interface CurrentHold {
  booking: PublicBooking;
  at: number;
  /** It cannot be extended, as it holds many of the last seats. */
  isFinal?: true;
}
const currentHold = createStore<CurrentHold | null>(null);
export const useCurrentHold = (): CurrentHold | null => useSyncExternalStore(currentHold.subscribe, currentHold.get);
export const setCurrentHold = (booking: PublicBooking): void => currentHold.set({ booking, at: now() });
export function markHoldFinal(): void {
  const hold = currentHold.get();
  if (hold) currentHold.set({ ...hold, isFinal: true });
}
