/** Evaluates scanned or typed codes and checks guests in if nothing is left to decide. */
import { nowInstant } from '../../../lib/clock.ts';
import { useCallback, useRef, useState } from 'react';
import type { Uuid } from '../../../domain/ids.ts';
import { possibleCodes, type TicketCode } from '../../../domain/ticket-code.ts';
import {
  checksInImmediately,
  evaluateTicket,
  evaluateProof,
  toneOf,
  type ScannedTicket,
  type ScanResult,
} from '../../../domain/scan-result.ts';
import { syncNow } from '../../../offline/device/current-engine.ts';
import { checkIn } from '../../../offline/outbox/record.ts';
import { lookUpDevice, lookUpServer, type CodeLookupResult } from './look-up-code.ts';
import { useRollCall, type RollCallContextValue } from '../roll-call/roll-call-context.ts';

/** One text, or all texts that a scanner may have meant, the most likely first. */
export type ScannedText = string | readonly string[];

export interface CheckInByCode {
  /**
   * Evaluates a text and checks in a single guest without open questions. Codes are processed in order; a new code
   * aborts the server lookup of the previous one. Rejects only if the device cannot store the check-in.
   */
  submit(text: ScannedText, method: 'scan' | 'code'): Promise<ScannedTicket>;
  /** Queues the result that a scanner was interrupted. */
  interrupted(): Promise<ScannedTicket>;
  last: ScannedTicket | null;
  clear(): void;
}

export function useCheckInByCode(departureId: Uuid): CheckInByCode {
  const rollCall = useRollCall();
  const latest = useRef(rollCall);
  latest.current = rollCall;
  const sequence = useRef(0);
  const [last, setLast] = useState<ScannedTicket | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const queued = useRef(0);
  const { askServer, stopAsking } = useServerLookup();

  // Closes an open party card, which would cover the next result.
  const show = useCallback((scan: ScannedTicket) => {
    if (!scan.opensParty) latest.current.closeParty();
    setLast(scan);
    return scan;
  }, []);

  const processScan = useCallback(
    async (scanned: ScannedText | null, method: 'scan' | 'code'): Promise<ScannedTicket> => {
      queued.current -= 1;
      sequence.current += 1;
      const texts = typeof scanned === 'string' ? [scanned] : (scanned ?? []);
      const base = { sequence: sequence.current, text: texts[0] ?? '', method, listAt: latest.current.pulledAt };
      const codes = possibleCodes(...texts);
      if (codes.length === 0) return show(withoutTicket(base, scanned === null ? 'interrupted' : 'unreadable'));
      let lookup = await lookUpDevice(codes, latest.current);
      if (!lookup.facts || lookup.proof) {
        // Shows the device's result at once; the server may improve it.
        show(toScannedTicket(base, { scanResult: evaluateLookup(lookup, latest.current), ...lookup }));
        if (queued.current === 0) {
          const received = await askServer(codes, latest.current);
          // If the server did not answer, the result of a signed ticket is kept; without one, the device knew nothing
          // to keep.
          if (received.source === 'server' || !lookup.proof) lookup = received;
        }
      }
      const scanResult = evaluateLookup(lookup, latest.current);
      const guests = checksInImmediately(scanResult, lookup.facts);
      const bookingId = lookup.facts?.bookingId;
      const actionIds =
        guests.length > 0 && bookingId
          ? await checkInGuests(latest.current, { departureId, guests, bookingId, method })
          : [];
      const scan = show(toScannedTicket(base, { scanResult, ...lookup, guests, actionIds }));
      // A guest known only to the server is missing in the list, so pull now.
      if (lookup.source === 'server' && lookup.facts) syncNow();
      if (scan.opensParty && bookingId) latest.current.openParty(bookingId);
      return scan;
    },
    [departureId, show, askServer],
  );
  const enqueue = useCallback(
    (scanned: ScannedText | null, method: 'scan' | 'code') => {
      queued.current += 1;
      stopAsking();
      const scan = queue.current.then(() => processScan(scanned, method));
      queue.current = scan.catch(() => undefined);
      return scan;
    },
    [processScan, stopAsking],
  );
  const interrupted = useCallback(() => enqueue(null, 'scan'), [enqueue]);
  const clear = useCallback(() => setLast(null), []);
  return { submit: enqueue, interrupted, last, clear };
}

/** Looks codes up on the server until the next code arrives. */
function useServerLookup() {
  const controller = useRef<AbortController | null>(null);
  const askServer = useCallback(async (codes: readonly TicketCode[], rollCall: RollCallContextValue) => {
    controller.current = new AbortController();
    const received = await lookUpServer(codes, { rollCall, controller: controller.current });
    controller.current = null;
    return received;
  }, []);
  const stopAsking = useCallback(() => controller.current?.abort(), []);
  return { askServer, stopAsking };
}

/** Checks guests in and returns the actions; throws if the device cannot store them. */
async function checkInGuests(
  { view, closeParty }: RollCallContextValue,
  check: { departureId: Uuid; guests: readonly Uuid[]; bookingId: Uuid; method: 'scan' | 'code' },
): Promise<readonly Uuid[]> {
  // Closed before storing, because the party card would also cover an error.
  closeParty();
  const { departureId, bookingId, method } = check;
  const guests = check.guests.map((guestId) => ({ guestId, bookingId }));
  const result = await checkIn({ companyId: view.departure.companyId, departureId, guests, method });
  if (!result.ok) throw new Error(`Check-in was not stored: ${result.code}`);
  return result.data.actionIds;
}

function evaluateLookup(lookup: CodeLookupResult, { view }: RollCallContextValue): ScanResult {
  const context = {
    departureId: view.departure.id,
    localDate: view.departure.localDate,
    now: nowInstant(),
    // The route requires the permission, but the server may have withdrawn it since.
    mayCheckIn: !lookup.refused,
    correctDeparture: lookup.correctDeparture ?? null,
  };
  return lookup.proof ? evaluateProof(lookup.proof, lookup.facts, context) : evaluateTicket(lookup.facts, context);
}

const withoutTicket = (base: ScanBase, code: 'interrupted' | 'unreadable') =>
  toScannedTicket(base, { scanResult: { code }, source: 'unknown', facts: null });

type ScanBase = Pick<ScannedTicket, 'sequence' | 'text' | 'method' | 'listAt'>;

function toScannedTicket(
  base: ScanBase,
  result: Pick<CodeLookupResult, 'source' | 'facts' | 'proof'> & {
    scanResult: ScanResult;
    guests?: readonly Uuid[];
    actionIds?: readonly Uuid[];
  },
): ScannedTicket {
  const { scanResult, source, facts, proof, guests = [], actionIds = [] } = result;
  const signed = proof?.state === 'genuine' ? proof : null;
  return {
    ...base,
    result: scanResult,
    tone: toneOf(scanResult.code, source),
    source,
    ticket: facts,
    checkedIn: guests,
    actionIds,
    opensParty: scanResult.code === 'ok' && guests.length === 0,
    signed: signed && {
      bookingId: signed.ticket.bookingId,
      guests: signed.ticket.guests.map(({ id }) => id),
      ticket: signed.text,
    },
  };
}
