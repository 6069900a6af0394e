import { readPrices } from '../../../data/prices.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';

/** What a tour costs, by kind of guest; null: not asked yet. */
export const usePrices = (company: Uuid, tour: Uuid | null) =>
  useServerQuery({
    key: [company, 'prices', tour],
    fetch: (signal) => readPrices(tour!, { signal }),
    enabled: tour !== null,
  });
