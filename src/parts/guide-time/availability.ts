import { readAvailability } from '../../data/guides.ts';
import type { Uuid } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';

/** The question when somebody works and is away. Its answer says whose it is: while another's is on its way, the one before is still there. */
export const availabilityOf = (company: Uuid, person: Uuid) => ({
  key: [company, 'availability', person] as const,
  ask: async (signal: AbortSignal) => {
    const said = await readAvailability(company, { userId: person, signal });
    return said.ok ? ok({ person, ...said.data }) : said;
  },
});
