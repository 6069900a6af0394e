/** E-mail addresses as people paste them: from a mail's line, a column of a sheet, a list with names. */

import { isEmailAddress, normalizeEmailAddress } from './email-address.ts';

export interface PastedAddresses {
  /** In lower case, each once, in the order of the text. */
  addresses: string[];
  /** What stands where an address should, as it was written. */
  bad: string[];
}

/** Whatever stands before `<…>` up to a separator is a name, commas in it or not at the start of a line. */
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
    // A name beside an address says nothing; a piece without any is not one.
    for (const word of named.length > 0 ? named : [piece]) {
      const address = bare(word);
      if (isEmailAddress(address)) addresses.add(address);
      else bad.add(word);
    }
  }
  return { addresses: [...addresses], bad: [...bad] };
}
