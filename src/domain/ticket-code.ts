import { CODE_ALPHABET, REFERENCE_LENGTH, TICKET_CODE_LENGTH } from './codes.ts';
import { visibleText } from './email-address.ts';
import { undoLayouts } from './keyboard-layouts.ts';
import { decodeScanCode } from './scan-code.ts';
import { parseSignedTicket } from './signed-ticket.ts';

/** A code as `check_in_look_up` takes it. `link`: the token of a guest's link. `voucher`: a partner's number. */
export interface TicketCode {
  kind: 'ticket' | 'reference' | 'link' | 'voucher';
  value: string;
  /** The signed ticket that came with it (ADR 042), of the right shape and not proven. */
  signed?: string;
}

/** Longer than any voucher number; what exceeds it is some other barcode. */
export const MAX_CODE_LENGTH = 200;

const OURS = new RegExp(`^[${CODE_ALPHABET}]+$`);
const LINK = /\/booking\/(?:isolated\/)?view\/([A-Za-z0-9_-]{16,})(?:[/?#]|$)/;
/** Behind the link or the ticket's code, in tickets from before `scan-code.ts`. */
const SIGNED = /^([^#]*)#([A-Za-z0-9_-]+)$/;

/**
 * What a scanned or typed text says, or null when it cannot be a code (empty, too long, or no letter or digit in it).
 * Our codes may be written in groups and in any case.
 */
export function parseTicketCode(text: string): TicketCode | null {
  const trimmed = visibleText(text);
  if (trimmed === '' || trimmed.length > 2000) return null;
  const scanned = decodeScanCode(trimmed);
  if (scanned === 'damaged') return null;
  if (scanned) {
    const { signed: proof, ...code } = scanned;
    return proof !== undefined && parseSignedTicket(proof) ? { ...code, signed: proof } : code;
  }
  const [, bare, signed] = SIGNED.exec(trimmed) ?? [];
  if (bare !== undefined && signed !== undefined && parseSignedTicket(signed)) {
    const code = parseTicketCode(bare);
    if (code && (code.kind === 'link' || code.kind === 'ticket')) return { ...code, signed };
  }
  const link = LINK.exec(trimmed);
  if (link?.[1]) return { kind: 'link', value: link[1] };
  if (trimmed.length > MAX_CODE_LENGTH || !/[\p{L}\p{N}]/u.test(trimmed)) return null;
  const plain = trimmed.replace(/[\s-]+/g, '').toUpperCase();
  if (OURS.test(plain)) {
    if (plain.length === TICKET_CODE_LENGTH) return { kind: 'ticket', value: plain };
    if (plain.length === REFERENCE_LENGTH) return { kind: 'reference', value: plain };
  }
  return { kind: 'voucher', value: trimmed };
}

/** Whether the form of the text leaves no doubt: no partner's number looks like this. */
const isCertain = (text: string, { kind, signed }: TicketCode) =>
  kind === 'link' || signed !== undefined || decodeScanCode(visibleText(text)) !== null;

/**
 * Returns everything that the texts of one scan may mean, likeliest first. A text of certain form is that alone; it is also looked for
 * among what other keyboard layouts and Caps Lock may have changed. Else partners' numbers look like anything, our own codes included.
 */
export function possibleCodes(...texts: readonly string[]): TicketCode[] {
  for (const text of texts.flatMap((one) => [one, ...otherForms(one)])) {
    const code = parseTicketCode(text);
    if (code && isCertain(text, code)) return [code];
  }
  // Letters of our form with a wrong checksum: the rest of a longer code.
  if (texts.some((text) => decodeScanCode(visibleText(text)) === 'damaged')) return [];
  const codes = texts.flatMap((text) => parseTicketCode(text) ?? []);
  const ours = codes.filter(({ kind }) => kind !== 'voucher');
  const found = [...ours, ...texts.flatMap((text) => voucherOf(text) ?? [])];
  return found.filter(
    ({ kind, value }, at) => found.findIndex((other) => other.kind === kind && other.value === value) === at,
  );
}

function voucherOf(text: string): TicketCode | null {
  const value = visibleText(text);
  return parseTicketCode(value) ? { kind: 'voucher', value } : null;
}

const otherForms = (text: string): string[] => {
  const undone = undoLayouts(visibleText(text));
  return [...undone, ...[text, ...undone].map(swapCase)];
};

const swapCase = (text: string) =>
  text.replace(/[a-z]+|[A-Z]+/g, (run) => (run < 'a' ? run.toLowerCase() : run.toUpperCase()));
