/** Parses pasted email addresses: a mail's recipients, a spreadsheet column, or a list with names. */

import { isEmailAddress, normalizeEmailAddress } from './email-address.ts';

export interface PastedAddresses {
  /** Lower-cased, without duplicates, in the order of the text. */
  addresses: string[];
  /** Parts that should be an address but are not, as written. */
  bad: string[];
}

/** Matches `Name <address>`. The name begins after the address before it, so that it may contain commas. */
const NAMED = /(^|[,;])([^<>;@\n]*)<([^<>\n]*)>/gm;

const bare = (word: string) =>
  normalizeEmailAddress(word)
    .replace(/^mailto:/i, '')
    .replace(/^["'(<]+|["')>.:]+$/g, '')
    .toLowerCase();

export function parsePastedAddresses(text: string): PastedAddresses {
  const addresses = new Set<string>();
  const bad = new Set<string>();
  const pieces = text
    .replace(/\r\n?/g, '\n')
    .replace(/"[^"\n]*"(?=\s*<)/g, ' ')
    .replace(NAMED, '$1 $3 ,')
    .split(/[,;\n\t]/)
    .map((piece) => piece.trim())
    .filter(Boolean);
  for (const piece of pieces) {
    const words = piece.split(/\s+/);
    const named = words.filter((word) => word.includes('@'));
    // Words beside an address are a name; a piece without an address is an error.
    for (const word of named.length > 0 ? named : [piece]) {
      const address = bare(word);
      if (isEmailAddress(address)) addresses.add(address);
      else bad.add(word);
    }
  }
  return { addresses: [...addresses], bad: [...bad] };
}
