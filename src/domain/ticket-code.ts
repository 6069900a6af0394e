import { CODE_ALPHABET, REFERENCE_LENGTH, TICKET_CODE_LENGTH } from './codes.ts';
import { readTicket } from './signed-ticket.ts';

/** A code as `check_in_look_up` takes it. `link`: the token of a guest's link. `voucher`: a partner's number. */
export interface TicketCode {
  kind: 'ticket' | 'reference' | 'link' | 'voucher';
  value: string;
  /** The signed ticket that came with it (ADR 042), of the right shape and not proven. */
  signed?: string;
}

/** Longer than any voucher number; what exceeds it is some other barcode. */
export const LONGEST_CODE = 200;

const OURS = new RegExp(`^[${CODE_ALPHABET}]+$`);
const LINK = /\/booking\/(?:isolated\/)?view\/([A-Za-z0-9_-]{16,})(?:[/?#]|$)/;
/** Behind the link or the ticket's code. */
const SIGNED = /^([^#]*)#([A-Za-z0-9_-]+)$/;

/** What the guest's code of this link or ticket code says, where there is a signed ticket. */
export const withSigned = (code: string, signed: string | null): string =>
  signed === null ? code : `${code}#${signed}`;

/**
 * What a scanned or typed text says, or null when it cannot be a code (empty, too long, or no letter or digit in it).
 * Our codes may be written in groups and in any case.
 */
export function parseTicketCode(text: string): TicketCode | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 2000) return null;
  const [, bare, signed] = SIGNED.exec(trimmed) ?? [];
  if (bare !== undefined && signed !== undefined && readTicket(signed)) {
    const code = parseTicketCode(bare);
    if (code && (code.kind === 'link' || code.kind === 'ticket')) return { ...code, signed };
  }
  const link = LINK.exec(trimmed);
  if (link?.[1]) return { kind: 'link', value: link[1] };
  if (trimmed.length > LONGEST_CODE || !/[\p{L}\p{N}]/u.test(trimmed)) return null;
  const plain = trimmed.replace(/[\s-]+/g, '').toUpperCase();
  if (OURS.test(plain)) {
    if (plain.length === TICKET_CODE_LENGTH) return { kind: 'ticket', value: plain };
    if (plain.length === REFERENCE_LENGTH) return { kind: 'reference', value: plain };
  }
  return { kind: 'voucher', value: trimmed };
}

/** Everything that a text may mean, likeliest first: partners' numbers look like anything, our own codes included. */
export function readings(text: string): TicketCode[] {
  const code = parseTicketCode(text);
  if (!code) return [];
  const ours = (code.kind === 'ticket' || code.kind === 'reference') && code.signed === undefined;
  return ours ? [code, { kind: 'voucher', value: text.trim() }] : [code];
}
