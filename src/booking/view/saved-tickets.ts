/**
 * The last known state of a booking for use offline. Stored on this device under the hash of its token, without contact
 * data, until two days after the tour. The service worker caches the page's files (public/ticket-worker.js).
 */
import { now } from '../../lib/clock.ts';
import * as v from 'valibot';
import { publicBookingShape, type PublicBooking } from '../../data/public-booking-shapes.ts';
import { signedCodesShape, type SignedCodes } from '../../data/public-booking.ts';
import { isEmbedded } from '../embedding.ts';

const STORE = 'muster-tickets';
const KEPT_AFTER_END_MS = 2 * 86_400_000;

const shape = v.object({
  booking: publicBookingShape,
  /** With the key that they are valid for (use-signed-codes.ts). */
  signed: v.nullable(v.object({ key: v.string(), codes: signedCodesShape })),
  at: v.number(),
});
export type SavedTicket = v.InferOutput<typeof shape>;

/** Not in a frame, where storage is partitioned or blocked. */
const mayKeep = () => !isEmbedded() && 'caches' in window && 'subtle' in crypto;

async function addressOf(token: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  return `/saved-tickets/${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

async function read(store: Cache, address: string): Promise<SavedTicket | null> {
  const response = await store.match(address);
  const ticket = v.safeParse(shape, await response?.json());
  return ticket.success && Date.parse(ticket.output.booking.departure.endsAt) + KEPT_AFTER_END_MS > now()
    ? ticket.output
    : null;
}

/** Serializes writes, as each reads the previous one's result. */
let writing: Promise<void> = Promise.resolve();

type Change = (before: SavedTicket | null) => SavedTicket | null;

async function write(token: string, make: Change): Promise<void> {
  if (!mayKeep()) return;
  const [store, address] = [await caches.open(STORE), await addressOf(token)];
  const next = make(await read(store, address));
  if (next) await store.put(address, new Response(JSON.stringify(next)));
  else await store.delete(address);
}

function change(token: string, make: Change): Promise<void> {
  // Without storage nothing is saved.
  writing = writing.then(() => write(token, make)).catch(() => undefined);
  return writing;
}

/** Returns the booking without contact data, and without actions that need the server. */
const withoutContact = (booking: PublicBooking): PublicBooking => ({
  ...booking,
  contact: null,
  note: null,
  may: { ...booking.may, beLate: false, cancel: false, move: false, pay: false },
});

export const saveBooking = (token: string, booking: PublicBooking): Promise<void> =>
  change(token, (before) => ({
    booking: withoutContact(booking),
    signed: before?.signed ?? null,
    at: now(),
  }));

export const saveSignedCodes = (token: string, signed: { key: string; codes: SignedCodes }): Promise<void> =>
  change(token, (before) => before && { ...before, signed });

export const deleteSavedTicket = (token: string): Promise<void> => change(token, () => null);

export async function readSavedTicket(token: string): Promise<SavedTicket | null> {
  try {
    return mayKeep() ? await read(await caches.open(STORE), await addressOf(token)) : null;
  } catch {
    return null;
  }
}

export async function deleteExpiredTickets(): Promise<void> {
  if (!mayKeep()) return;
  const store = await caches.open(STORE);
  for (const { url } of await store.keys()) {
    const address = new URL(url).pathname;
    if (!(await read(store, address))) await store.delete(address);
  }
}

function activated(worker: ServiceWorker): Promise<ServiceWorker> {
  if (worker.state === 'activated') return Promise.resolve(worker);
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(worker);
      if (worker.state === 'redundant') reject(new Error('The service worker was discarded before it was activated.'));
    });
  });
}

/** Reports files that the page loads on demand. */
let fileObserver: PerformanceObserver | undefined;

const isAsset = (url: string) => new URL(url).pathname.startsWith('/assets/');

/** Caches the page at a booking's path with its files, through the service worker. */
export async function cachePage(path: string): Promise<void> {
  if (!mayKeep() || !('serviceWorker' in navigator)) return;
  const scope = path.slice(0, path.lastIndexOf('/') + 1);
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('/ticket-worker.js', { scope, updateViaCache: 'none' });
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (!worker) return;
  const active = await activated(worker);
  active.postMessage({ cacheFiles: performance.getEntriesByType('resource').map(({ name }) => name) });
  fileObserver?.disconnect();
  fileObserver = new PerformanceObserver((loaded) => {
    const addFiles = loaded.getEntries().flatMap(({ name }) => (isAsset(name) ? [name] : []));
    if (addFiles.length > 0) active.postMessage({ addFiles });
  });
  fileObserver.observe({ type: 'resource' });
}
