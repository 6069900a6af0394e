/** Evaluates scanned or typed codes and checks guests in if nothing is left to decide. */
import { nowInstant } from '../../../lib/clock.ts';
import { useCallback, useRef, useState } from 'react';
import type { Uuid } from '../../../domain/ids.ts';
import { possibleCodes } from '../../../domain/ticket-code.ts';
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
import { useRollCall, type RollCallScope } from '../roll-call/roll-call-scope.ts';

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
  const scope = useRollCall();
  const latest = useRef(scope);
  latest.current = scope;
  const sequence = useRef(0);
  const [last, setLast] = useState<ScannedTicket | null>(null);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const behind = useRef(0);
  const asking = useRef<AbortController | null>(null);

  // Closes an open party card, which would cover the next result.
  const show = useCallback((answer: ScannedTicket) => {
    if (!answer.opensParty) latest.current.closeParty();
    setLast(answer);
  }, []);

  const judgeOne = useCallback(
    async (scanned: ScannedText | null, method: 'scan' | 'code'): Promise<ScannedTicket> => {
      behind.current -= 1;
      sequence.current += 1;
      const texts = typeof scanned === 'string' ? [scanned] : (scanned ?? []);
      const base = { sequence: sequence.current, text: texts[0] ?? '', method, listAt: latest.current.listAt };
      const codes = possibleCodes(...texts);
      if (codes.length === 0) {
        const code = scanned === null ? 'interrupted' : 'unreadable';
        const answer = answered(base, { verdict: { code }, source: 'unknown', facts: null });
        show(answer);
        return answer;
      }
      let found = await lookUpDevice(codes, latest.current);
      if (!found.facts || found.proof) {
        // Shows the device's result at once; the server may improve it.
        show(answered(base, { verdict: judged(found, latest.current), ...found }));
        if (behind.current === 0) {
          asking.current = new AbortController();
          const received = await lookUpServer(codes, { scope: latest.current, overtaken: asking.current });
          asking.current = null;
          if (received.source === 'server' || !found.proof) found = received;
        }
      }
      const { view } = latest.current;
      const scanResult = judged(found, latest.current);
      const guests = checksInImmediately(scanResult, found.facts);
      const bookingId = found.facts?.bookingId;
      let actionIds: readonly Uuid[] = [];
      if (guests.length > 0 && bookingId) {
        // Closed before storing, because the party card would also cover an error.
        latest.current.closeParty();
        const { companyId } = view.departure;
        const refs = guests.map((guestId) => ({ guestId, bookingId }));
        const result = await checkIn({ companyId, departureId, guests: refs, method });
        if (!result.ok) throw new Error(`Check-in was not stored: ${result.code}`);
        actionIds = result.data.actionIds;
      }
      const answer = answered(base, { verdict: scanResult, ...found, guests, actionIds });
      show(answer);
      // A guest known only to the server is missing in the list, so pull now.
      if (found.source === 'server' && found.facts) syncNow();
      if (answer.opensParty && bookingId) latest.current.openParty(bookingId);
      return answer;
    },
    [departureId, show],
  );
  const enqueue = useCallback(
    (scanned: ScannedText | null, method: 'scan' | 'code') => {
      behind.current += 1;
      asking.current?.abort();
      const answer = line.current.then(() => judgeOne(scanned, method));
      line.current = answer.catch(() => undefined);
      return answer;
    },
    [judgeOne],
  );
  const interrupted = useCallback(() => enqueue(null, 'scan'), [enqueue]);
  const clear = useCallback(() => setLast(null), []);
  return { submit: enqueue, interrupted, last, clear };
}

function judged(found: CodeLookupResult, { view, mayCheckIn }: RollCallScope): ScanResult {
  const context = {
    departureId: view.departure.id,
    localDate: view.departure.localDate,
    now: nowInstant(),
    mayCheckIn: mayCheckIn && !found.refused,
    belongs: found.belongs ?? null,
  };
  return found.proof ? evaluateProof(found.proof, found.facts, context) : evaluateTicket(found.facts, context);
}

function answered(
  base: Pick<ScannedTicket, 'sequence' | 'text' | 'method' | 'listAt'>,
  result: Pick<CodeLookupResult, 'source' | 'facts' | 'proof'> & {
    verdict: ScanResult;
    guests?: readonly Uuid[];
    actionIds?: readonly Uuid[];
  },
): ScannedTicket {
  const { verdict, source, facts, proof, guests = [], actionIds = [] } = result;
  const signed = proof?.state === 'genuine' ? proof : null;
  return {
    ...base,
    result: verdict,
    tone: toneOf(verdict.code, source),
    source,
    ticket: facts,
    checkedIn: guests,
    actionIds,
    opensParty: verdict.code === 'ok' && guests.length === 0,
    signed: signed && {
      bookingId: signed.ticket.bookingId,
      guests: signed.ticket.guests.map(({ id }) => id),
      ticket: signed.text,
    },
  };
}
