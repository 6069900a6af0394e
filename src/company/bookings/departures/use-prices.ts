import { readPrices } from '../../../data/prices.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';

/** Queries the prices of a tour by price category. Disabled while `tour` is null. */
export const usePrices = (company: Uuid, tour: Uuid | null) =>
  useServerQuery({
    key: [company, 'prices', tour],
    matchingKeyParts: 3,
    fetch: (signal) => readPrices(tour!, { signal }),
    enabled: tour !== null,
  });
