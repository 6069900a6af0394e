/** The slowest tests, and what failed, of all processes that have noted theirs in the file SLOWEST_TESTS (tests/support/slowest.ts). */
import { existsSync, readFileSync } from 'node:fs';
import { inWords, together, type Noted } from './support/slowest.ts';

const file = process.env['SLOWEST_TESTS'] ?? '';
// What failed before its first test has noted nothing.
if (existsSync(file)) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  console.info(inWords(together(lines.map((line) => JSON.parse(line) as Noted))));
}
