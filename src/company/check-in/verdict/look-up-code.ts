/** Whom a code means: first what is on this device, then what its signature proves, then what the server says. */
import { lookUpOnServer } from '../../../data/look-up.ts';
import type { TicketCode } from '../../../domain/ticket-code.ts';
import type { OtherDeparture, Proof, TicketFacts, VerdictSource } from '../../../domain/verdict.ts';
import { findBooking, lookUpOnDevice, type DeviceMatch } from '../../../offline/read/look-up.ts';
import type { RollCallScope } from '../roll-call/roll-call-scope.ts';
import { findInView } from './find-in-view.ts';
import { proveTicket } from './prove-ticket.ts';
import { factsFromDevice, factsFromServer, factsFromSigned } from './ticket-facts.ts';

/** The person in front of the guide waits: after this the device answers that it does not know yet. */
const SERVER_ANSWERS_WITHIN = 5_000;

export interface Found {
  facts: TicketFacts | null;
  /** Where it belongs, of a ticket of which the server tells no more. */
  belongs?: OtherDeparture;
  source: VerdictSource;
  /** The server said that this person may not ask. */
  refused: boolean;
  /** Of a signed ticket that nobody else knew. */
  proof?: Proof;
}

/** Not yet known, which is never "invalid". */
const UNKNOWN: Found = { facts: null, source: 'unknown', refused: false };

export async function onDevice(codes: readonly TicketCode[], scope: RollCallScope): Promise<Found> {
  const known = (match: DeviceMatch): Found => ({
    facts: factsFromDevice(match, scope),
    source: 'device',
    refused: false,
  });
  const { companyId } = scope.view.departure;
  for (const code of codes) {
    const here = findInView(code, scope.view);
    if (here) return known(here);
  }
  for (const code of codes) {
    const match = await lookUpOnDevice(code, companyId);
    if (match.ok && match.data) return known(match.data);
  }
  const signed = codes.find((code) => code.signed !== undefined)?.signed;
  const proof = signed === undefined ? null : await proveTicket(signed, companyId);
  if (!proof) return UNKNOWN;
  if (proof.state !== 'genuine')
    return { ...UNKNOWN, source: proof.state === 'unknown_key' ? 'unknown' : 'device', proof };
  // Its code is another by now, but the list has its booking.
  const listed = await findBooking(proof.ticket);
  if (listed.ok && listed.data) return known(listed.data);
  return { ...UNKNOWN, source: 'device', facts: factsFromSigned(proof.ticket, scope), proof };
}

export async function onServer(
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
        return answer.code === 'not_permitted' || answer.code === 'no_subscription'
          ? { ...UNKNOWN, source: 'server', refused: true }
          : UNKNOWN;
      if (!answer.data) continue;
      if ('match' in answer.data)
        return { facts: factsFromServer(answer.data.match), source: 'server', refused: false };
      return { ...UNKNOWN, source: 'server', belongs: { ...answer.data.otherDay, guideNames: [], departed: false } };
    }
    return { ...UNKNOWN, source: 'server' };
  } finally {
    clearTimeout(timer);
  }
}
