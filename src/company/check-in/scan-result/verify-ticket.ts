/** Verifies a signed ticket offline with the keys on the device (ADR 042). */
import type { Uuid } from '../../../domain/ids.ts';
import { parseSignedTicket } from '../../../domain/signed-ticket.ts';
import type { Proof } from '../../../domain/scan-result.ts';
import { fromBase64Url } from '../../../lib/base64url.ts';
import { verifyEd25519 } from '../../../lib/ed25519.ts';
import { readTicketKey } from '../../../offline/read/ticket-keys.ts';

/** Returns null if the text is no signed ticket. */
export async function verifyTicket(text: string, companyId: Uuid, keyOf = readTicketKey): Promise<Proof | null> {
  const parsed = parseSignedTicket(text);
  if (!parsed) return null;
  const match = await keyOf(parsed.ticket.keyId);
  // The key is newer than the last pull, or its company is unknown on this device.
  if (!match) return { state: 'unknown_key' };
  const publicKey = fromBase64Url(match.key.publicKey);
  const isSigned = publicKey !== null && (await verifyEd25519({ ...parsed, publicKey }));
  if (!isSigned) return { state: 'forged' };
  if (match.company.id !== companyId) return { state: 'foreign_ticket', company: match.company.name };
  return match.key.revoked ? { state: 'revoked_key' } : { state: 'genuine', ticket: parsed.ticket, text };
}
