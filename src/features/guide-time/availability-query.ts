import { readAvailability } from '../../data/guides.ts';
import type { Uuid } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';

/**
 * Query for a guide's working hours and time off. The data includes the person, as a previous guide's data remains
 * while the next loads.
 */
export const availabilityQuery = (company: Uuid, person: Uuid) => ({
  key: [company, 'availability', person] as const,
  fetch: async (signal: AbortSignal) => {
    const response = await readAvailability(company, { userId: person, signal });
    return response.ok ? ok({ person, ...response.data }) : response;
  },
});
