/** Looks up a code: first on the device, then by its signature, then on the server. */
import { lookUpCodeOnServer } from '../../../data/code-lookup.ts';
import type { TicketCode } from '../../../domain/ticket-code.ts';
import type { OtherDeparture, Proof, TicketFacts, ScanResultSource } from '../../../domain/scan-result.ts';
import { findByTicket, lookUpCodeOnDevice, type DeviceMatch } from '../../../offline/read/code-lookup.ts';
import type { RollCallContextValue } from '../roll-call/roll-call-context.ts';
import { findInView } from './find-in-view.ts';
import { verifyTicket } from './verify-ticket.ts';
import { factsFromDevice, factsFromServer, factsFromSigned } from './ticket-facts.ts';

/** Milliseconds to wait for the server, because a guest is waiting. */
const SERVER_TIMEOUT_MS = 5_000;

export interface CodeLookupResult {
  facts: TicketFacts | null;
  /** Departure of a ticket for a day that devices do not hold; the server returns nothing else about such a ticket. */
  correctDeparture?: OtherDeparture;
  source: ScanResultSource;
  /** Whether the server denied access. */
  refused: boolean;
  /** Result of verifying a signed ticket that was found nowhere else. */
  proof?: Proof;
}

/** Unknown so far, which is different from invalid. */
const UNKNOWN: CodeLookupResult = { facts: null, source: 'unknown', refused: false };

export async function lookUpDevice(
  codes: readonly TicketCode[],
  rollCall: RollCallContextValue,
): Promise<CodeLookupResult> {
  const resultOf = (match: DeviceMatch): CodeLookupResult => ({
    facts: factsFromDevice(match, rollCall),
    source: 'device',
    refused: false,
  });
  const { companyId } = rollCall.view.departure;
  for (const code of codes) {
    const inView = findInView(code, rollCall.view);
    if (inView) return resultOf(inView);
  }
  for (const code of codes) {
    const match = await lookUpCodeOnDevice(code, companyId);
    if (match.ok && match.data) return resultOf(match.data);
  }
  const signed = codes.find((code) => code.signed !== undefined)?.signed;
  const proof = signed === undefined ? null : await verifyTicket(signed, companyId);
  if (!proof) return UNKNOWN;
  if (proof.state !== 'genuine')
    return { ...UNKNOWN, source: proof.state === 'unknown_key' ? 'unknown' : 'device', proof };
  // The device may have the booking without its codes, as after it moved to a departure out of sight.
  const listed = await findByTicket(proof.ticket);
  if (listed.ok && listed.data) return resultOf(listed.data);
  return { ...UNKNOWN, source: 'device', facts: factsFromSigned(proof.ticket, rollCall), proof };
}

export async function lookUpServer(
  codes: readonly TicketCode[],
  { rollCall: { view }, controller }: { rollCall: RollCallContextValue; controller: AbortController },
): Promise<CodeLookupResult> {
  if (!navigator.onLine) return UNKNOWN;
  const { id: departureId, companyId } = view.departure;
  const timer = setTimeout(() => controller.abort(), SERVER_TIMEOUT_MS);
  try {
    for (const code of codes) {
      const result = await lookUpCodeOnServer(code, { companyId, departureId, signal: controller.signal });
      if (!result.ok)
        return result.code === 'not_permitted' || result.code === 'no_subscription'
          ? { ...UNKNOWN, source: 'server', refused: true }
          : UNKNOWN;
      if (!result.data) continue;
      if ('match' in result.data)
        return { facts: factsFromServer(result.data.match), source: 'server', refused: false };
      return {
        ...UNKNOWN,
        source: 'server',
        correctDeparture: { ...result.data.otherDay, guideNames: [], departed: false },
      };
    }
    return { ...UNKNOWN, source: 'server' };
  } finally {
    clearTimeout(timer);
  }
}
