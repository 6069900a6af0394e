import { CODE_ALPHABET, REFERENCE_LENGTH, TICKET_CODE_LENGTH } from './codes.ts';
import { visibleText } from './email-address.ts';
import { undoLayouts } from './keyboard-layouts.ts';
import { decodeScanCode } from './scan-code.ts';
import { parseSignedTicket } from './signed-ticket.ts';

/** A code as `check_in_look_up` takes it. `link`: a booking's link token; `voucher`: a partner's number. */
export interface TicketCode {
  kind: 'ticket' | 'reference' | 'link' | 'voucher';
  value: string;
  /** The signed ticket in the code (ADR 042), parsed but not verified. */
  signed?: string;
}

/** Longer than any voucher number; longer texts are other barcodes. */
export const MAX_CODE_LENGTH = 200;

const OURS = new RegExp(`^[${CODE_ALPHABET}]+$`);
const LINK = /\/booking\/(?:isolated\/)?view\/([A-Za-z0-9_-]{16,})(?:[/?#]|$)/;
/** A signed ticket after the link or ticket code, in the format before `scan-code.ts`. */
const SIGNED = /^([^#]*)#([A-Za-z0-9_-]+)$/;

/**
 * Parses a scanned or typed text. Returns null if it cannot be a code: empty, too long, or without letters and digits.
 * Our codes may be grouped and in any case.
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

/** Returns whether the format identifies the code: no partner's number looks like this. */
const isCertain = (text: string, { kind, signed }: TicketCode) =>
  kind === 'link' || signed !== undefined || decodeScanCode(visibleText(text)) !== null;

/**
 * Returns all possible readings of one scan, likeliest first. A text with an unambiguous format has one reading, also
 * after undoing keyboard layouts and Caps Lock. Otherwise a partner's number may look like anything, including our
 * codes.
 */
export function possibleCodes(...texts: readonly string[]): TicketCode[] {
  for (const text of texts.flatMap((original) => [original, ...otherForms(original)])) {
    const code = parseTicketCode(text);
    if (code && isCertain(text, code)) return [code];
  }
  // Our letters with a wrong checksum: the end of a truncated code.
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
