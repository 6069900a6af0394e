/** The alphabet of ticket codes and booking references, without characters that look like others: 0, O, 1, I, L, U. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const TICKET_CODE_LENGTH = 12;
export const REFERENCE_LENGTH = 6;

/** Generates a code of `length` characters. `random` returns numbers from 0 to below 1. */
export function generateCode(length: number, random: () => number): string {
  let code = '';
  for (let at = 0; at < length; at += 1) code += CODE_ALPHABET[Math.floor(random() * CODE_ALPHABET.length)];
  return code;
}

/** Formats a code for people: a ticket code in groups of four, a reference in groups of three. */
export function formatCode(code: string): string {
  const size = code.length === TICKET_CODE_LENGTH ? 4 : code.length === REFERENCE_LENGTH ? 3 : code.length;
  return code.match(new RegExp(`.{1,${size || 1}}`, 'g'))?.join(' ') ?? code;
}
