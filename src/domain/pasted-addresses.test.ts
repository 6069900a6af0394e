import { expect, test } from 'vitest';
import { parsePastedAddresses } from './pasted-addresses.ts';

test.each<[string, string[]]>([
  ['ida@walks.dk', ['ida@walks.dk']],
  ['ida@walks.dk, bo@walks.dk;eva@walks.dk', ['ida@walks.dk', 'bo@walks.dk', 'eva@walks.dk']],
  ['ida@walks.dk\r\nbo@walks.dk\n\n eva@walks.dk ', ['ida@walks.dk', 'bo@walks.dk', 'eva@walks.dk']],
  ['Ida Kjær <Ida@Walks.dk>, Bo <bo@walks.dk>', ['ida@walks.dk', 'bo@walks.dk']],
  ['"Kjær, Ida" <ida@walks.dk>; "Bo" <bo@walks.dk>', ['ida@walks.dk', 'bo@walks.dk']],
  ['Kjær, Ida <ida@walks.dk>\nHolm, Bo <bo@walks.dk>', ['ida@walks.dk', 'bo@walks.dk']],
  ['eva@walks.dk, Ida <ida@walks.dk>', ['eva@walks.dk', 'ida@walks.dk']],
  ['ida@walks.dk bo@walks.dk', ['ida@walks.dk', 'bo@walks.dk']],

  ['Ida Kjær ida@walks.dk', ['ida@walks.dk']],
  ['mailto:ida@walks.dk.', ['ida@walks.dk']],
  ['IDA@walks.dk, ida@WALKS.dk', ['ida@walks.dk']],
  ['o’brien+tours@walks.co.uk', ['o’brien+tours@walks.co.uk']],
  ['', []],
])('finds the addresses in %j', (text, addresses) => expect(parsePastedAddresses(text).addresses).toEqual(addresses));

test.each<[string, string[]]>([
  ['ida@walks', ['ida@walks']],
  ['ida@walks.dk, Bo', ['Bo']],
  ['@walks.dk; ida@@walks.dk', ['@walks.dk', 'ida@@walks.dk']],
  ['ida@walks..dk\nida@walks..dk', ['ida@walks..dk']],
  ['Bo <bo at walks.dk>', ['bo at walks.dk']],
  ['ida@walks.dk', []],
])('reports what is invalid in %j', (text, bad) => expect(parsePastedAddresses(text).bad).toEqual(bad));
