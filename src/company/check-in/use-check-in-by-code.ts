/** From a scanned or typed text to a verdict, and to a check-in where nothing is left to ask. */
import { useCallback, useRef, useState } from 'react';
import { lookUpOnServer } from '../../data/look-up.ts';
import type { Uuid } from '../../domain/ids.ts';
import { readings, type TicketCode } from '../../domain/ticket-code.ts';
import {
  checksInAtOnce,
  judge,
  toneOf,
  type ScanVerdict,
  type TicketFacts,
  type Verdict,
  type VerdictSource,
} from '../../domain/verdict.ts';
import { syncNow } from '../../offline/current-engine.ts';
import { lookUpOnDevice, type DeviceMatch } from '../../offline/look-up.ts';
import { checkIn } from '../../offline/mutations.ts';
import { findInView } from './find-in-view.ts';
import { factsFromDevice, factsFromServer } from './ticket-facts.ts';
import { useRollCall, type RollCallScope } from './roll-call-scope.ts';

/** The person in front of the guide waits: after this the device answers that it does not know yet. */
const SERVER_ANSWERS_WITHIN = 5_000;

export interface CheckInByCode {
  /**
   * Judges a text; a single guest with nothing to settle is checked in. Codes come faster than answers: each waits for the one
   * before, but none for what the server may know of that one. Rejects only when the device cannot store it.
   */
  submit(text: string, method: 'scan' | 'code'): Promise<ScanVerdict>;
  last: ScanVerdict | null;
  clear(): void;
}

interface Found {
  facts: TicketFacts | null;
  source: VerdictSource;
  /** The server said that this person may not ask. */
  refused: boolean;
}

/** Not yet known, which is never "invalid". */
const UNKNOWN: Found = { facts: null, source: 'unknown', refused: false };

export function useCheckInByCode(departureId: Uuid): CheckInByCode {
  const scope = useRollCall();
  const latest = useRef(scope);
  latest.current = scope;
  const sequence = useRef(0);
  const [last, setLast] = useState<ScanVerdict | null>(null);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const behind = useRef(0);
  const asking = useRef<AbortController | null>(null);

  // A party card lies over the verdict: nobody would see whom the next code let in.
  const show = useCallback((answer: ScanVerdict) => {
    if (!answer.opensParty) latest.current.closeParty();
    setLast(answer);
  }, []);

  const judgeOne = useCallback(
    async (text: string, method: 'scan' | 'code'): Promise<ScanVerdict> => {
      behind.current -= 1;
      sequence.current += 1;
      const base = { sequence: sequence.current, text, method, listAt: latest.current.listAt };
      const codes = readings(text);
      if (codes.length === 0) {
        const answer = answered(base, { verdict: { code: 'unreadable' }, source: 'unknown', facts: null });
        show(answer);
        return answer;
      }
      let found = await onDevice(codes, latest.current);
      if (!found.facts) {
        // Something is shown at once; the server may know better in a moment.
        show(answered(base, { verdict: { code: 'unknown_ticket' }, ...found }));
        if (behind.current === 0) {
          asking.current = new AbortController();
          found = await onServer(codes, { scope: latest.current, overtaken: asking.current });
          asking.current = null;
        }
      }
      const { view, mayCheckIn } = latest.current;
      const verdict = judge(found.facts, {
        departureId,
        localDate: view.departure.localDate,
        now: new Date().toISOString(),
        mayCheckIn: mayCheckIn && !found.refused,
      });
      const guests = checksInAtOnce(verdict, found.facts);
      const bookingId = found.facts?.bookingId;
      let actionIds: readonly Uuid[] = [];
      if (guests.length > 0 && bookingId) {
        // Before it is stored: what went wrong is told below the card as well.
        latest.current.closeParty();
        const { companyId } = view.departure;
        const refs = guests.map((guestId) => ({ guestId, bookingId }));
        const result = await checkIn({ companyId, departureId, guests: refs, method });
        if (!result.ok) throw new Error(`Check-in was not stored: ${result.code}`);
        actionIds = result.data.actionIds;
      }
      const answer = answered(base, { verdict, ...found, guests, actionIds });
      show(answer);
      // Whoever only the server knows is not on this list yet.
      if (found.source === 'server' && found.facts) syncNow();
      if (answer.opensParty && bookingId) latest.current.openParty(bookingId);
      return answer;
    },
    [departureId, show],
  );
  const submit = useCallback(
    (text: string, method: 'scan' | 'code') => {
      behind.current += 1;
      asking.current?.abort();
      const answer = line.current.then(() => judgeOne(text, method));
      line.current = answer.catch(() => undefined);
      return answer;
    },
    [judgeOne],
  );
  const clear = useCallback(() => setLast(null), []);
  return { submit, last, clear };
}

function answered(
  base: Pick<ScanVerdict, 'sequence' | 'text' | 'method' | 'listAt'>,
  result: {
    verdict: Verdict;
    source: VerdictSource;
    facts: TicketFacts | null;
    guests?: readonly Uuid[];
    actionIds?: readonly Uuid[];
  },
): ScanVerdict {
  const { verdict, source, facts, guests = [], actionIds = [] } = result;
  return {
    ...base,
    verdict,
    tone: toneOf(verdict.code, source),
    source,
    ticket: facts,
    checkedIn: guests,
    actionIds,
    opensParty: verdict.code === 'ok' && guests.length === 0,
  };
}

async function onDevice(codes: readonly TicketCode[], scope: RollCallScope): Promise<Found> {
  const known = (match: DeviceMatch): Found => ({
    facts: factsFromDevice(match, scope),
    source: 'device',
    refused: false,
  });
  for (const code of codes) {
    const here = findInView(code, scope.view);
    if (here) return known(here);
  }
  for (const code of codes) {
    const match = await lookUpOnDevice(code, scope.view.departure.companyId);
    if (match.ok && match.data) return known(match.data);
  }
  return UNKNOWN;
}

async function onServer(
  codes: readonly TicketCode[],
  { scope: { view }, overtaken }: { scope: RollCallScope; overtaken: AbortController },
): Promise<Found> {
  if (!navigator.onLine) return UNKNOWN;
  const { id: departureId, companyId } = view.departure;
  const timer = setTimeout(() => overtaken.abort(), SERVER_ANSWERS_WITHIN);
  try {
    for (const code of codes) {
      const answer = await lookUpOnServer(code, { companyId, departureId, signal: overtaken.signal });
      if (!answer.ok)
        return answer.code === 'not_permitted' ? { ...UNKNOWN, source: 'server', refused: true } : UNKNOWN;
      if (answer.data) return { facts: factsFromServer(answer.data), source: 'server', refused: false };
    }
    return { ...UNKNOWN, source: 'server' };
  } finally {
    clearTimeout(timer);
  }
}
