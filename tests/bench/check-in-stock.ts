/** Stock for the device figures: an ordinary departure, one of 500 guests, and enough others for a realistic search. */
import { makeCrew } from '../support/browser-crew.ts';
import type { Query } from '../support/database.ts';

const party = (name: string) => ({ names: [name] });
const people = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => party(`${word} ${index + 1}x`));

export async function checkInStock(query: Query) {
  const crew = await makeCrew(query);
  const tapped = await crew.departure([...people(100, 'Tapped'), party('Björn Müller')]);
  const big = await crew.departure([...people(498, 'Guest'), party('Søren Müller'), party('Zoë Zz')], {
    inMinutes: 30,
  });
  for (let more = 0; more < 11; more += 1) await crew.departure(people(400, `Group ${more}`), { inMinutes: 40 + more });
  return { crew, tapped, big };
}
