import { readPrices } from '../../../data/prices.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useAnswer } from '../../../online/use-answer.ts';

/** What a tour costs, by kind of guest; null: not asked yet. */
export const usePrices = (company: Uuid, tour: Uuid | null) =>
  useAnswer({
    key: [company, 'prices', tour],
    ask: (signal) => readPrices(tour!, { signal }),
    enabled: tour !== null,
  });
