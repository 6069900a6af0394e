import { readAvailability } from '../../data/guides.ts';
import type { Uuid } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';

/** The question when somebody works and is away. Its answer says whose it is: while another's is on its way, the one before is still there. */
export const availabilityQuery = (company: Uuid, person: Uuid) => ({
  key: [company, 'availability', person] as const,
  fetch: async (signal: AbortSignal) => {
    const response = await readAvailability(company, { userId: person, signal });
    return response.ok ? ok({ person, ...response.data }) : response;
  },
});
