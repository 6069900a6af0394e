/** Verifies a signed ticket offline with the keys on the device (ADR 042). */
import type { Uuid } from '../../../domain/ids.ts';
import { parseSignedTicket } from '../../../domain/signed-ticket.ts';
import type { Proof } from '../../../domain/scan-result.ts';
import { fromBase64Url } from '../../../lib/base64url.ts';
import { verifyEd25519 } from '../../../lib/ed25519.ts';
import { readTicketKey } from '../../../offline/read/ticket-keys.ts';

/** Returns null if the text is no signed ticket. */
export async function verifyTicket(text: string, companyId: Uuid, keyOf = readTicketKey): Promise<Proof | null> {
  const read = parseSignedTicket(text);
  if (!read) return null;
  const found = await keyOf(read.ticket.keyId);
  // The key is newer than the last pull, or its company is unknown on this device.
  if (!found) return { state: 'unknown_key' };
  const publicKey = fromBase64Url(found.key.publicKey);
  const isSigned = publicKey !== null && (await verifyEd25519({ ...read, publicKey }));
  if (!isSigned) return { state: 'forged' };
  if (found.company.id !== companyId) return { state: 'foreign_ticket', company: found.company.name };
  return found.key.revoked ? { state: 'revoked_key' } : { state: 'genuine', ticket: read.ticket, text };
}
